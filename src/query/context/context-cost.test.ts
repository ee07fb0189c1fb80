import { expect, test } from 'vitest'
import { makeRows, PRICER } from '../../../test/context-rows.ts'
import { createContextCosts, sumKnown } from './context-cost.ts'
import type { ContextRow } from './context-rows.ts'

const costs = createContextCosts(PRICER)

function makeRow(cache: readonly [number, number, number], more: Partial<ContextRow> = {}): ContextRow {
  return makeRows([{ cache, ...more }])[0] as ContextRow
}

/** Dollars for so many tokens at so many dollars a million, in nano-dollars. */
function nano(tokens: number, usd: number): number {
  return tokens * usd * 1000
}

test('R20: a miss costs what writing costs more than reading, by the life it was written for', () => {
  expect(costs.ofMiss(makeRow([0, 50_000, 0]), 40_000)).toBe(nano(40_000, 6.25 - 0.5))
  expect(costs.ofMiss(makeRow([0, 0, 50_000]), 40_000)).toBe(nano(40_000, 10 - 0.5))
})

test('R20: what lives for an hour is taken first, then what lives for five minutes, then input', () => {
  const row = makeRow([0, 2000, 1000], { input: 500 })
  expect(costs.ofMiss(row, 3200)).toBe(nano(1000, 9.5) + nano(2000, 5.75) + nano(200, 4.5))
})

test('R22: in a long context at the rates of that tier', () => {
  expect(costs.ofMiss(makeRow([0, 250_000, 0]), 100_000)).toBe(nano(100_000, 2 * 5.75))
})

test('R23: in fast mode with its factor', () => {
  expect(costs.ofMiss(makeRow([0, 50_000, 0], { speed: 'fast' }), 40_000)).toBe(nano(40_000, 6 * 5.75))
})

test('R27: without a price nobody knows', () => {
  const row = makeRow([0, 50_000, 0], { model: 'other' })
  expect([costs.ofMiss(row, 40_000), costs.ofRefill(row), costs.ofRequest(row)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([sumKnown([]), sumKnown([undefined]), sumKnown([undefined, 2, 3])]).toEqual([0, undefined, 5])
})

test('R28: what the client recorded is the cost of a request, and nothing recorded is not', () => {
  expect(costs.ofRequest(makeRow([0, 50_000, 0], { recordedCostUsd: 0.25 }))).toBe(250_000_000)
  const computed = nano(10, 5) + nano(100, 25) + nano(50_000, 6.25)
  expect(costs.ofRequest(makeRow([0, 50_000, 0], { recordedCostUsd: 0 }))).toBe(computed)
})

test('a refill is input and writes, without what was read and answered', () => {
  expect(costs.ofRefill(makeRow([9000, 30_000, 0]))).toBe(nano(10, 5) + nano(30_000, 6.25))
})
