import { describe, expect, test } from 'vitest'
import { alignMarks, formatCost, formatUsd } from './money.ts'

describe('money', () => {
  test.each([
    [0, '$0.00'],
    [0.000_000_1, '<$0.0001'],
    [0.0001, '$0.0001'],
    [0.009_94, '$0.0099'],
    [0.01, '$0.01'],
    [1.005, '$1.00'],
    [12.345_6, '$12.35'],
    [1_234_567.891, '$1,234,567.89'],
  ])('%d is written %s', (usd, text) => expect(formatUsd(usd)).toBe(text))
})

describe('the cost of a row', () => {
  test('R27: is not $0 where nothing of it has a price', () =>
    expect(formatCost({ costUsd: null, isLowerBound: true })).toBe('unpriced'))
  test('R11, R27: is marked where it is more than that', () =>
    expect(formatCost({ costUsd: 1, isLowerBound: true })).toBe('$1.00+'))
  test('is plain where it is all there is', () => expect(formatCost({ costUsd: 1, isLowerBound: false })).toBe('$1.00'))
})

describe('marks below each other', () => {
  test('have a column of their own, where there is one', () => {
    expect(alignMarks(['$1.00', '', '$2.00+', 'unpriced'])).toEqual(['$1.00 ', '', '$2.00+', 'unpriced '])
    expect(alignMarks(['$1.00', ''])).toEqual(['$1.00', ''])
  })
})
