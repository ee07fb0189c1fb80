import { describe, expect, test } from 'vitest'
import { formatCost, formatUsd } from './usage-money.ts'

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
    expect(formatCost({ costUsd: null, unpricedTokens: 5, unfinished: 0 })).toBe('unpriced'))
  test('R27: is marked where a part of it has no price', () =>
    expect(formatCost({ costUsd: 1, unpricedTokens: 5, unfinished: 0 })).toBe('$1.00+'))
  test('R11: is marked where a request is unfinished', () =>
    expect(formatCost({ costUsd: 1, unpricedTokens: 0, unfinished: 1 })).toBe('$1.00+'))
  test('is plain where it is all there is', () =>
    expect(formatCost({ costUsd: 1, unpricedTokens: 0, unfinished: 0 })).toBe('$1.00'))
})
