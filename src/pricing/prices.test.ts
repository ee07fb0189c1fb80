import { describe, expect, test } from 'vitest'
import { FACTORS, MORE_PRICES, MORE_TIERS } from './amendments.ts'
import { parseModelName } from './model-name.ts'
import type { PriceRow, Rates } from './price-table.ts'
import { PRICES } from './prices.ts'
import { BASE_PRICES } from './prices-data.ts'

/** Caches of this one cost what the price list says, not a round factor. */
const ODD_WRITES = ['claude-3-haiku']
/** R21: the only models whose cache is read for less than a tenth. */
const CHEAP_READS = [
  'claude-fable-5-1',
  'claude-fable-5-2',
  'claude-mythos-5-1',
  'claude-mythos-5-2',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
]

const byModel = Map.groupBy(PRICES.rows, row => row.model)

function ratesOf(row: PriceRow): readonly Rates[] {
  return row.long ? [row.rates, row.long.rates] : [row.rates]
}

/** The rows of which something does not hold, by name. */
function failing(holds: (row: PriceRow) => boolean): string[] {
  return PRICES.rows.filter(row => !holds(row)).map(row => `${row.model} ${row.from ?? ''}`)
}

function rowOn(model: string, day: string): PriceRow | undefined {
  return byModel
    .get(model)
    ?.find(({ from, until }) => (from === undefined || from <= day) && (until === undefined || day < until))
}

describe('the table', () => {
  test('says when it was checked and what it is made from', () => {
    expect(PRICES.version).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(PRICES.from).toMatch(/^@pydantic\/genai-prices \d+\.\d+\.\d+$/)
  })
  test('R26: the rows of a model follow each other without hole or overlap', () => {
    for (const rows of byModel.values()) {
      const sorted = rows.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
      expect(sorted[0]?.from).toBeUndefined()
      expect(sorted.at(-1)?.until).toBeUndefined()
      for (const [at, row] of sorted.slice(1).entries()) expect(row.from).toBe(sorted[at]?.until)
    }
  })
  test('has a source in every row', () => expect(failing(row => row.source.trim().length > 10)).toEqual([]))
  test('has no price of nothing', () =>
    expect(failing(row => ratesOf(row).every(rates => Object.values(rates).every(rate => rate > 0)))).toEqual([]))
  test('R20: a 5-minute write costs 1.25 of the input, a 1-hour write twice', () =>
    expect(
      failing(row =>
        ratesOf(row).every(
          ({ input, cacheWrite5m, cacheWrite1h }) => cacheWrite5m === input * 1.25 && cacheWrite1h === input * 2,
        ),
      ).map(name => name.trim()),
    ).toEqual(ODD_WRITES))
  test('R21: a cache read costs a tenth, but for the models that list less', () => {
    const isTenth = ({ input, cacheRead }: Rates): boolean => Math.abs(cacheRead - input / 10) < 1e-9
    const odd = PRICES.rows.filter(row => !ratesOf(row).every(isTenth)).map(row => row.model)
    expect([...new Set(odd)].sort()).toEqual([...ODD_WRITES, ...CHEAP_READS].sort())
    expect(failing(row => ratesOf(row).every(rates => rates.cacheRead < rates.input))).toEqual([])
  })
  test('R22: a long context costs twice the input and 1.5 of the output, over 200,000', () => {
    const long = PRICES.rows.filter(row => row.long && row.model !== 'claude-haiku-5-5')
    expect(long.map(row => row.model)).toEqual([
      'claude-opus-4-6',
      'claude-sonnet-4',
      'claude-sonnet-4-5',
      'claude-sonnet-4-6',
    ])
    for (const { long: tier, rates } of long) {
      expect(tier?.overTokens).toBe(200_000)
      expect(tier?.rates.input).toBe(rates.input * 2)
      expect(tier?.rates.output).toBe(rates.output * 1.5)
    }
  })
  test('R22: Haiku 5.5 has a tier of its own, five times as much over 100,000', () => {
    const row = rowOn('claude-haiku-5-5', '2026-11-16')
    expect(row?.long?.overTokens).toBe(100_000)
    expect(row?.long?.rates.output).toBe(2.5)
  })
  test('R22, R26: 4.6 is flat since 2026-03-13', () => {
    for (const model of ['claude-opus-4-6', 'claude-sonnet-4-6']) {
      expect(rowOn(model, '2026-03-12')?.long).toBeDefined()
      expect(rowOn(model, '2026-03-13')?.long).toBeUndefined()
    }
  })
  test('R26: a cut price holds from its day on', () => {
    expect(rowOn('claude-sonnet-5-5', '2026-10-06')?.rates.cacheRead).toBe(0.2)
    expect(rowOn('claude-sonnet-5-5', '2026-10-07')?.rates.cacheRead).toBe(0.1)
  })
  test('R26: Sonnet 5 kept the price it began with', () => {
    for (const day of ['2026-08-31', '2026-09-01'])
      expect(rowOn('claude-sonnet-5', day)?.rates).toMatchObject({ input: 2, output: 10 })
  })
  test('R27: names of models stand for themselves', () =>
    expect(failing(row => parseModelName(row.model).model === row.model)).toEqual([]))
})

describe('amendments', () => {
  test('name only models of the table', () => {
    const named = [...MORE_TIERS.map(({ model }) => model), ...FACTORS.flatMap(({ models }) => models ?? [])]
    expect(named.filter(model => !byModel.has(model))).toEqual([])
  })
  test('add only what the package does not have', () => {
    const base = new Set(BASE_PRICES.map(({ model }) => model))
    expect(MORE_PRICES.filter(({ model }) => base.has(model))).toEqual([])
    const tiered = new Set(BASE_PRICES.filter(({ long }) => long).map(({ model }) => model))
    expect(MORE_TIERS.filter(({ model }) => tiered.has(model))).toEqual([])
  })
  test('give a model no rule twice', () => {
    const rules = FACTORS.flatMap(({ rule, models }) => (models ?? ['all']).map(model => `${rule} ${model}`))
    expect(new Set(rules).size).toBe(rules.length)
  })
})
