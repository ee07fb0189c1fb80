/**
 * units/ folds the entries of a session into what full-text search finds: windows of prose and single tool calls. It
 * reads each entry once, when the model has placed it, and can stop and go on anywhere. Everything a person wrote and the
 * model said is in some unit; what a tool printed is cut, what the client wrote is left out, and both are counted.
 */

import { readAssistantTexts } from '../../extract/assistant-texts.ts'
import { readOtherTexts } from '../../extract/other-texts.ts'
import type { QueuedTexts } from '../../extract/queued-texts.ts'
import { TextSink } from '../../extract/text-sink.ts'
import { readUserTexts } from '../../extract/user-texts.ts'
import type { Entry } from '../../format/entry.ts'
import type { Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { addProse, createProse, listOpenProse, type Prose } from './prose-window.ts'
import { addResults, addUses, listOpenCalls, type OpenCalls } from './tool-units.ts'
import type { Unit } from './unit.ts'

/** The thread an entry was added to, as it is after that. */
export type UnitThread = Pick<Thread, 'file' | 'agentId' | 'toolCalls' | 'findToolCall' | 'findEntry'>

export interface UnitTracker {
  /** To be called as `onEntry` of a session builder. */
  add(kept: ThreadEntry, entry: Entry, thread: UnitThread): void
  /** Units that were finished since the last call. */
  take(): readonly Unit[]
  /** Units that may still grow, if they did since the last call: to be written now and replaced later, by number. */
  provisional(): readonly Unit[]
  /** Bytes of text that no unit holds. */
  readonly leftOutBytes: number
  /** A plain value for `createUnitTracker`, apart from what is added later. */
  save(): unknown
}

interface TrackerState {
  readonly threads: Map<string, ThreadState>
  finished: Unit[]
  leftOutBytes: number
}

interface ThreadState {
  readonly prose: Prose
  readonly calls: OpenCalls
  readonly queued: QueuedTexts
  readonly titles: Map<string, string>
}

/** `saved` is what `save` gave. */
export function createUnitTracker(saved?: unknown): UnitTracker {
  const state = (structuredClone(saved) as TrackerState | undefined) ?? createState()
  const finish = (unit: Unit) => {
    state.finished.push(unit)
  }

  return {
    add(kept, entry, thread) {
      if (kept.isRepeat) return
      const known = stateOf(state, thread)
      const { found, leftOutBytes } = readTexts(kept, entry, thread, known)
      for (const text of found) addProse(known.prose, kept, text, finish)
      state.leftOutBytes += leftOutBytes
      if (kept.kind === 'assistant') state.leftOutBytes += addUses(known.calls, kept, entry, thread, finish)
      else if (kept.role === 'tool-result') state.leftOutBytes += addResults(known.calls, kept, entry, thread, finish)
    },
    take() {
      const units = state.finished
      state.finished = []
      return units
    },
    provisional() {
      return [...state.threads.values()].flatMap(({ prose, calls }) => [
        ...listOpenProse(prose),
        ...listOpenCalls(calls, prose),
      ])
    },
    get leftOutBytes() {
      return state.leftOutBytes
    },
    save: () => structuredClone(state),
  }
}

function createState(): TrackerState {
  return { threads: new Map(), finished: [], leftOutBytes: 0 }
}

function stateOf(state: TrackerState, thread: UnitThread): ThreadState {
  const name = `${thread.file} ${thread.agentId}`
  let known = state.threads.get(name)
  if (!known) {
    known = { prose: createProse(thread), calls: new Map(), queued: new Set(), titles: new Map() }
    state.threads.set(name, known)
  }
  return known
}

function readTexts(kept: ThreadEntry, entry: Entry, thread: UnitThread, known: ThreadState): TextSink {
  const { json } = entry
  const sink = new TextSink()
  if (!json) {
    if (kept.kind === 'unreadable') sink.leftOutBytes += entry.end - entry.start
  } else if (kept.role !== undefined) {
    readUserTexts(kept.role, json, known.queued, sink)
  } else if (kept.kind === 'assistant') {
    readAssistantTexts(json, sink)
  } else {
    const { queued, titles } = known
    readOtherTexts(kept.kind, { json, sink, queued, titles, hasEntry: uuid => thread.findEntry(uuid) !== undefined })
  }
  return sink
}
