import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { quietHookRows } from './hooks.ts'
import { presentEntry } from './present-entry.ts'
import type { Row } from './row.ts'
import { createScene, createView, placeOf, type Scene } from './scene.ts'
import type { ViewOptions } from './view-options.ts'

/** A row of a session that is being written, and the agent it comes from. */
export interface LiveRow {
  /** Undefined: the main conversation. */
  readonly agent: Agent | undefined
  readonly row: Row
}

export interface LiveView {
  /** Rows of what was added since the last call. The first call gives the last turn only. */
  update(session: Session, options: ViewOptions): Iterable<LiveRow>
  /** Nothing seen so far counts any more: the next call is a first one. */
  reset(): void
}

export function createLiveView(): LiveView {
  /** Entries drawn, by thread: the threads of one follower only ever grow. */
  const drawn = new Map<string, number>()
  const quietHooks = new Map<string, number>()
  const hookTexts = new Set<string>()
  const runningCalls = new Set<ToolCall>()
  let isFirst = true

  /** From where a thread is new; everything up to its end counts as drawn from now on. */
  function takeNew(key: string, thread: Thread, start: number): number {
    const from = isFirst ? start : (drawn.get(key) ?? 0)
    drawn.set(key, thread.entries.length)
    return from
  }

  return {
    *update(session, options) {
      const parts = createView({ session, options, isLive: true, drawThread: () => [] })
      const view = { ...parts, hookTexts, runningCalls }
      const from = takeNew('', session.main, session.main.turns.at(-1)?.first ?? 0)
      if (from < session.main.entries.length) {
        const scene = { ...createScene(view, session.main, 0), quietHooks }
        for (const row of newRows(scene, from)) yield { agent: undefined, row }
      }
      for (const agent of session.agents) {
        const { thread } = agent
        const agentFrom = takeNew(agent.id, thread, thread.entries.length)
        if (agentFrom >= thread.entries.length) continue
        for (const row of newRows(createScene(view, thread, 0), agentFrom)) yield { agent, row }
      }
      isFirst = false
    },
    reset() {
      for (const memory of [drawn, quietHooks, hookTexts, runningCalls]) memory.clear()
      isFirst = true
    },
  }
}

function* newRows(scene: Scene, from: number): Iterable<Row> {
  for (const entry of scene.thread.entries.slice(from)) {
    yield* turnStart(scene, entry)
    yield* presentEntry(scene, entry)
  }
}

/** The numbers of a turn are not known when it begins. */
function* turnStart(scene: Scene, entry: ThreadEntry): Iterable<Row> {
  const turn = scene.thread.turns.findLast(candidate => candidate.number === entry.turn)
  if (scene.thread.agentId !== undefined || turn?.prompt !== entry) return
  yield* quietHookRows(scene)
  yield {
    ...placeOf(scene, entry, 'prompts'),
    kind: 'turn',
    number: entry.turn,
    origin: turn.origin,
    text: turn.text,
    toolCalls: 0,
    files: 0,
    tokens: 0,
    activeMs: 0,
    isInterrupted: false,
  }
}
