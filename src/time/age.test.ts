import { expect, test } from 'vitest'
import { formatAge } from './age.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function checkAge(agoMs: number, expected: string): void {
  expect(formatAge(1_800_000_000_000 - agoMs, 1_800_000_000_000)).toBe(expected)
}

test('under a minute is now', () => checkAge(59_000, 'just now'))
test('minutes, hours and days', () => {
  checkAge(5 * MINUTE, '5m ago')
  checkAge(3 * 60 * MINUTE, '3h ago')
  checkAge(2 * DAY, '2d ago')
})
test('months and years', () => {
  checkAge(70 * DAY, '2mo ago')
  checkAge(800 * DAY, '2y ago')
})
test('what is still to come', () => checkAge(-4 * DAY, 'in 4d'))
test('no time at all', () => checkAge(Number.NaN, 'unknown'))
