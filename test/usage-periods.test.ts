import { describe, expect, test } from 'vitest'
import { buildUsage } from '../src/query/usage/build-usage.ts'
import { findCut } from '../src/query/usage/cuts/table.ts'
import type { UsageReport } from '../src/query/usage/usage-report.ts'
import { makeFact, makeGroup, makeSource, makeUsageRequest, requireZone } from './usage-world.ts'

function report(name: string, zone: string, times: readonly (string | number | undefined)[]): UsageReport {
  const source = makeSource([makeGroup(times.map(at => makeFact(at)))])
  return buildUsage({ source, store: undefined }, makeUsageRequest({ report: name, zone: requireZone(zone) }))
}

/** Labels of rows and how many requests each has. */
function checkRows(
  name: string,
  zone: string,
  times: readonly (string | undefined)[],
  rows: readonly (readonly [string, number])[],
): void {
  expect(report(name, zone, times).rows.map(({ label, requests }) => [label, requests])).toEqual(rows)
}

describe('daily', () => {
  test('R30: a turn over midnight is split by request', () =>
    checkRows(
      'daily',
      'Asia/Kathmandu',
      ['2026-11-15T18:14:59.999Z', '2026-11-15T18:15:00.000Z', '2026-11-15T18:15:00.001Z'],
      [
        ['2026-11-15 Sun', 1],
        ['2026-11-16 Mon', 2],
      ],
    ))
  test('R30: both sides of the days on which clocks change', () => {
    checkRows(
      'daily',
      'America/New_York',
      ['2026-11-01T03:59:59.999Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999Z', '2026-11-02T05:00:00Z'],
      [
        ['2026-10-31 Sat', 1],
        ['2026-11-01 Sun', 2],
        ['2026-11-02 Mon', 1],
      ],
    )
    checkRows(
      'daily',
      'Australia/Lord_Howe',
      ['2026-10-03T13:29:59.999Z', '2026-10-03T13:30:00Z', '2026-10-04T12:59:59.999Z', '2026-10-04T13:00:00Z'],
      [
        ['2026-10-03 Sat', 1],
        ['2026-10-04 Sun', 2],
        ['2026-10-05 Mon', 1],
      ],
    )
  })
  test('R30: a zone may leave out a day', () =>
    checkRows(
      'daily',
      'Pacific/Apia',
      ['2011-12-30T09:59:59.999Z', '2011-12-30T10:00:00Z'],
      [
        ['2011-12-29 Thu', 1],
        ['2011-12-31 Sat', 1],
      ],
    ))
  test('says when a day begins and ends, and which is today', () => {
    const { rows } = report('daily', 'America/New_York', ['2026-11-01T12:00:00Z', '2026-11-16T12:00:00Z'])
    expect(rows.map(({ key, about }) => [key, about])).toEqual([
      ['2026-11-01', { startsAt: '2026-11-01T04:00:00.000Z', endsAt: '2026-11-02T05:00:00.000Z', isCurrent: false }],
      ['2026-11-16', { startsAt: '2026-11-16T05:00:00.000Z', endsAt: '2026-11-17T05:00:00.000Z', isCurrent: true }],
    ])
  })
  test('requests without a time have a row of their own', () => {
    const { rows, totals } = report('daily', 'UTC', [undefined, '2026-11-16T00:00:00Z'])
    expect(rows.map(({ key, label, requests }) => [key, label, requests])).toEqual([
      ['2026-11-16', '2026-11-16 Mon', 1],
      ['', '(no time)', 1],
    ])
    expect(totals.requests).toBe(2)
  })
  test('a broken clock breaks nothing', () => {
    for (const name of ['daily', 'weekly', 'monthly', 'blocks']) {
      const { rows, totals } = report(name, 'Asia/Kathmandu', [8.64e15, '2026-11-16T00:00:00Z'])
      expect(rows.reduce((sum, row) => sum + row.requests, 0)).toBe(totals.requests)
    }
  })
})

describe('weekly', () => {
  test('R30: a week begins on Monday at midnight of its zone', () =>
    checkRows(
      'weekly',
      'America/New_York',
      ['2026-11-16T04:59:59.999Z', '2026-11-16T05:00:00Z', '2026-11-23T04:59:59.999Z', '2026-11-23T05:00:00Z'],
      [
        ['2026-11-09 W46', 1],
        ['2026-11-16 W47', 2],
        ['2026-11-23 W48', 1],
      ],
    ))
  test('a week belongs to the year of its Thursday', () => {
    const { rows } = report('weekly', 'UTC', ['2027-01-03T12:00:00Z', '2027-01-04T12:00:00Z', '2024-12-30T12:00:00Z'])
    expect(rows.map(({ key, about }) => [key, about.week])).toEqual([
      ['2024-12-30', '2025-W01'],
      ['2026-12-28', '2026-W53'],
      ['2027-01-04', '2027-W01'],
    ])
  })
})

test('R30: a month begins on its first day at midnight of its zone', () =>
  checkRows(
    'monthly',
    'Asia/Kathmandu',
    ['2026-10-31T18:14:59.999Z', '2026-10-31T18:15:00Z', '2026-11-30T18:15:00Z'],
    [
      ['2026-10 Oct', 1],
      ['2026-11 Nov', 1],
      ['2026-12 Dec', 1],
    ],
  ))

test('people who know other words find the reports', () => {
  const known = ['day', 'days', 'week', 'weeks', 'month', 'months', 'block'].map(word => findCut(word)?.name)
  expect(known).toEqual(['daily', 'daily', 'weekly', 'weekly', 'monthly', 'monthly', 'blocks'])
})
