import { parseModelName } from './model-name.ts'
import type { PriceRow, PriceTable, Rates } from './price-table.ts'

/** A row with its numbers ready to multiply: nano-dollars for one token or search. */
export interface ReadyRow {
  readonly row: PriceRow
  readonly rates: Rates
  readonly longRates: Rates
  readonly longOver: number
  readonly webSearch: number
}

export interface RowsOfModel {
  readonly isRegional: boolean
  /** R26: by the day of the request; without a time, the newest. Undefined where no row holds. */
  rowAt(at: number | undefined): ReadyRow | undefined
}

/** Rows by recorded name: exactly as recorded first, then as the table names it; undefined where unknown (R27). */
export function createRowFinder(table: PriceTable): (recorded: string) => RowsOfModel | undefined {
  const byModel = Map.groupBy(table.rows, row => row.model)
  const known = new Map<string, RowsOfModel | undefined>()
  const look = (recorded: string): RowsOfModel | undefined => {
    const exact = byModel.get(recorded)
    if (exact) return datedRows(exact, false)
    const { model, isRegional } = parseModelName(recorded)
    const rows = byModel.get(model)
    return rows && datedRows(rows, isRegional)
  }
  return recorded => {
    const found = known.get(recorded)
    if (found !== undefined || known.has(recorded)) return found
    const looked = look(recorded)
    known.set(recorded, looked)
    return looked
  }
}

function datedRows(rows: readonly PriceRow[], isRegional: boolean): RowsOfModel {
  const dated = rows
    .map(row => ({ from: startOf(row.from) ?? -Infinity, until: startOf(row.until) ?? Infinity, ready: ready(row) }))
    .sort((a, b) => b.from - a.from)
  return {
    isRegional,
    rowAt(at) {
      if (at === undefined || Number.isNaN(at)) return dated[0]?.ready
      for (const { from, until, ready } of dated) if (at >= from && at < until) return ready
      return undefined
    },
  }
}

function startOf(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`)
}

const MTOK_TO_NANO = 1000
const KCOUNT_TO_NANO = 1_000_000

function ready(row: PriceRow): ReadyRow {
  return {
    row,
    rates: nanoRates(row.rates),
    longRates: nanoRates(row.long?.rates ?? row.rates),
    longOver: row.long?.overTokens ?? Infinity,
    webSearch: row.webSearches * KCOUNT_TO_NANO,
  }
}

function nanoRates(rates: Rates): Rates {
  return {
    input: rates.input * MTOK_TO_NANO,
    output: rates.output * MTOK_TO_NANO,
    cacheRead: rates.cacheRead * MTOK_TO_NANO,
    cacheWrite5m: rates.cacheWrite5m * MTOK_TO_NANO,
    cacheWrite1h: rates.cacheWrite1h * MTOK_TO_NANO,
  }
}
