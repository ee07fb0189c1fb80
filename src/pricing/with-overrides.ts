import { parseModelName } from './model-name.ts'
import type { PriceRow, PriceTable, Rates } from './price-table.ts'

/** Prices of one's own. US dollars for a million tokens; only input and output are needed. */
export interface PriceOverride extends RateOverride {
  /** UTC days; the row holds from the first and before the second. */
  readonly from?: string
  readonly until?: string
  /** A request with more tokens than this in its context pays `long`. */
  readonly longOver?: number
  readonly long?: RateOverride
  readonly fast?: number
  readonly us?: number
  readonly regional?: number
  readonly batch?: number
  /** US dollars for a thousand. */
  readonly webSearches?: number
}

interface RateOverride {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite5m?: number
  readonly cacheWrite1h?: number
}

/** By model: as the table names it, or exactly as transcripts record it. */
export interface PriceOverrides {
  readonly [model: string]: PriceOverride | readonly PriceOverride[]
}

export const OVERRIDE_SOURCE = 'your config file'

/**
 * The table with all rows of these models replaced. Factors and fees that an override does not name stay as they are in
 * the newest row of that model, however its name is spelled.
 */
export function withOverrides(table: PriceTable, overrides: PriceOverrides | undefined): PriceTable {
  if (overrides === undefined) return table
  const own = Object.entries(overrides).flatMap(([model, given]) => {
    const before = newestRow(table, model) ?? newestRow(table, parseModelName(model).model)
    return listOf(given).map(override => rowOf(model, override, before))
  })
  const replaced = new Set(own.map(row => row.model))
  return { ...table, rows: [...own, ...table.rows.filter(row => !replaced.has(row.model))] }
}

function newestRow(table: PriceTable, model: string): PriceRow | undefined {
  return table.rows.findLast(row => row.model === model && row.until === undefined)
}

function listOf(given: PriceOverride | readonly PriceOverride[]): readonly PriceOverride[] {
  return 'length' in given ? given : [given]
}

function rowOf(model: string, override: PriceOverride, before: PriceRow | undefined): PriceRow {
  const { longOver, long } = override
  return {
    model,
    from: override.from,
    until: override.until,
    rates: ratesOf(override),
    long: long === undefined || longOver === undefined ? undefined : { overTokens: longOver, rates: ratesOf(long) },
    fast: override.fast ?? before?.fast,
    us: override.us ?? before?.us ?? 1,
    regional: override.regional ?? before?.regional ?? 1,
    batch: override.batch ?? before?.batch ?? 1,
    webSearches: override.webSearches ?? before?.webSearches ?? 0,
    source: OVERRIDE_SOURCE,
  }
}

/** What Anthropic's caches cost, where nothing is said (R20). */
const CACHE_READ = 0.1
const CACHE_WRITE_5M = 1.25
const CACHE_WRITE_1H = 2

function ratesOf({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: RateOverride): Rates {
  return {
    input,
    output,
    cacheRead: cacheRead ?? input * CACHE_READ,
    cacheWrite5m: cacheWrite5m ?? input * CACHE_WRITE_5M,
    cacheWrite1h: cacheWrite1h ?? input * CACHE_WRITE_1H,
  }
}
