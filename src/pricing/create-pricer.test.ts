import { describe, expect, test } from 'vitest'
import { createPricer } from './create-pricer.ts'
import type { PricedRequest } from './pricer.ts'
import { PRICES } from './prices.ts'

const pricer = createPricer(PRICES)
const MILLION = 1_000_000

function request(given: Partial<PricedRequest> & { readonly model: string }): PricedRequest {
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 }
  const plain = { contextTokens: 0, speed: '', geo: '', serviceTier: '', firstAt: Date.UTC(2026, 10, 16) }
  return { ...nothing, ...plain, ...given }
}

/** Both ways to ask give the same, and the parts add up. */
function checkUsd(given: Partial<PricedRequest> & { readonly model: string }, usd: number | undefined): void {
  const asked = request(given)
  const nano = usd === undefined ? undefined : Math.round(usd * 1e9)
  expect(pricer.cost(asked)).toBe(nano)
  const explained = pricer.explain(asked)
  expect(explained?.nanoUsd).toBe(nano)
  if (explained) expect(Object.values(explained.parts).reduce((sum, part) => sum + part, 0)).toBe(explained.nanoUsd)
}

function rulesOf(given: Partial<PricedRequest> & { readonly model: string }): readonly string[] | undefined {
  return pricer.explain(request(given))?.rules
}

describe('tokens', () => {
  test('R20: 5-minute and 1-hour writes have their own prices', () => {
    checkUsd({ model: 'claude-opus-4-5', cacheWrite5m: MILLION }, 6.25)
    checkUsd({ model: 'claude-opus-4-5', cacheWrite1h: MILLION }, 10)
    checkUsd({ model: 'claude-opus-4-5', input: MILLION, output: MILLION, cacheRead: MILLION }, 30.5)
  })
  test('R21: a cache read costs what the table says, not a tenth', () => {
    checkUsd({ model: 'claude-fable-5', cacheRead: MILLION }, 1)
    checkUsd({ model: 'claude-fable-5-1', cacheRead: MILLION }, 0.25)
    checkUsd({ model: 'claude-mythos-5-1', cacheRead: MILLION }, 0.25)
  })
  test('a single token costs whole nano-dollars', () => {
    checkUsd({ model: 'claude-sonnet-4-5', input: 1 }, 0.000003)
    expect(pricer.cost(request({ model: 'claude-haiku-5-5', cacheWrite5m: 1 }))).toBe(125)
    expect(pricer.cost(request({ model: 'claude-haiku-5-5', cacheRead: 1 }))).toBe(10)
    expect(pricer.cost(request({ model: 'claude-fable-5-1', cacheRead: 3, speed: 'fast', geo: 'us' }))).toBe(825)
  })
  test('nothing costs nothing', () => checkUsd({ model: 'claude-opus-5' }, 0))
})

describe('R22: long context', () => {
  const tokens = { input: 10_000, cacheRead: 190_000, output: 1000 }
  test('at the limit costs as usual', () =>
    checkUsd({ model: 'claude-sonnet-4-5', ...tokens, contextTokens: 200_000 }, 0.03 + 0.057 + 0.015))
  test('over it, all tokens cost more, not only those beyond', () => {
    checkUsd({ model: 'claude-sonnet-4-5', ...tokens, contextTokens: 200_001 }, 0.06 + 0.114 + 0.0225)
    checkUsd({ model: 'claude-sonnet-4-20250514[1m]', ...tokens, contextTokens: 200_001 }, 0.06 + 0.114 + 0.0225)
    expect(rulesOf({ model: 'claude-sonnet-4', contextTokens: 200_001 })).toEqual(['long context (over 200,000)'])
  })
  test('is decided by the context of one pass, not by the sum of all', () =>
    checkUsd({ model: 'claude-sonnet-4-5', input: MILLION, contextTokens: 150_000 }, 3))
  test('costs no more on newer models', () => {
    checkUsd({ model: 'claude-opus-4-7', input: 900_000, contextTokens: 900_000 }, 4.5)
    checkUsd({ model: 'claude-sonnet-5', input: 900_000, contextTokens: 900_000 }, 1.8)
  })
  test('begins at 100,000 on Haiku 5.5', () => {
    checkUsd({ model: 'claude-haiku-5-5', input: 100_000, contextTokens: 100_000 }, 0.01)
    checkUsd({ model: 'claude-haiku-5-5', input: 100_001, output: 1000, contextTokens: 100_001 }, 0.0500005 + 0.0025)
  })
})

