import { describe, expect, test } from 'vitest'
import { createPricer } from './create-pricer.ts'
import { PRICES } from './prices.ts'
import { type PriceOverrides, withOverrides } from './with-overrides.ts'

const MILLION = 1_000_000

interface Asked {
  readonly model: string
  readonly day?: string
  readonly counts?: { readonly [name: string]: number | string }
}

/** Dollars of a request under these overrides. */
function usd(overrides: PriceOverrides, { model, day = '2026-11-16', counts = { input: MILLION } }: Asked) {
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 }
  const plain = { contextTokens: 0, speed: '', geo: '', serviceTier: '', firstAt: Date.parse(day) }
  const nano = createPricer(withOverrides(PRICES, overrides)).cost({ ...nothing, ...plain, ...counts, model })
  return nano === undefined ? undefined : nano / 1e9
}

describe('prices of one’s own', () => {
  test('are not needed', () => expect(withOverrides(PRICES, undefined)).toBe(PRICES))
  test('price a model that the table does not know', () => {
    expect(usd({}, { model: 'glm-9' })).toBeUndefined()
    expect(usd({ 'glm-9': { input: 1, output: 5 } }, { model: 'glm-9' })).toBe(1)
  })
  test('have the usual cache prices where nothing is said', () => {
    const own = { mine: { input: 10, output: 50 } }
    expect(usd(own, { model: 'mine', counts: { cacheRead: MILLION } })).toBe(1)
    expect(usd(own, { model: 'mine', counts: { cacheWrite5m: MILLION } })).toBe(12.5)
    expect(usd(own, { model: 'mine', counts: { cacheWrite1h: MILLION } })).toBe(20)
  })
  test('name all their own', () => {
    const rates = { input: 10, output: 50, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4 }
    const own = {
      mine: { ...rates, longOver: 1000, long: { input: 20, output: 60 }, fast: 3, us: 1.5, webSearches: 7 },
    }
    expect(
      usd(own, { model: 'mine', counts: { cacheRead: MILLION, cacheWrite5m: MILLION, cacheWrite1h: MILLION } }),
    ).toBe(9)
    expect(usd(own, { model: 'mine', counts: { input: MILLION, contextTokens: 1001 } })).toBe(20)
    expect(usd(own, { model: 'mine', counts: { cacheRead: MILLION, contextTokens: 1001 } })).toBe(2)
    expect(usd(own, { model: 'mine', counts: { input: MILLION, speed: 'fast', geo: 'us' } })).toBe(45)
    expect(usd(own, { model: 'mine', counts: { webSearches: 1000 } })).toBe(7)
  })
  test('replace all rows of a model, however it is spelled', () => {
    const own = { 'claude-opus-4-6': { input: 1, output: 2 } }
    for (const model of ['claude-opus-4-6', 'claude-opus-4-6[1m]', 'global.anthropic.claude-opus-4-6-v1'])
      expect(usd(own, { model, day: '2026-03-01', counts: { input: MILLION, contextTokens: MILLION } })).toBe(1)
    expect(usd(own, { model: 'claude-opus-4-7' })).toBe(5)
  })
  test('leave factors and fees that they do not name as they were', () => {
    const own = { 'claude-opus-4-6': { input: 1, output: 2 } }
    expect(usd(own, { model: 'claude-opus-4-6', counts: { input: MILLION, speed: 'fast' } })).toBe(6)
    expect(usd(own, { model: 'claude-opus-4-6', counts: { input: MILLION, geo: 'us' } })).toBe(1.1)
    expect(usd(own, { model: 'claude-opus-4-6', counts: { input: MILLION, serviceTier: 'batch' } })).toBe(0.5)
    expect(usd(own, { model: 'claude-opus-4-6', counts: { webSearches: 1000 } })).toBe(10)
  })
  test('leave them also where the name is spelled as recorded', () => {
    const model = 'claude-opus-4-6-20260205'
    const own = { [model]: { input: 1, output: 2 } }
    expect(usd(own, { model, counts: { input: MILLION, speed: 'fast', geo: 'us' } })).toBe(6.6)
    expect(usd(own, { model, counts: { webSearches: 1000 } })).toBe(10)
    expect(usd(own, { model: 'claude-opus-4-6' })).toBe(5)
  })
  test('match a name exactly as recorded before any other reading of it', () => {
    const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
    const own = { [model]: { input: 9, output: 9 } }
    expect(usd(own, { model })).toBe(9)
    expect(usd(own, { model: 'claude-sonnet-4-5-20250929' })).toBe(3)
  })
  test('R26: hold for their days only', () => {
    const own = {
      mine: [
        { input: 1, output: 1, until: '2026-06-01' },
        { input: 2, output: 2, from: '2026-06-01', until: '2026-09-01' },
      ],
    }
    expect(usd(own, { model: 'mine', day: '2026-05-31' })).toBe(1)
    expect(usd(own, { model: 'mine', day: '2026-06-01' })).toBe(2)
    expect(usd(own, { model: 'mine', day: '2026-09-01' })).toBeUndefined()
  })
  test('take a name that JavaScript knows too', () => {
    const own = JSON.parse('{"__proto__": {"input": 4, "output": 4}, "constructor": {"input": 5, "output": 5}}')
    expect(usd(own, { model: '__proto__' })).toBe(4)
    expect(usd(own, { model: 'constructor' })).toBe(5)
  })
  test('say where they are from', () => {
    const { rows } = withOverrides(PRICES, { mine: { input: 1, output: 1 } })
    expect(rows.find(row => row.model === 'mine')?.source).toBe('your config file')
  })
})
