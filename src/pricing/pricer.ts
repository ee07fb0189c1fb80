import type { PriceTable } from './price-table.ts'

/** What decides about the cost of a request. Texts are empty where nothing is recorded. */
export interface PricedRequest {
  /** Epoch milliseconds (R26); undefined: today's prices. */
  readonly firstAt: number | undefined
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  /** Largest context of one pass: decides about the long-context tier (R22). */
  readonly contextTokens: number
  readonly speed: string
  readonly geo: string
  readonly serviceTier: string
  readonly webSearches: number
}

/** How a cost came about, for `--explain`. */
export interface ExplainedCost {
  readonly nanoUsd: number
  /** Nano-dollars, rules included. They add up to `nanoUsd`. */
  readonly parts: {
    readonly input: number
    readonly output: number
    readonly cacheRead: number
    readonly cacheWrite5m: number
    readonly cacheWrite1h: number
    readonly webSearches: number
  }
  /** What was out of the ordinary: `long context (over 200,000)`, `fast × 6`, `US × 1.1`, `batch × 0.5`. */
  readonly rules: readonly string[]
  /** The row it was taken from: `claude-opus-4-6 until 2026-03-13`. */
  readonly row: string
}

export interface Pricer {
  readonly table: PriceTable
  /** Whole nano-dollars; undefined where the model is in no row (R27). */
  cost(request: PricedRequest): number | undefined
  explain(request: PricedRequest): ExplainedCost | undefined
}
