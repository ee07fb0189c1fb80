import { agentKeys, type ThreadName } from '../../model/agent-keys.ts'
import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import type { Story } from '../../narrative/story.ts'

/** Where a session is kept: its number, and the number of each of its files by the model's index of files. */
export interface RowPlace {
  readonly session: number
  readonly files: readonly number[]
}

/** One thread with the names that rows have for its parts. */
export interface ThreadContext {
  readonly agent: string
  readonly thread: Thread
  /** Number of the kept file. */
  readonly file: number
  /** Undefined for the main thread. */
  readonly about: Agent | undefined
  callNumber(call: ToolCall | undefined): number | undefined
  /** Number of an entry, if it stands in this thread: results may be borrowed from another. */
  entryNumber(entry: ThreadEntry | undefined): number | undefined
}

/** What every row needs to name its session, threads, files and calls. */
export interface RowContext {
  /** Undefined where only the model is asked for. */
  readonly story: Story | undefined
  readonly model: Session
  readonly session: number
  /** In the order of `agent`, the main thread first. */
  readonly threads: readonly ThreadContext[]
  agentOf(thread: ThreadName): string
  fileOf(index: number): number
  /** Of a call in any thread. */
  findCall(call: ToolCall): CallPlace | undefined
}

interface CallPlace {
  readonly agent: string
  readonly number: number
}

export function createRowContext(model: Session, place: RowPlace, story?: Story): RowContext {
  const keys = agentKeys(model)
  const fileOf = (index: number) => place.files[index] ?? 0
  const agents = model.agents.map(about => openThread(about.thread, keys.of(about.thread), fileOf, about))
  agents.sort((a, b) => (a.agent < b.agent ? -1 : 1))
  const threads = [openThread(model.main, '', fileOf, undefined), ...agents]
  let calls: ReadonlyMap<ToolCall, CallPlace> | undefined
  return {
    story,
    model,
    session: place.session,
    threads,
    agentOf: keys.of,
    fileOf,
    findCall(call) {
      calls ??= listCalls(threads)
      return calls.get(call)
    },
  }
}

function listCalls(threads: readonly ThreadContext[]): ReadonlyMap<ToolCall, CallPlace> {
  const calls = new Map<ToolCall, CallPlace>()
  for (const { agent, thread } of threads) {
    thread.toolCalls.forEach((call, number) => {
      calls.set(call, { agent, number })
    })
  }
  return calls
}

function openThread(
  thread: Thread,
  agent: string,
  fileOf: (index: number) => number,
  about: Agent | undefined,
): ThreadContext {
  let numbers: Map<ToolCall, number> | undefined
  return {
    agent,
    thread,
    file: fileOf(thread.file),
    about,
    callNumber(call) {
      if (!call) return undefined
      numbers ??= new Map(thread.toolCalls.map((known, number) => [known, number]))
      return numbers.get(call)
    },
    entryNumber: entry => (entry && thread.entries[entry.index] === entry ? entry.index : undefined),
  }
}
