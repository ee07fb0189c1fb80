/**
 * pricing/ knows what a token costs, at which time, under which rules. It is data and one pure function: no clock, no
 * files, nothing of ours. Money is whole nano-dollars (a billionth), so that sums are exact and do not depend on order.
 */

/** US dollars for a million tokens. */
export interface Rates {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** What one model costs from one day to another. */
export interface PriceRow {
  /** As the API names it, without the date at its end: `claude-opus-4-6`. */
  readonly model: string
  /** UTC days, `2026-03-13`; the row holds from the first and before the second. Undefined: from the beginning, until now. */
  readonly from: string | undefined
  readonly until: string | undefined
  readonly rates: Rates
  /** R22: a request whose context is larger pays these rates for all its tokens. */
  readonly long: { readonly overTokens: number; readonly rates: Rates } | undefined
  /** R23: factor on all tokens where `speed` is `fast`; undefined where the model has no such mode. */
  readonly fast: number | undefined
  /** R24: factor where `inference_geo` is `us`, and where a Bedrock or Vertex id names a region. */
  readonly us: number
  readonly regional: number
  /** R25: factor where `service_tier` is `batch`. */
  readonly batch: number
  /** R25: US dollars for a thousand searches. */
  readonly webSearches: number
  /** Where the row comes from. */
  readonly source: string
}

/** A row without the rules that hold for many models; those stand in amendments.ts. */
export type BasePrice = Omit<PriceRow, 'fast' | 'us' | 'regional' | 'batch'>

export interface PriceTable {
  /** Day on which it was last compared with its sources. */
  readonly version: string
  /** The package it was made from, with its version. */
  readonly from: string
  readonly rows: readonly PriceRow[]
}
