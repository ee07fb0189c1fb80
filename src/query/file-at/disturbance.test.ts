import { expect, test } from 'vitest'
import { findGap } from './disturbance.ts'

const work = (...times: readonly (readonly [number, number])[]) =>
  times.map(([startedAt, endedAt]) => ({ startedAt, endedAt }))

test('finds the first time at which no session was at work', () => {
  expect(findGap(work([0, 10]), { from: 2, to: 10 })).toBeUndefined()
  expect(findGap(work([0, 10]), { from: 2, to: 12 })).toEqual({ from: 10, to: 12 })
  expect(findGap(work([20, 30], [0, 10]), { from: 2, to: 25 })).toEqual({ from: 10, to: 20 })
  expect(findGap(work([0, 10], [5, 30]), { from: 2, to: 25 })).toBeUndefined()
  expect(findGap([], { from: 1, to: 2 })).toEqual({ from: 1, to: 2 })
})
