import { expect, test } from 'vitest'
import type { ContextPoint } from './inspect-context.ts'
import { thinPoints } from './thin-points.ts'

/** Contexts that grow and fall every tenth request. */
const POINTS: readonly ContextPoint[] = Array.from({ length: 100 }, (_, at) => ({
  number: at + 1,
  turn: 1,
  at: undefined,
  contextTokens: (at % 10) * 100,
  windowTokens: undefined,
  costUsd: null,
  isRewound: false,
  totalUsd: at,
}))

test('few enough points stay as they are', () => {
  expect(thinPoints(POINTS, 100)).toBe(POINTS)
})

test('of each run the fullest stays, and the ends, and what is named', () => {
  const numbers = thinPoints(POINTS, 10, ({ number }) => number === 42).map(({ number }) => number)
  expect(numbers).toEqual([1, 10, 20, 30, 40, 42, 50, 60, 70, 80, 90, 100])
})

test('of too many edges only some stay', () => {
  expect(thinPoints(POINTS, 10, () => true).length).toBeLessThanOrEqual(2 * 10 + 2)
})
