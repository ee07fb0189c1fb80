/**
 * query/inspect answers what somebody asks about one session while reading it: files, calls, agents, tasks, context. All
 * of it comes from the model, which is as new as the session itself; texts are read again by span.
 */
import type { JsonObject } from '../../format/json.ts'
import { asObject, asObjects } from '../../format/json.ts'
import type { Agent, Session, Thread } from '../../model/session.ts'
import { mainTurnOf } from '../../model/session-view.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import type { LoadedSession } from '../../source/load-session.ts'

export interface SessionThread {
  /** Undefined: the main conversation. */
  readonly agent: Agent | undefined
  readonly thread: Thread
}

/** The main conversation first, then agents as they began. */
export function listThreads({ main, agents }: Session): readonly SessionThread[] {
  return [{ agent: undefined, thread: main }, ...agents.map(agent => ({ agent, thread: agent.thread }))]
}

/** Where something stands, for whoever wants to go there. */
export interface InspectPlace {
  /** Turn of the main conversation; undefined for what agents did that no call accounts for. */
  readonly turn: number | undefined
  /** Id of the agent it stands in; undefined in the main conversation. */
  readonly agent: string | undefined
  /** Uuid of its entry. */
  readonly entry: string | undefined
  /** Epoch milliseconds. */
  readonly at: number | undefined
}

export function placeOf({ agent }: Pick<SessionThread, 'agent'>, entry: ThreadEntry | undefined): InspectPlace {
  return { turn: turnOf(agent, entry), agent: agent?.id, entry: entry?.uuid, at: entry?.at }
}

export function placeOfCall(thread: SessionThread, call: ToolCall): InspectPlace {
  return placeOf(thread, call.use ?? call.result)
}

function turnOf(agent: Agent | undefined, entry: ThreadEntry | undefined): number | undefined {
  return agent ? mainTurnOf(agent) || undefined : entry?.turn
}

/** What a call was given and what came back, as recorded. */
export interface CallRecord {
  readonly input: JsonObject
  /** `toolUseResult` where it is an object. */
  readonly result: JsonObject
}

export function readCall(loaded: LoadedSession, { thread }: SessionThread, call: ToolCall): CallRecord {
  const use = call.use && loaded.read(thread, call.use)
  const blocks = asObjects(asObject(use?.message)?.content)
  const input = asObject(blocks.find(block => block.id === call.id)?.input)
  const result = call.result && readEntry(loaded, thread, call.result)
  return { input: input ?? {}, result: asObject(result?.toolUseResult) ?? {} }
}

/** A result may stand in another file than its call. */
export function readEntry(loaded: LoadedSession, thread: Thread, entry: ThreadEntry): JsonObject | undefined {
  const isIn = (other: Thread): boolean => other.entries[entry.index] === entry
  const owner = isIn(thread) ? thread : listThreads(loaded.session).find(other => isIn(other.thread))?.thread
  return owner && loaded.read(owner, entry)
}

/** Bytes of both entries. */
export function sizeOfCall({ use, result }: ToolCall): number {
  return (use ? use.end - use.start : 0) + (result ? result.end - result.start : 0)
}

/** Some of a long list. */
export interface Range {
  readonly from: number
  readonly limit: number
}

/** Within a thread as recorded, between threads by time: a time that goes back, or is missing, moves nothing. */
export function inTimeOrder<Item>(
  items: readonly Item[],
  threadOf: (item: Item) => SessionThread,
  atOf: (item: Item) => number | undefined,
): readonly Item[] {
  const latest = new Map<Thread, number>()
  const timed = items.map(item => {
    const { thread } = threadOf(item)
    const at = Math.max(latest.get(thread) ?? 0, atOf(item) ?? 0)
    latest.set(thread, at)
    return { item, at }
  })
  return timed.sort((a, b) => a.at - b.at).map(({ item }) => item)
}
