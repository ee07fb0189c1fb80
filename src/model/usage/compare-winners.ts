import type { Request } from './request.ts'

/** A request as one session holds it: what decides whose numbers count over all sessions. */
export interface RequestWinner {
  readonly output: number
  /** It stands in a sidechain alone, which may replay what the conversation of another session has. */
  readonly isSidechain: boolean
  readonly winnerAt: number | undefined
  readonly isUnfinished: boolean
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly thinking: number
  readonly webSearches: number
  readonly recordedCostUsd: number | undefined
  readonly sessionId: string
}

/** What else may differ between two sessions of one id. */
export interface NamedWinner extends RequestWinner, Pick<Request, 'contextTokens' | 'webFetches' | 'model'> {
  /** Empty where nothing is recorded. */
  readonly speed: string
  readonly geo: string
  readonly serviceTier: string
  /** Place in its session. */
  readonly number: number
}

/**
 * Below 0: the numbers of `a` count. R8: most output, then a conversation before a sidechain, then the later line; then the finished one, and the one with more of
 * the rest. Whatever order sessions come in, the same one wins. 0 only for sessions of one id. Where the session that owns
 * the request is as good as the winner (`isAsGood`), it wins itself.
 */
export function compareWinners(a: RequestWinner, b: RequestWinner): number {
  return compareCounts(a, b) || compareTexts(a.sessionId, b.sessionId)
}

/** Nothing but the names of their sessions decides between them. */
export function isAsGood(a: RequestWinner, b: RequestWinner): boolean {
  return compareCounts(a, b) === 0
}

function compareCounts(a: RequestWinner, b: RequestWinner): number {
  return (
    b.output - a.output ||
    Number(a.isSidechain) - Number(b.isSidechain) ||
    (b.winnerAt ?? NO_TIME) - (a.winnerAt ?? NO_TIME) ||
    Number(a.isUnfinished) - Number(b.isUnfinished) ||
    b.input - a.input ||
    b.cacheRead - a.cacheRead ||
    b.cacheWrite5m - a.cacheWrite5m ||
    b.cacheWrite1h - a.cacheWrite1h ||
    b.thinking - a.thinking ||
    b.webSearches - a.webSearches ||
    (b.recordedCostUsd ?? 0) - (a.recordedCostUsd ?? 0)
  )
}

/** The same, decided for sessions of one id too. */
export function compareNamedWinners(a: NamedWinner, b: NamedWinner): number {
  return (
    compareWinners(a, b) ||
    b.contextTokens - a.contextTokens ||
    b.webFetches - a.webFetches ||
    compareTexts(a.model, b.model) ||
    compareTexts(a.speed, b.speed) ||
    compareTexts(a.geo, b.geo) ||
    compareTexts(a.serviceTier, b.serviceTier) ||
    a.number - b.number
  )
}

/** As the rank of a request tells (`Request.rank`). */
export function isSidechainRank(rank: number): boolean {
  return rank >= 2
}

/** Earlier than any line that has one. */
export const NO_TIME = Number.MIN_SAFE_INTEGER

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
