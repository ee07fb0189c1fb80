import { expect, test } from 'vitest'
import type { Entry } from '../format/entry.ts'
import type { JsonObject } from '../format/json.ts'
import { kindOf } from '../format/kinds/table.ts'
import { ClientTotals, hasReadableCounts, readClientTotal } from './client-totals.ts'

/** Cost, times around it and line of each total that is kept. */
function collect(...lines: readonly (JsonObject | number)[]) {
  const totals = new ClientTotals()
  lines.forEach((line, at) => {
    const json = typeof line === 'number' ? { type: 'user' } : { type: 'cost-state', ...line }
    const entry: Entry = { kind: kindOf(json), start: at, end: at + 1, line: at + 1, json }
    totals.add(entry, json, typeof line === 'number' ? line : undefined)
  })
  return totals.list.map(({ costUsd, at, nextAt, line }) => [costUsd, at, nextAt, line])
}

test('keeps what each process left, with the times around it', () => {
  expect(collect(1, 2, { totalCostUSD: 0.5 }, 7, 8, { totalCostUSD: 0.9 })).toEqual([
    [0.5, 2, 7, 3],
    [0.9, 8, undefined, 6],
  ])
})

test('a total written twice is one', () =>
  expect(collect(1, { totalCostUSD: 0.5 }, { totalCostUSD: 0.6 })).toEqual([[0.6, 1, undefined, 3]]))

test('a line without a cost is no total', () =>
  expect(collect({}, { totalCostUSD: 'much' }, { totalCostUSD: -1 }, { totalCostUSD: 1e300 })).toEqual([]))

test('reads the tokens of each model, odd values as nothing', () => {
  const modelUsage = {
    b: { inputTokens: 3, outputTokens: 4, cacheCreationInputTokens: 10, cacheCreationEphemeral1hInputTokens: 4 },
    a: { inputTokens: -3, outputTokens: 'x', costUSD: 0.25, webSearchRequests: 2 },
    odd: 7,
  }
  const total = readClientTotal({ totalCostUSD: 1, startTime: 5, hasUnknownModelCost: true, modelUsage }, 1)
  expect(total).toMatchObject({ costUsd: 1, startedAt: 5, hasUnknownPrices: true })
  expect(total?.models).toEqual([
    { model: 'a', ...NOTHING, webSearches: 2, costUsd: 0.25 },
    { model: 'b', ...NOTHING, input: 3, output: 4, cacheWrite5m: 6, cacheWrite1h: 4 },
  ])
})

test.each<readonly [string, number, JsonObject, boolean]>([
  ['plain', 0.0175, { a: { inputTokens: 1000, outputTokens: 500, costUSD: 0.0175 } }, true],
  ['of two models', 0.3, { a: { inputTokens: 9, costUSD: 0.1 }, b: { outputTokens: 9, costUSD: 0.2 } }, true],
  ['without a price', 0, { a: { inputTokens: 9, costUSD: 0 } }, true],
  ['of nothing', 0, {}, true],
  ['missing', 0.0175, {}, false],
  ['no counts at all', 0.0175, { a: null, b: 7 }, false],
  ['texts', 0.0175, { a: { inputTokens: '1000', costUSD: 0.0175 } }, false],
  ['of another total', 0.5, { a: { inputTokens: 1000, costUSD: 0.0175 } }, false],
  ['too large', 0.0175, { a: { inputTokens: 1e300, costUSD: 0.0175 } }, false],
  ['too large', 0.0175, { a: { inputTokens: 2 ** 53, costUSD: 0.0175 } }, false],
  ['too many for the price', 0.0175, { a: { inputTokens: 1e9, costUSD: 0.0175 } }, false],
  ['too large without a price', 0, { a: { inputTokens: 1e300 } }, false],
])('counts that are %s', (_, totalCostUSD, modelUsage, isReadable) => {
  const total = readClientTotal({ totalCostUSD, modelUsage }, 1)
  expect(total && hasReadableCounts(total)).toBe(isReadable)
})

const NOTHING = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  thinking: 0,
  webSearches: 0,
  costUsd: 0,
}