describe('R23: fast mode', () => {
  test.each([
    ['claude-opus-4-6', 30],
    ['claude-opus-4-7', 30],
    ['claude-opus-4-8', 10],
    ['claude-opus-5', 10],
    ['claude-opus-5-5', 8],
  ])('of %s costs %d dollars', (model, usd) => checkUsd({ model, input: MILLION, speed: 'fast' }, usd))
  test('multiplies every kind of token', () =>
    checkUsd(
      { model: 'claude-opus-4-8', output: MILLION, cacheRead: MILLION, cacheWrite1h: MILLION, speed: 'fast' },
      71,
    ))
  test('multiplies the long-context prices where these hold', () => {
    const at = { firstAt: Date.UTC(2026, 1, 20), contextTokens: 300_000 }
    checkUsd({ model: 'claude-opus-4-6', input: MILLION, output: MILLION, speed: 'fast', ...at }, 60 + 225)
  })
  test('of a model without such a price costs as usual and says so', () => {
    checkUsd({ model: 'claude-sonnet-4-5', input: MILLION, speed: 'fast' }, 3)
    expect(rulesOf({ model: 'claude-sonnet-4-5', speed: 'fast' })).toEqual(['fast, at the standard price'])
  })
  test('R18: an unknown speed is as standard', () => {
    checkUsd({ model: 'claude-opus-4-6', input: MILLION, speed: 'warp' }, 5)
    expect(rulesOf({ model: 'claude-opus-4-6', speed: 'warp' })).toEqual([])
  })
})

describe('R24: where it was served', () => {
  test('the US cost a tenth more since 4.6', () => {
    checkUsd({ model: 'claude-opus-4-6', output: MILLION, geo: 'us' }, 27.5)
    checkUsd({ model: 'claude-opus-4-5', output: MILLION, geo: 'us' }, 25)
  })
  test('no other word does', () => {
    for (const geo of ['', 'global', 'not_available', 'US', 'usa'])
      checkUsd({ model: 'claude-opus-4-6', output: MILLION, geo }, 25)
  })
  test('a region of Bedrock costs a tenth more since 4.5', () => {
    checkUsd({ model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', input: MILLION }, 3.3)
    checkUsd({ model: 'anthropic.claude-sonnet-4-5-20250929-v1:0', input: MILLION }, 3.3)
    checkUsd({ model: 'global.anthropic.claude-sonnet-4-5-20250929-v1:0', input: MILLION }, 3)
    checkUsd({ model: 'us.anthropic.claude-sonnet-4-20250514-v1:0', input: MILLION }, 3)
  })
  test('both at once count once', () => {
    const both = { model: 'us.anthropic.claude-opus-4-6-v1', geo: 'us' }
    checkUsd({ ...both, input: MILLION }, 5.5)
    expect(rulesOf(both)).toEqual(['regional × 1.1'])
  })
  test('multiplies with fast mode', () => {
    checkUsd({ model: 'claude-opus-5', input: MILLION, speed: 'fast', geo: 'us' }, 11)
    expect(rulesOf({ model: 'claude-opus-5', speed: 'fast', geo: 'us' })).toEqual(['fast × 2', 'US × 1.1'])
  })
})

describe('R25: fees and tiers', () => {
  test('a web search costs a cent, whatever else multiplies', () => {
    checkUsd({ model: 'claude-opus-5', webSearches: 3 }, 0.03)
    checkUsd({ model: 'claude-opus-5', webSearches: 1000, speed: 'fast', geo: 'us', serviceTier: 'batch' }, 10)
  })
  test('a batch costs half', () => {
    checkUsd({ model: 'claude-opus-5', output: MILLION, serviceTier: 'batch' }, 12.5)
    expect(rulesOf({ model: 'claude-opus-5', serviceTier: 'batch' })).toEqual(['batch × 0.5'])
  })
  test('other tiers cost as usual', () => {
    for (const serviceTier of ['', 'standard', 'priority', 'default', 'flex', 'new'])
      checkUsd({ model: 'claude-opus-5', output: MILLION, serviceTier }, 25)
  })
})

describe('R26: the day of the request', () => {
  const long = { model: 'claude-opus-4-6', input: MILLION, contextTokens: MILLION }
  test('decides, in UTC', () => {
    checkUsd({ ...long, firstAt: Date.parse('2026-03-12T23:59:59.999Z') }, 10)
    checkUsd({ ...long, firstAt: Date.parse('2026-03-13T00:00:00.000Z') }, 5)
    expect(pricer.explain(request({ ...long, firstAt: 0 }))?.row).toBe('claude-opus-4-6 until 2026-03-13')
    expect(pricer.explain(request(long))?.row).toBe('claude-opus-4-6 from 2026-03-13')
  })
  test('that is not recorded is taken as today', () => {
    checkUsd({ ...long, firstAt: undefined }, 5)
    checkUsd({ model: 'claude-sonnet-5-5', cacheRead: MILLION, firstAt: undefined }, 0.1)
    checkUsd({ ...long, firstAt: Number.NaN }, 5)
  })
})

describe('R27: a model that is not in the table', () => {
  test('has no price, not a price of nothing', () => {
    for (const model of ['claude-opus-4-9', 'opus', '<synthetic>', '', '__proto__', 'gpt-6'])
      checkUsd({ model, input: MILLION, webSearches: 1 }, undefined)
  })
  test('has none the second time either', () => checkUsd({ model: 'opus', input: MILLION }, undefined))
})

test('costs of huge counts are numbers still', () => {
  const huge = Number.MAX_SAFE_INTEGER
  const cost = pricer.cost(request({ model: 'claude-opus-4-6', input: huge, output: huge, speed: 'fast' }))
  expect(cost).toBeGreaterThan(huge)
  expect(Number.isFinite(cost)).toBe(true)
})
