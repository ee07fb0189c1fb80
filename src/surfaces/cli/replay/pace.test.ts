import { expect, test } from 'vitest'
import { faster, formatSpeed, MAX_SPEED, MIN_SPEED, slower } from './pace.ts'

test('speeds go by powers of two, in bounds, and back', () => {
  expect([1, 3, 0.3, 64].map(faster)).toEqual([2, 4, 0.5, MAX_SPEED])
  expect([1, 3, 0.3, 0.25].map(slower)).toEqual([0.5, 2, 0.25, MIN_SPEED])
  for (const speed of [0.25, 0.5, 1, 2, 32]) expect(slower(faster(speed))).toBe(speed)
  expect([2, 0.5, 1.333].map(formatSpeed)).toEqual(['2×', '0.5×', '1.33×'])
})
