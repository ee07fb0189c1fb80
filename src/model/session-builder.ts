import type { Entry } from '../format/entry.ts'
import type { JsonObject } from '../format/json.ts'
import type { QueuedItem } from './input-queue.ts'
import type { Session, Thread } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'

export interface SessionBuilder {
  /**
   * One call per file, before its first entry. Threads may be filled in any order and in turns. A file that is known, as
   * after `restoreSessionBuilder`, goes on where it stopped; `meta` and `workflowId` may be given late.
   */
  openThread(options: ThreadOptions): ThreadBuilder
  /** A summary that stands in another file; it becomes the title if its leaf is an entry of this session. */
  addSummary(leafUuid: string, text: string): void
  /** The beginnings of the other sessions of the same project; one that shares entries with this becomes a link. */
  setSiblings(siblings: readonly SiblingHead[]): void
  /** A view of what was added so far; add more and build again. */
  build(): Session
}

/** Called for each entry of the main file and of agents' files once it is kept, in the order of `add`. */
export type OnEntry = (kept: ThreadEntry, entry: Entry, thread: EntryThread) => void

/** The thread an entry went to. Agent id and file together name it: two files may be called after one agent. */
export interface EntryThread extends Pick<Thread, 'toolCalls' | 'findToolCall' | 'findEntry'> {
  /** Undefined for the main thread; of a subagent in the main file the id it has in `session.agents`. */
  readonly agentId: string | undefined
  readonly file: number
  /** Entries before it that turned out to answer it: they have come to its turn. */
  readonly moved: readonly number[]
  /** What of the input queue the entry told about. */
  readonly settled: readonly QueuedItem[]
  /** Always false: copies inside progress lines are lines of the thread around them. */
  readonly isCopy: boolean
}

export interface ThreadOptions {
  /** Index into the caller's list of files; comes back in `thread.file`. */
  readonly file: number
  /** From the file name `agent-<id>.jsonl`; undefined for the main transcript. */
  readonly agentId: string | undefined
  /** Content of `agent-<id>.meta.json`. */
  readonly meta?: JsonObject | undefined
  /** From the folder `workflows/wf_<id>/`. */
  readonly workflowId?: string | undefined
}

export interface SiblingHead {
  readonly sessionId: string
  /** Times of its first entries by uuid. */
  readonly times: ReadonlyMap<string, number | undefined>
}

export interface ThreadBuilder {
  add(entry: Entry): void
}
