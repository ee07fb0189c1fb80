import { expect, test } from 'vitest'
import { parseSince } from './parse-since.ts'

const NOW = new Date(2026, 10, 16, 12, 0).getTime()

function checkSince(text: string, expected: number | undefined): void {
  expect(parseSince(text, NOW)).toBe(expected)
}

test('a length of time counts back from now', () => {
  checkSince('7d', NOW - 7 * 86_400_000)
  checkSince('12h', NOW - 12 * 3_600_000)
  checkSince('2w', NOW - 14 * 86_400_000)
})
test('a day begins at midnight here', () => {
  checkSince('2026-11-01', new Date(2026, 10, 1).getTime())
  checkSince('yesterday', new Date(2026, 10, 15).getTime())
})
test('the last week begins on its Monday, the last month on its first day', () => {
  checkSince('last week', new Date(2026, 10, 9).getTime())
  checkSince('Last month', new Date(2026, 9, 1).getTime())
})
test('a day with a time of day', () => checkSince('2026-11-16T09:30', new Date(2026, 10, 16, 9, 30).getTime()))
test('anything else means nothing', () => {
  checkSince('soon', undefined)
  checkSince('2026-02-31', undefined)
  checkSince('', undefined)
})
