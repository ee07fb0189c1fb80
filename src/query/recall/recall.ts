import type { Project } from '../../source/project.ts'

/**
 * recall/ decides what of earlier sessions is worth a word to the running one, unasked. It is made to say nothing: each
 * step may end it, and says why. Nothing here writes, and nothing is drawn: whoever delivers it does both.
 */

/** How much somebody wants to be reminded of; each level includes those before it. */
export const RECALL_LEVELS = ['off', 'session', 'prompt', 'file'] as const
export type RecallLevel = (typeof RECALL_LEVELS)[number]
/** What happened in the running session. */
export type RecallMoment = Exclude<RecallLevel, 'off'>

/** What every moment is told about the running session. */
export interface RecallContext {
  /** Whose sessions may be recalled, unless `isEverywhere`. */
  readonly project: Project
  readonly isEverywhere: boolean
  readonly branch: string | undefined
  /** The running session; undefined where nobody knows it. */
  readonly sessionId: string | undefined
  /**
   * When its conversation was last compacted, epoch milliseconds: what is older has left the model's window. Undefined
   * where all of it is still there.
   */
  readonly compactedAt: number | undefined
  /** Keys of items that were shown since. */
  readonly seen: ReadonlySet<string>
  readonly now: number
}

export interface PromptRecallRequest extends RecallContext {
  readonly prompt: string
}

export interface SessionRecallRequest extends RecallContext {
  readonly source: 'startup' | 'resume' | 'clear' | 'compact'
  /** Sessions that run in other windows now: nothing of theirs was left off. */
  readonly running?: ReadonlySet<string>
}

export interface FileRecallRequest extends RecallContext {
  /** Absolute. */
  readonly path: string
  /** What was shown about files since the last compaction, and how much that may be; undefined: no bound. */
  readonly budget?: { readonly spentChars: number; readonly maxChars: number } | undefined
}

/** Something of an earlier session, with its place. */
export interface RecallItem {
  /** The same place has the same key, whenever it is found. */
  readonly key: string
  readonly kind: 'passage' | 'left-off' | 'decision' | 'edit'
  readonly sessionId: string
  readonly shortId: string
  /** Turn of the main thread, which `show` and the MCP tools take. */
  readonly turn: number
  readonly entryUuid: string | undefined
  readonly title: string
  readonly project: string
  readonly branch: string | undefined
  /** ISO 8601 in UTC. */
  readonly at: string | undefined
  /** Its words, not yet made safe to show. */
  readonly text: string
  /** 0 to 1: how sure it is that this is wanted. 1 where no ranking was needed. */
  readonly score: number
  /** One clause a person understands, such as `has "lease", "renew" and "heartbeat"`. */
  readonly why: string
}

/** One step on the way, in the order they were taken. */
export interface RecallStep {
  /** Such as `trivial`, `slash-command`, `pasted-log`, `score`, `seen`, `in-window`, `budget`. */
  readonly name: string
  readonly isPassed: boolean
  /** One sentence. */
  readonly says: string
}

/** What recall came to; what `recall --explain --json` prints. */
export interface RecallDecision {
  readonly schema: 'backscroll.recall/1'
  readonly moment: RecallMoment
  /** Best first; none where it stays silent. */
  readonly items: readonly RecallItem[]
  readonly steps: readonly RecallStep[]
  /** What was looked at and not taken, best first, with the reason; for `--explain`. */
  readonly left: readonly { readonly item: RecallItem; readonly because: string }[]
  /** Scores below it are not shown; undefined where nothing is ranked. */
  readonly threshold: number | undefined
}

/** What is delivered at most, in characters: the client cuts above 9,000. */
export const MAX_RECALL_CHARS = 9000
export const DEFAULT_RECALL_CHARS = 1500
export const MAX_RECALL_ITEMS = 3
/** Texts of full length about files, between two compactions. */
export const MAX_FILE_TEXTS = 4
