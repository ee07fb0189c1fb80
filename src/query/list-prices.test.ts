import { describe, expect, test } from 'vitest'
import { PRICES } from '../pricing/prices.ts'
import { listPrices, type PriceListRequest } from './list-prices.ts'

const NOW = Date.parse(PRICES.version) + 12.5 * 24 * 60 * 60 * 1000

function list(request: Partial<PriceListRequest>): readonly string[] {
  const found = listPrices(PRICES, { model: undefined, day: '2026-11-16', now: NOW, ...request })
  return found.rows.map(({ model, from, until }) => [model, from, until].filter(part => part !== null).join(' '))
}

describe('a list of prices', () => {
  test('has each model once on any day', () => {
    for (const day of ['2025-06-01', '2026-03-12', '2026-03-13', '2026-11-16', '2030-01-01'])
      expect(listPrices(PRICES, { model: undefined, day, now: NOW }).rows.map(row => row.model)).toHaveLength(
        new Set(PRICES.rows.map(row => row.model)).size,
      )
  })
  test('goes from new to old within a family', () =>
    expect(list({ model: 'haiku' })).toEqual([
      'claude-haiku-5-5',
      'claude-haiku-4-5',
      'claude-3-5-haiku',
      'claude-3-haiku',
    ]))
  test('finds part of a name, in other spellings too', () => {
    for (const model of ['opus-4-6', 'Opus 4.6', 'us.anthropic.claude-opus-4-6-v1', 'claude-opus-4-6[1m]'])
      expect(list({ model })).toEqual(['claude-opus-4-6 2026-03-13'])
  })
  test('shows the prices of a day, or of all days', () => {
    expect(list({ model: 'opus-4-6', day: '2026-03-12' })).toEqual(['claude-opus-4-6 2026-03-13'])
    expect(listPrices(PRICES, { model: 'opus-4-6', day: '2026-03-12', now: NOW }).rows[0]).toMatchObject({
      from: null,
      until: '2026-03-13',
      long: { overTokens: 200_000 },
    })
    expect(list({ day: undefined })).toHaveLength(PRICES.rows.length)
  })
  test('is empty for a model that is not there', () => expect(list({ model: 'gpt-6' })).toEqual([]))
  test('says how old the table is', () => {
    const { ageDays, version, from } = listPrices(PRICES, { model: undefined, day: undefined, now: NOW })
    expect({ ageDays, version, from }).toEqual({ ageDays: 12, version: PRICES.version, from: PRICES.from })
    expect(listPrices(PRICES, { model: undefined, day: undefined, now: 0 }).ageDays).toBe(0)
  })
})
