import { expect, test } from 'vitest'
import { formatDay, formatDayTime, formatIso } from './day.ts'

function checkDay(at: number, expected: string): void {
  expect(formatDay(at)).toBe(expected)
}

test('a day is written year first', () => checkDay(new Date(2026, 0, 5, 9, 5).getTime(), '2026-01-05'))
test('a moment has hours and minutes', () => {
  expect(formatDayTime(new Date(2026, 0, 5, 9, 5).getTime())).toBe('2026-01-05 09:05')
})
test('no time is said, not thrown', () => {
  checkDay(Number.NaN, 'unknown day')
  expect(formatIso(Number.NaN)).toBeUndefined()
  expect(formatIso(8.64e15 + 1)).toBeUndefined()
})
