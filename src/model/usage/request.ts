/**
 * One paid API response, counted once however many lines and files repeat it (usage rules R1 to R14). Money is not here:
 * cost is a view over these facts and dated prices.
 */
export interface Request {
  /** `message.id`; without one `uuid:` and the entry's own; plus an ordinal for an advisor's own call (R14). */
  readonly key: string
  readonly messageId: string | undefined
  readonly requestId: string | undefined
  readonly uuid: string | undefined
  /** As recorded on the winning line. */
  readonly model: string
  readonly tokens: Tokens
  readonly speed: string | undefined
  readonly geo: string | undefined
  readonly serviceTier: string | undefined
  readonly webSearches: number
  readonly webFetches: number
  readonly stopReason: string | undefined
  /** Recorded by the oldest releases only (R28). */
  readonly recordedCostUsd: number | undefined
  /** First and last time of the group, epoch milliseconds (R10). */
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
  /** Best line still without `stop_reason` or with a single-digit count: output is a lower bound (R11). */
  readonly isUnfinished: boolean
  /** Added by an advisor iteration (R14). */
  readonly isAdvisor: boolean
  /** Largest context of one pass: input and cache tokens together (R14). */
  readonly contextTokens: number
  /** Where it is attributed (R7), and the line that won (R8). */
  readonly at: RequestPlace
  readonly winner: RequestPlace
  /** Time on the line that won: of two sessions that hold it, the later one's numbers count. */
  readonly winnerAt: number | undefined
  /** R7: of two sessions that hold it at the same time, the one with the lower rank owns it: 2 in a sidechain, 1 for a copy. */
  readonly rank: number
  /** Lines with usage in the group; all but one repeat it. */
  readonly lines: number
}

export interface RequestPlace {
  readonly sessionId: string
  /** Undefined in the main thread. */
  readonly agentId: string | undefined
  readonly isSidechain: boolean
  /** Turn of the main thread; 0 where unknown. Set again where an answer stands before its prompt. */
  turn: number
  /** Git branch and client version that the line names. */
  readonly branch: string | undefined
  readonly version: string | undefined
  /** Index into the session's `files`. */
  readonly file: number
  readonly start: number
  readonly line: number
}

export interface Tokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  /** Part of `output`, where recorded. */
  readonly thinking: number
}

export interface UsageTotals extends Tokens {
  readonly requests: number
  readonly unfinished: number
  /** Lines that repeated a request already counted. */
  readonly copies: number
}
