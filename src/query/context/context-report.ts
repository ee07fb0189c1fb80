import type { ClientCheck } from '../usage/client/check-session.ts'

/** How the context window of one conversation filled, request by request; what `--json` prints. */
export interface ContextReport {
  readonly schema: 'backscroll.context/1'
  readonly session: ContextSession
  /** Undefined: the main conversation. */
  readonly agent: ContextAgent | undefined
  readonly models: readonly ContextModel[]
  /** In the order of the transcript. What a resume or fork copied is here too: this is about one conversation. */
  readonly requests: readonly ContextRequest[]
  readonly misses: readonly CacheMiss[]
  readonly compactions: readonly Compaction[]
  /** What is too small to be called a miss. */
  readonly threshold: { readonly tokens: number; readonly share: number }
  readonly totals: ContextTotals
  /** Subagents of the session that sent requests of their own, largest first. */
  readonly agents: readonly ContextAgent[]
  /** The client's own total of the whole session, subagents and all, beside ours; undefined where it left none. */
  readonly client: ClientCheck | undefined
}

export interface ContextSession {
  readonly id: string
  readonly shortId: string
  readonly title: string
  readonly project: string
}

export interface ContextAgent {
  readonly id: string
  readonly type: string | undefined
  readonly description: string | undefined
  readonly requests: number
}

export interface ContextModel {
  readonly model: string
  readonly requests: number
  readonly windowTokens: number | undefined
  /** How the size of the window is known; undefined where it is not. */
  readonly windowKnownBy: 'name' | 'model' | 'context' | 'compaction' | undefined
}

export interface ContextRequest {
  /** From 1. */
  readonly number: number
  /** Turn of the main conversation; 0 where unknown. */
  readonly turn: number
  readonly at: string | undefined
  readonly model: string
  /** Largest context of one pass (R14): what was sent, the answer not included. */
  readonly contextTokens: number
  /** Against the request before it in the conversation. */
  readonly growthTokens: number
  readonly windowTokens: number | undefined
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  /** Null where the model has no price (R27). */
  readonly costUsd: number | null
  /** On a side that was taken back. */
  readonly isRewound: boolean
  /** Id of the session it was copied from, and counts for. */
  readonly copiedFrom: string | undefined
  /** Its output is a lower bound (R11). */
  readonly isUnfinished: boolean
}

/** A prefix that had been cached and was paid for again. */
export interface CacheMiss {
  /** Number of the request. */
  readonly request: number
  readonly turn: number
  readonly at: string | undefined
  readonly cause: MissCause
  /** Paid for again. */
  readonly tokens: number
  /** Could have been read: what the request before had in the cache. */
  readonly cachedTokens: number
  /** Was read nevertheless. */
  readonly readTokens: number
  readonly model: string
  readonly modelBefore: string
  /** Since the request before; undefined where times are missing. */
  readonly idleMs: number | undefined
  /** How long the lost part lives in the cache without being read; undefined where nothing says so. */
  readonly lifeMs: number | undefined
  /** It is the first request of its turn. */
  readonly isNewTurn: boolean
  /** What it cost beyond reading the same tokens from the cache; null where the model has no price. */
  readonly costUsd: number | null
}

/** In the order in which they are asked: the first that fits. */
export const MISS_CAUSES = ['compaction', 'tool-results-cleared', 'model-switch', 'resume', 'idle', 'unknown'] as const
export type MissCause = (typeof MISS_CAUSES)[number]

export interface Compaction {
  /** Request before it and the first one after it; undefined where there is none. */
  readonly requestBefore: number | undefined
  readonly requestAfter: number | undefined
  readonly turn: number
  readonly at: string | undefined
  /** As recorded: `auto`, `manual`. */
  readonly trigger: string | undefined
  readonly tokensBefore: number | undefined
  readonly tokensAfter: number | undefined
  /** The requests that wrote the summary; undefined where the transcript does not hold them. */
  readonly summary:
    | { readonly agents: readonly string[]; readonly requests: number; readonly costUsd: number | null }
    | undefined
  /** Input and cache writes of the first request after it, and their price. */
  readonly refillTokens: number
  readonly refillCostUsd: number | null
  /** Both together, as far as they are known. */
  readonly costUsd: number | null
}

export interface ContextTotals {
  readonly requests: number
  /** Of those, without a final count: the cost is a lower bound (R11). */
  readonly unfinished: number
  /** Turns of the main conversation in which they were sent. */
  readonly turns: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  readonly peakTokens: number
  /** Of all tokens sent, 0 to 1. */
  readonly readShare: number
  readonly costUsd: number | null
  /** Tokens of models without a price: in no cost here. */
  readonly unpricedTokens: number
  /** Calls of advisors have a context of their own: not among the requests, but in the cost. */
  readonly advisorRequests: number
  readonly missTokens: number
  readonly missCostUsd: number | null
  /** The refill after a compaction is counted as a miss, too. */
  readonly compactionCostUsd: number | null
}
