import { asObject } from '../../format/json.ts'
import type { Agent, Thread, Turn } from '../../model/session.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { findUse } from './content.ts'
import type { FileMemory } from './file-memory.ts'
import type { View } from './scene.ts'
import type { ThreadIndex } from './thread-index.ts'
import { entriesOf } from './thread-rows.ts'

/**
 * What a session knew of files that are written over without a recorded difference, at the place where single turns or
 * agents begin. Only calls on those files are read again, and most sessions have none.
 */
export interface FileReplay {
  /** Takes note of what was known when the turn or agent began. */
  before(holder: Turn | Agent, files: FileMemory): void
  /** Takes note of what an agent, and those below it, did. */
  inside(agent: Agent, files: FileMemory): void
}

/** A call that read or changed such a file. */
interface Touch {
  readonly thread: Thread
  readonly call: ToolCall
  readonly path: string
}

/** Where the calls of a turn or agent stand in the list. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** Calls on one file that are looked through backwards for one that gives its whole content. */
const MAX_LOOK_BACK = 100

export function createFileReplay(view: View, indexOf: (thread: Thread) => ThreadIndex): FileReplay {
  if (view.unpatched.size === 0) return { before() {}, inside() {} }
  const { touches, stretches } = listTouches(view, indexOf)
  const replay = (touch: Touch, files: FileMemory): void => replayCall(view, touch, files)
  return {
    before(holder, files) {
      const { from, to } = stretches.get(holder) ?? { from: 0, to: 0 }
      const paths = new Set(touches.slice(from, to).map(touch => touch.path))
      for (const path of paths) for (const touch of lastKnown(touches, from, path)) replay(touch, files)
    },
    inside(agent, files) {
      const { from, to } = stretches.get(agent) ?? { from: 0, to: 0 }
      for (const touch of touches.slice(from, to)) replay(touch, files)
    },
  }
}

/** The calls that the content of a file before a place follows from: the last that gives all of it, and those since. */
function lastKnown(touches: readonly Touch[], before: number, path: string): readonly Touch[] {
  const found: Touch[] = []
  for (let at = before - 1; at >= 0 && found.length < MAX_LOOK_BACK; at--) {
    const touch = touches[at] as Touch
    if (touch.path !== path) continue
    found.push(touch)
    if (touch.call.name === 'Write') break
  }
  return found.reverse()
}

/** In the order in which a view draws them: what an agent does comes at the call that started it. */
function listTouches(view: View, indexOf: (thread: Thread) => ThreadIndex) {
  const touches: Touch[] = []
  const stretches = new Map<Turn | Agent, Stretch>()
  const walked = new Set<Agent>()
  const walkAgent = (agent: Agent): void => {
    if (walked.has(agent)) return
    walked.add(agent)
    const from = touches.length
    for (const entry of agent.thread.entries) for (const call of callsAt(agent.thread, entry)) walkCall(call, agent)
    for (const child of agent.children) walkAgent(child)
    stretches.set(agent, { from, to: touches.length })
  }
  const callsAt = (thread: Thread, entry: Thread['entries'][number]): readonly ToolCall[] =>
    indexOf(thread).callsByUse.get(entry) ?? []
  const walkCall = (call: ToolCall, { thread }: { readonly thread: Thread }): void => {
    const touch = indexOf(thread)
      .filesByCall.get(call)
      ?.find(file => view.unpatched.has(file.path))
    if (touch) touches.push({ thread, call, path: touch.path })
    for (const agent of view.agentsByCall.get(call) ?? []) walkAgent(agent)
  }
  const { main, agents } = view.session
  for (const turn of main.turns) {
    const from = touches.length
    for (const entry of entriesOf(main, turn)) for (const call of callsAt(main, entry)) walkCall(call, { thread: main })
    stretches.set(turn, { from, to: touches.length })
  }
  for (const agent of agents) walkAgent(agent)
  return { touches, stretches }
}

function replayCall({ options }: View, { thread, call }: Touch, files: FileMemory): void {
  if (call.status !== 'ok' || !call.result || !call.use) return
  const use = options.read(thread, call.use)
  const block = use && findUse(use, call.id)
  const result = options.read(thread, call.result)
  files.note(call.name, asObject(block?.input) ?? {}, asObject(result?.toolUseResult) ?? {})
}
