import { describe, expect, test } from 'vitest'
import type { UsageReport, UsageRow } from '../../../../query/usage/usage-report.ts'
import { chartData } from './chart-data.ts'

const NUMBERS = {
  requests: 1,
  unfinished: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens: 10,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  thinkingTokens: 0,
  webSearches: 0,
  costUsd: 1,
  unpricedTokens: 0,
  isLowerBound: false,
}

function row(key: string, costs: { readonly [model: string]: number } = { a: 1 }): UsageRow {
  const base = { ...NUMBERS, label: key, about: {}, models: [], firstAt: undefined, lastAt: undefined }
  const parts = Object.entries(costs).map(([model, costUsd]) => ({ ...base, key: model, label: model, costUsd }))
  return { ...base, key, costUsd: parts.reduce((sum, part) => sum + part.costUsd, 0), parts }
}

function draw(rows: readonly UsageRow[], more: Partial<Parameters<typeof chartData>[1]> = {}) {
  const report = { rows } as unknown as UsageReport
  return chartData(report, { unit: 'daily', split: 'models', amount: 'cost', ...more })
}

describe('a report as bars', () => {
  test('has the days without requests, too, and leaves out what has no time', () => {
    const { keys, series, leftOut } = draw([row('2026-11-01'), row('2026-11-04'), row('')])
    expect(keys).toEqual(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'])
    expect(series.map(({ values }) => values)).toEqual([[1, 0, 0, 1]])
    expect(leftOut).toBe(0)
  })
  test('adds up to the whole: what is small is one bar of others', () => {
    const { series } = draw([row('2026-11-01', { a: 9, b: 8, c: 7, d: 6, e: 5, f: 4 }), row('2026-11-02', { f: 1 })])
    expect(series.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd', 'others'])
    const sums = [0, 1].map(at => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
    expect(sums).toEqual([39, 1])
  })
  test('draws only days with requests where a broken clock lies between them', () =>
    expect(draw([row('2025-01-01'), row('2025-01-02'), row('2125-01-01')]).keys).toEqual([
      '2025-01-01',
      '2025-01-02',
      '2125-01-01',
    ]))
  test('is one bar each without a split, of tokens if those are asked for', () =>
    expect(draw([row('2026-11')], { unit: 'monthly', split: 'none', amount: 'tokens' }).series).toEqual([
      { label: 'Tokens', values: [10] },
    ]))
})
