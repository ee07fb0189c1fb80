import { describe, expect, test } from 'vitest'
import { NEVER_RECORDED, type UsageAccuracy } from '../../../query/usage/usage-accuracy.ts'
import { displayWidth } from '../../../text/width.ts'
import { formatAccuracy } from './accuracy-lines.ts'

const GOOD: UsageAccuracy = {
  requests: 12,
  finished: 12,
  unfinished: 0,
  unfinishedOutputTokens: 0,
  unpriced: [],
  copiesDropped: 0,
  unreadableLines: 0,
  seenInProgress: { requests: 0, tokens: 0 },
  recordedCosts: 0,
  withoutTime: 0,
  prices: { version: '2026-11-16', from: 'a package' },
  neverRecorded: NEVER_RECORDED,
}

const BAD: UsageAccuracy = {
  ...GOOD,
  requests: 12_345_678,
  finished: 11_223_344,
  unfinished: 1_122_334,
  unpriced: ['a-model-with-a-very-long-name-indeed', 'another-model-with-a-long-name', 'c', 'd'].map(model => ({
    model,
    requests: 1,
    tokens: 123_456_789,
  })),
  copiesDropped: 123_456,
  unreadableLines: 123_456,
  seenInProgress: { requests: 123_456, tokens: 123_456_789 },
  recordedCosts: 123_456,
  withoutTime: 123_456,
}

describe('the accuracy below a report', () => {
  test('R15: says what transcripts never contain, and how many requests there are, even if all is well', () =>
    expect(formatAccuracy(GOOD, 100)).toEqual([
      '12 requests, all finished · prices of 2026-11-16',
      'never in transcripts: safety checks, title helpers, unsaved sessions',
    ]))
  test('names all that is not zero', () => {
    const text = formatAccuracy(BAD, 100).join('\n')
    for (const part of [
      '12,345,678 requests: 11,223,344 finished, 1,122,334 unfinished (lower bound)',
      'unpriced 494M tokens (a-model-with-a-ve… 123M, another-model-wit… 123M, 2 more)',
      '123k copies dropped',
      '123k unreadable lines',
      'not counted: 123k requests seen only in progress lines (123M tokens)',
      '123k recorded costs',
      '123k undated',
      'prices of 2026-11-16',
    ]) {
      expect(text).toContain(part)
    }
  })
  test.each([100, 120, 160])('takes five lines at most at %d columns, and fits', columns => {
    const lines = formatAccuracy(BAD, columns)
    expect(lines.length).toBeLessThanOrEqual(5)
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
  })
  test.each([20, 40, 60])('fits into %d columns', columns => {
    for (const line of formatAccuracy(BAD, columns)) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
  })
  test('shows names of models as text', () => {
    const unpriced = [{ model: 'x\x1b[31m\ny', requests: 1, tokens: 1 }]
    expect(formatAccuracy({ ...GOOD, unpriced }, 200).join('')).toContain('(x y 1)')
  })
  test('says nothing of prices where there is no money', () =>
    expect(formatAccuracy({ ...GOOD, prices: undefined }, 200).join('')).not.toContain('price'))
})
