import { parseModelName } from '../pricing/model-name.ts'
import type { PriceRow, PriceTable, Rates } from '../pricing/price-table.ts'

export interface PriceListRequest {
  /** Part of a model's name, or a name as a transcript has it. */
  readonly model: string | undefined
  /** UTC day, `2026-11-16`, whose prices are wanted; undefined: of all days. */
  readonly day: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

export interface PriceList {
  readonly schema: 'backscroll.prices/1'
  /** Day on which the table was last compared with its sources. */
  readonly version: string
  /** The package it was made from. */
  readonly from: string
  readonly ageDays: number
  readonly rows: readonly ListedPrice[]
}

/** US dollars: rates for a million tokens, searches for a thousand. */
export interface ListedPrice {
  readonly model: string
  /** UTC days: from the first, before the second. */
  readonly from: string | null
  readonly until: string | null
  readonly rates: Rates
  readonly long: { readonly overTokens: number; readonly rates: Rates } | null
  readonly fast: number | null
  readonly us: number
  readonly regional: number
  readonly batch: number
  readonly webSearches: number
  readonly source: string
}

/** Prices of a day, by family and from new to old. */
export function listPrices(table: PriceTable, { model, day, now }: PriceListRequest): PriceList {
  const rows = table.rows
    .filter(row => (model === undefined || isMeant(row, model)) && (day === undefined || holdsOn(row, day)))
    .sort(compareRows)
  return {
    schema: 'backscroll.prices/1',
    version: table.version,
    from: table.from,
    ageDays: Math.max(0, Math.floor((now - Date.parse(table.version)) / DAY_MS)),
    rows: rows.map(toListed),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

function isMeant(row: PriceRow, text: string): boolean {
  return simplify(row.model).includes(simplify(text)) || parseModelName(text).model === row.model
}

/** So that `Opus 4.6` finds `claude-opus-4-6`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[\s.]+/g, '-')
}

function holdsOn({ from, until }: PriceRow, day: string): boolean {
  return (from === undefined || from <= day) && (until === undefined || day < until)
}

function compareRows(a: PriceRow, b: PriceRow): number {
  return (
    compareTexts(familyOf(a.model), familyOf(b.model)) ||
    compareVersions(versionOf(b.model), versionOf(a.model)) ||
    compareTexts(a.model, b.model) ||
    compareTexts(b.from ?? '', a.from ?? '')
  )
}

function familyOf(model: string): string {
  return /fable|haiku|mythos|opus|sonnet/.exec(model)?.[0] ?? ''
}

function versionOf(model: string): readonly number[] {
  return (model.match(/\d+/g) ?? []).map(Number)
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** JSON has no undefined; the fields come in the order one reads them. */
function toListed(row: PriceRow): ListedPrice {
  return {
    model: row.model,
    from: row.from ?? null,
    until: row.until ?? null,
    rates: row.rates,
    long: row.long ?? null,
    fast: row.fast ?? null,
    us: row.us,
    regional: row.regional,
    batch: row.batch,
    webSearches: row.webSearches,
    source: row.source,
  }
}
