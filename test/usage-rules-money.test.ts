import { describe, expect, test } from 'vitest'
import { checkNumbers, checkTrap, countTrap, makeUsageHome, nano, type Trap } from './usage-fixture.ts'

/** What a request of claude-opus-4-6 with 1,000 in and 100 out costs, in millionths of a dollar: 5 and 25 for a token. */
const OPUS = 1000 * 5 + 100 * 25
/** The same of claude-haiku-4-5: 1 and 5. */
const HAIKU = 1000 * 1 + 100 * 5

const TRAPS: readonly Trap[] = [
  {
    rule: 'R20',
    says: 'a cache write for an hour costs twice the input, one for five minutes 1.25 of it',
    trap: 'one-hour-cache',
    requests: 1,
    input: 100,
    output: 50,
    write5m: 10_000,
    write1h: 40_000,
    usd: (100 * 1 + 50 * 5 + 10_000 * 1.25 + 40_000 * 2) / 1e6,
  },
  {
    rule: 'R20',
    says: 'where the split is all zero or missing, the flat total counts',
    trap: 'all-zero-split',
    requests: 2,
    input: 100 + 100,
    output: 50 + 50,
    write5m: 30_000 + 8000,
    usd: (200 * 1 + 100 * 5 + 38_000 * 1.25) / 1e6,
  },
  {
    rule: 'R21',
    says: 'the price of a cache read is the one in the table',
    trap: 'cheaper-cache-reads',
    requests: 2,
    input: 1000 + 1000,
    output: 100 + 100,
    read: 80_000 + 80_000,
    usd: (1000 * 10 + 100 * 50 + 80_000 * 0.25 + (1000 * 10 + 100 * 50 + 80_000 * 1)) / 1e6,
  },
  {
    rule: 'R22',
    says: 'one token over 200,000 of context makes all tokens of the request dearer',
    trap: 'long-context',
    requests: 2,
    input: 1000 + 1001,
    output: 1000 + 1000,
    read: 150_000 + 150_000,
    write5m: 49_000 + 49_000,
    usd:
      (1000 * 3 + 1000 * 15 + 150_000 * 0.3 + 49_000 * 3.75) / 1e6 +
      (1001 * 6 + 1000 * 22.5 + 150_000 * 0.6 + 49_000 * 7.5) / 1e6,
  },
  {
    rule: 'R22',
    says: 'models of one price have it up to a million',
    trap: 'long-context-at-one-price',
    requests: 1,
    input: 1000,
    output: 1000,
    read: 500_000,
    usd: (1000 * 5 + 1000 * 25 + 500_000 * 0.5) / 1e6,
  },
  {
    rule: 'R23',
    says: 'fast multiplies the price of all tokens, by the factor of the model',
    trap: 'fast',
    requests: 2,
    input: 1000 + 1000,
    output: 100 + 100,
    read: 10_000 + 10_000,
    write1h: 2000 + 2000,
    usd: ((6 + 2) * (1000 * 5 + 100 * 25 + 10_000 * 0.5 + 2000 * 10)) / 1e6,
  },
  {
    rule: 'R24',
    says: 'inference in the US costs a tenth more, from the models on that have it',
    trap: 'us-only',
    requests: 3,
    input: 3 * 1000,
    output: 3 * 100,
    usd: (1.1 * OPUS + OPUS + HAIKU) / 1e6,
  },
  {
    rule: 'R24',
    says: 'a region of Bedrock costs a tenth more, the global endpoint does not',
    trap: 'bedrock-region',
    requests: 2,
    input: 2 * 1000,
    output: 2 * 100,
    usd: (1.1 * HAIKU + HAIKU) / 1e6,
  },
  {
    rule: 'R25',
    says: 'a web search costs a cent, a fetch nothing',
    trap: 'web-search-fee',
    requests: 1,
    input: 1000,
    output: 100,
    usd: HAIKU / 1e6 + (3 * 10) / 1000,
  },
  {
    rule: 'R25',
    says: 'a batch costs half, priority no more than the list says',
    trap: 'batch',
    requests: 2,
    input: 2 * 1000,
    output: 2 * 100,
    usd: (0.5 * HAIKU + HAIKU) / 1e6,
  },
  {
    rule: 'R26',
    says: 'a request costs what was right on its day',
    trap: 'price-of-the-day',
    requests: 2,
    input: 2 * 1000,
    output: 2 * 1000,
    read: 2 * 250_000,
    // On 12 March 2026 the long tier still held, from 13 March on there was one price.
    usd: (1000 * 10 + 1000 * 37.5 + 250_000 * 1) / 1e6 + (1000 * 5 + 1000 * 25 + 250_000 * 0.5) / 1e6,
  },
  {
    rule: 'R27',
    says: 'a model in no table is unpriced, never free and never guessed by its family',
    trap: 'unknown-models',
    requests: 3,
    input: 1000 + 500 + 1000,
    output: 100 + 50 + 100,
    read: 4000,
    usd: HAIKU / 1e6,
    unpriced: 5100 + 550,
  },
  {
    rule: 'R28',
    says: 'a cost that the client recorded is the cost, zero is none',
    trap: 'recorded-cost',
    requests: 3,
    input: 3 * 1000,
    output: 3 * 100,
    usd: 0.5 + (1000 * 3 + 100 * 15) / 1e6 + 0.25,
  },
]

describe('what a request costs', () => {
  for (const trap of TRAPS) test(`${trap.rule}: ${trap.says} (${trap.trap})`, () => checkTrap(trap))

  test('R26: a price of your own reprices all history without a new sync (unknown-models)', async () => {
    const home = makeUsageHome('unknown-models')
    const tell = async () => JSON.parse((await home.run(['usage', 'models', '--json'])).out).totals
    expect(nano((await tell()).costUsd)).toBe(nano(HAIKU / 1e6))
    const prices = JSON.stringify({ 'claude-opus-9-9': { input: 10, output: 50 } })
    expect((await home.run(['config', 'set', 'prices', prices])).code).toBe(0)
    // A cache read costs a tenth of the input where nothing else is said.
    const own = 1000 * 10 + 100 * 50 + 4000 * 1
    expect(nano((await tell()).costUsd)).toBe(nano((HAIKU + own) / 1e6))
  })

  test('R27: rows without a price have no cost, and the models are named (unknown-models)', async () => {
    const { rows, accuracy } = await countTrap('unknown-models')
    checkNumbers(
      rows.find(row => row.key === 'claude-opus-9-9'),
      { requests: 1, input: 1000, output: 100, read: 4000, usd: null, unpriced: 5100 },
    )
    expect(accuracy.unpriced).toEqual([
      { model: 'claude-opus-9-9', requests: 1, tokens: 5100 },
      { model: 'my-claude-haiku-4-5-clone', requests: 1, tokens: 550 },
    ])
  })

  test('R28: --recalculate computes what was recorded, too (recorded-cost)', async () => {
    const { totals, accuracy } = await countTrap('recorded-cost', ['models', '--recalculate'])
    const usd = (2 * (1000 * 3 + 100 * 15)) / 1e6
    checkNumbers(totals, { requests: 3, input: 3000, output: 300, usd, unpriced: 1100 })
    expect(accuracy.recordedCosts).toBe(0)
    expect((await countTrap('recorded-cost')).accuracy.recordedCosts).toBe(2)
  })

  test('R29: money is called API-equivalent (web-search-fee)', async () => {
    const { code, out } = await makeUsageHome('web-search-fee').run(['usage', 'daily'])
    expect(code).toBe(0)
    expect(out).toMatch(/API-equivalent/)
  })
})
