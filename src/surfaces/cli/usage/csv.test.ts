import { describe, expect, test } from 'vitest'
import type { UsageReport, UsageRow } from '../../../query/usage/usage-report.ts'
import { formatUsageCsv } from './csv.ts'

const NUMBERS = {
  requests: 2,
  unfinished: 1,
  inputTokens: 10,
  outputTokens: 20,
  cacheWriteTokens: 40,
  cacheReadTokens: 30,
  totalTokens: 100,
  cacheWrite5mTokens: 40,
  cacheWrite1hTokens: 0,
  thinkingTokens: 5,
  webSearches: 0,
  costUsd: 0.000_000_12,
  unpricedTokens: 0,
  isLowerBound: true,
}

function row(key: string, more: Partial<UsageRow> = {}): UsageRow {
  const times = { firstAt: '2026-03-01T10:00:00.000Z', lastAt: '2026-03-01T10:01:00.000Z' }
  return { key, label: key, ...NUMBERS, about: {}, models: ['claude-opus-4-6'], ...times, ...more }
}

function csvOf(...rows: readonly UsageRow[]): readonly string[] {
  const text = formatUsageCsv({ rows } as unknown as UsageReport)
  expect(text.endsWith('\r\n')).toBe(true)
  return text.split('\r\n').slice(0, -1)
}

/** Key and label of the only row. */
function cellsOf(key: string): string | undefined {
  return csvOf(row(key, { label: 'x' }))[1]?.replace(/,x,,2,1,.*$/s, '')
}

describe('CSV of a report', () => {
  test('has a title for each column and a record for each row', () => {
    expect(csvOf(row('2026-03-01', { label: '2026-03-01 Sun' }))).toEqual([
      'key,label,part,requests,unfinished,inputTokens,outputTokens,cacheWriteTokens,cacheReadTokens,totalTokens,' +
        'cacheWrite5mTokens,cacheWrite1hTokens,thinkingTokens,webSearches,costUsd,unpricedTokens,isLowerBound,models,firstAt,lastAt',
      '2026-03-01,2026-03-01 Sun,,2,1,10,20,40,30,100,40,0,5,0,0.00000012,0,true,claude-opus-4-6,' +
        '2026-03-01T10:00:00.000Z,2026-03-01T10:01:00.000Z',
    ])
  })
  test('R27: leaves the cost empty where nothing has a price', () =>
    expect(csvOf(row('x', { costUsd: null, unpricedTokens: 100 }))[1]).toContain(',0,,100,'))
  test('leaves out what was never recorded', () =>
    expect(csvOf(row('x', { firstAt: undefined, lastAt: undefined }))[1]).toMatch(/,claude-opus-4-6,,$/))
  test('has the parts in place of the rows, so that columns add up', () => {
    const records = csvOf(row('day', { parts: [row('a', { requests: 1 }), row('b', { requests: 1 })] })).slice(1)
    expect(records.map(record => record.split(',').slice(0, 4))).toEqual([
      ['day', 'day', 'a', '1'],
      ['day', 'day', 'b', '1'],
    ])
  })
  test('has no record for a gap between blocks', () =>
    expect(csvOf(row('a'), row('gap', { about: { kind: 'gap' } }))).toHaveLength(2))
})

describe('a cell', () => {
  test('with commas, quotes or line ends is quoted', () => {
    expect(cellsOf('a,b')).toBe('"a,b"')
    expect(cellsOf('say "hi"')).toBe('"say ""hi"""')
    expect(cellsOf('two\nlines')).toBe('"two\nlines"')
  })
  test.each(['=HYPERLINK(1)', '+1+1', '-1+cmd', '@SUM(A1)', '\tx'])('%j is no formula', text =>
    expect(cellsOf(text)).toBe(`'${text}`),
  )
  test('that is a number stays one', () => {
    expect(cellsOf('-12.5')).toBe('-12.5')
    expect(cellsOf('+3')).toBe('+3')
  })
  test('shows control characters and obeys none', () => expect(cellsOf('a\x1b[2Jb')).toBe('a␛[2Jb'))
})
