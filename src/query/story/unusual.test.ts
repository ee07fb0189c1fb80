import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findUsual, MAX_WEEKS, MIN_WEEKS, medianOf } from './unusual.ts'

describe('what is usual', () => {
  test('lies within three scaled deviations of the median', () => {
    // Median 13, deviations 3 2 1 0 1 2 3, so a MAD of 2.
    expect(findUsual([10, 11, 12, 13, 14, 15, 16], 1)).toEqual({
      median: 13,
      low: 13 - 3 * 1.4826 * 2,
      high: 13 + 3 * 1.4826 * 2,
    })
  })
  test('is not known before there are six weeks', () => {
    expect(findUsual([1, 2, 3, 4, 5], 1)).toBeUndefined()
    expect(findUsual([1, 2, 3, 4, 5, 6], 1)).toBeDefined()
  })
  test('hardly moves for one wild week', () => {
    const calm = findUsual([10, 11, 12, 13, 14, 15, 16], 1)
    const wild = findUsual([10, 11, 12, 13, 14, 15, 9999], 1)
    expect(wild?.high).toBe(calm?.high)
  })
  test('leaves room where all weeks are alike', () => {
    expect(findUsual([0, 0, 0, 0, 0, 0], 2)).toEqual({ median: 0, low: -6, high: 6 })
    expect(findUsual([100, 100, 100, 100, 100, 100], 1)).toEqual({ median: 100, low: 70, high: 130 })
  })
  test('goes by the last half year', () => {
    const old = Array.from({ length: 50 }, () => 1000)
    const recent = Array.from({ length: MAX_WEEKS }, (_, at) => at)
    expect(findUsual([...old, ...recent], 1)).toEqual(findUsual(recent, 1))
  })
  test('holds the middle half of the weeks, and does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: MIN_WEEKS, maxLength: MAX_WEEKS }), weeks => {
        const usual = findUsual(weeks, 1)
        const within = weeks.filter(value => usual && value >= usual.low && value <= usual.high)
        expect(within.length * 2).toBeGreaterThanOrEqual(weeks.length)
        expect(findUsual(weeks.toReversed(), 1)).toEqual(usual)
      }),
    )
  })
})

test('the median is the middle one, or between the two', () => {
  expect(medianOf([3, 1, 2])).toBe(2)
  expect(medianOf([4, 1, 2, 3])).toBe(2.5)
  expect(medianOf([])).toBe(0)
})
