/**
 * units/ folds the entries of a session into what full-text search finds: windows of prose and single tool calls. It
 * reads each entry once, when the model has placed it, and can stop and go on anywhere. Everything a person wrote and the
 * model said is in some unit; what a tool printed is cut, what the client wrote is left out, and both are counted.
 */

import { readAssistantTexts } from '../../extract/assistant-texts.ts'
import { readOtherTexts } from '../../extract/other-texts.ts'
import { TextSink } from '../../extract/text-sink.ts'
import { readUserTexts } from '../../extract/user-texts.ts'
import type { Entry } from '../../format/entry.ts'
import type { QueuedItem } from '../../model/input-queue.ts'
import type { EntryThread } from '../../model/session-builder.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { addProse, createProse, listOpenProse, moveProse, type Prose, type WaitingTexts } from './prose-window.ts'
import { addResults, addUses, listOpenCalls, type OpenCalls } from './tool-units.ts'
import type { Unit } from './unit.ts'

/** The thread an entry was added to, as it is after that. */
export type UnitThread = Omit<EntryThread, 'isCopy'>

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
  /** Texts that wait in the input queue, by the number of the entry that put them there. */
  readonly queued: Map<number, WaitingTexts>
  /** Something came to wait there or left since units were given out. */
  hasQueueMoved: boolean
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
      if (thread.moved.length > 0) moveProse(known.prose, thread.moved, kept.turn)
      const { found, leftOutBytes } = readTexts(kept, entry, thread, known)
      state.leftOutBytes += leftOutBytes
      for (const item of thread.settled) settleQueued(known, item, finish)
      if (thread.settled.some(item => item.state === 'waiting')) {
        known.queued.set(kept.index, { entry: kept, found })
        known.hasQueueMoved = true
      } else if (kept.kind !== 'attachment/queued_command' || thread.settled.length === 0) {
        for (const text of found) addProse(known.prose, kept, text, finish)
      }
      if (kept.kind === 'assistant') state.leftOutBytes += addUses(known.calls, kept, entry, thread, finish)
      else if (kept.role === 'tool-result') state.leftOutBytes += addResults(known.calls, kept, entry, thread, finish)
    },
    take() {
      const units = state.finished
      state.finished = []
      return units
    },
    provisional() {
      return [...state.threads.values()].flatMap(known => {
        const { prose, calls, queued, hasQueueMoved } = known
        known.hasQueueMoved = false
        return [...listOpenProse(prose, queued.values(), hasQueueMoved), ...listOpenCalls(calls, prose)]
      })
    },
    get leftOutBytes() {
      return state.leftOutBytes
    },
    save: () => structuredClone(state),
  }
}

/** What was taken up or taken back is found where it was queued; what was sent, as the prompt that it became. */
function settleQueued(known: ThreadState, item: QueuedItem, finish: (unit: Unit) => void): void {
  const waiting = item.entry && known.queued.get(item.entry.index)
  if (!waiting || item.state === 'waiting' || item.state === 'handed') return
  known.queued.delete(waiting.entry.index)
  known.hasQueueMoved = true
  if (item.state === 'sent') return
  for (const text of waiting.found) addProse(known.prose, waiting.entry, text, finish)
}

function createState(): TrackerState {
  return { threads: new Map(), finished: [], leftOutBytes: 0 }
}

function stateOf(state: TrackerState, thread: UnitThread): ThreadState {
  const name = `${thread.file} ${thread.agentId}`
  let known = state.threads.get(name)
  if (!known) {
    known = { prose: createProse(thread), calls: new Map(), queued: new Map(), hasQueueMoved: false, titles: new Map() }
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
    readUserTexts(kept.role, json, sink)
  } else if (kept.kind === 'assistant') {
    readAssistantTexts(json, sink)
  } else {
    const { titles } = known
    readOtherTexts(kept.kind, { json, sink, titles, hasEntry: uuid => thread.findEntry(uuid) !== undefined })
  }
  return sink
}
