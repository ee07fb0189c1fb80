import { expect, test } from 'vitest'
import { formatBytes, formatCount, formatInteger, formatNumberOf } from './count.ts'

function checkCount(count: number, expected: string): void {
  expect(formatCount(count)).toBe(expected)
}

test('small counts stay as they are', () => checkCount(950, '950'))
test('thousands have one decimal', () => checkCount(12_345, '12.3k'))
test('a round number has none', () => checkCount(2000, '2k'))
test('hundreds of thousands have none', () => checkCount(456_789, '457k'))
test('rounding moves on to the next unit', () => checkCount(999_950, '1M'))
test('millions and beyond have their own letters', () => {
  checkCount(4_120_000, '4.1M')
  checkCount(7_000_000_000, '7G')
})
test('bytes say their unit', () => {
  expect([formatBytes(12), formatBytes(12_300), formatBytes(5_400_000)]).toEqual(['12 B', '12.3 KB', '5.4 MB'])
})
test('one thing is singular', () => {
  expect([formatNumberOf(1, 'session'), formatNumberOf(1234, 'session')]).toEqual(['1 session', '1,234 sessions'])
  expect(formatInteger(1_234_567)).toBe('1,234,567')
})
