import { suggest } from '../text/suggest.ts'

/** Prices by model name: one row, or several with dates. The fields are those of docs/prices.md. */
export interface PriceSetting {
  readonly [model: string]: ModelPrice | readonly ModelPrice[]
}

export interface ModelPrice extends ModelRates {
  readonly from?: string
  readonly until?: string
  readonly longOver?: number
  readonly long?: ModelRates
  readonly fast?: number
  readonly us?: number
  readonly regional?: number
  readonly batch?: number
  readonly webSearches?: number
}

interface ModelRates {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite5m?: number
  readonly cacheWrite1h?: number
}

export const PRICE_SHAPE = 'prices by model name, such as {"my-model": {"input": 1, "output": 5}}'

const RATES = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'] as const
const NUMBERS = [...RATES, 'longOver', 'fast', 'us', 'regional', 'batch', 'webSearches'] as const
const FIELDS: readonly string[] = [...NUMBERS, 'long', 'from', 'until']

/** Undefined: the value is good. Otherwise what it must be. */
export function checkPrices(value: unknown): string | undefined {
  if (!isObject(value)) return PRICE_SHAPE
  for (const [model, given] of Object.entries(value)) {
    const wanted = checkModel(model, given)
    if (wanted !== undefined) return `prices by model name with ${wanted}`
  }
  return undefined
}

/** From a command line: JSON, or what will be refused. */
export function parsePrices(words: readonly string[]): unknown {
  const text = words.join(' ')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function checkModel(model: string, given: unknown): string | undefined {
  if (model.trim() === '') return 'a name for each model'
  const named = JSON.stringify(model)
  const rows: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (rows.length === 0 || !rows.every(isObject)) return `an object or a list of objects for ${named}`
  for (const row of rows) {
    const wanted = checkRow(row)
    if (wanted !== undefined) return `${wanted} in ${named}`
  }
  return overlap(rows) ? `rows whose dates do not overlap in ${named}` : undefined
}

function checkRow(row: JsonObject): string | undefined {
  const { long, longOver, from, until } = row
  const wanted = checkNames(row, FIELDS) ?? checkNumbers(row, NUMBERS)
  if (wanted !== undefined) return wanted
  if ((long === undefined) !== (longOver === undefined)) return '"long" and "longOver" together'
  if (long !== undefined) {
    if (!isObject(long)) return 'an object as "long"'
    const wantedLong = checkNames(long, RATES) ?? checkNumbers(long, RATES)
    if (wantedLong !== undefined) return `${wantedLong} in "long"`
  }
  if (from !== undefined && !isDay(from)) return 'a day such as 2026-01-31 as "from"'
  if (until !== undefined && !isDay(until)) return 'a day such as 2026-01-31 as "until"'
  return from !== undefined && until !== undefined && from >= until ? '"from" before "until"' : undefined
}

function checkNames(row: JsonObject, known: readonly string[]): string | undefined {
  const unknown = Object.keys(row).find(name => !known.includes(name))
  if (unknown === undefined) return undefined
  const near = suggest(unknown, known)
  return `no ${JSON.stringify(unknown)}${near === undefined ? '' : ` (did you mean "${near}"?)`}`
}

function checkNumbers(row: JsonObject, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = row[name]
    if (value === undefined && name !== 'input' && name !== 'output') continue
    if (typeof value !== 'number' || !(value >= 0 && value <= MAX_NUMBER))
      return `a number from 0 to a billion as "${name}"`
  }
  return undefined
}

/** Beyond any price, factor or context; keeps sums finite. */
const MAX_NUMBER = 1e9

function overlap(rows: readonly JsonObject[]): boolean {
  const ranges = rows
    .map(({ from, until }) => ({ from: String(from ?? ''), until: String(until ?? '9999-99-99') }))
    .sort((a, b) => (a.from < b.from ? -1 : 1))
  return ranges.some((range, at) => at > 0 && range.from < (ranges[at - 1]?.until ?? ''))
}

interface JsonObject {
  readonly [name: string]: unknown
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value)
}
