import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

function checkDuration(durationMs: number, expected: string): void {
  expect(formatDuration(durationMs)).toBe(expected)
}

test('milliseconds below a second', () => checkDuration(850, '850ms'))
test('seconds below a minute', () => checkDuration(12_000, '12s'))
test('minutes and seconds', () => checkDuration(252_000, '4m 12s'))
test('hours and minutes', () => checkDuration(2 * 3_600_000 + 300_000, '2h 05m'))
test('days and hours', () => checkDuration(76 * 3_600_000, '3d 4h'))
test('nonsense is nothing', () => checkDuration(-5, '0s'))
