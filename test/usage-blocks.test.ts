import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildUsage } from '../src/query/usage/build-usage.ts'
import { limitToLastBlocks } from '../src/query/usage/cuts/blocks.ts'
import { listBlocks } from '../src/query/usage/usage-blocks.ts'
import type { UsageRequest, UsageRow } from '../src/query/usage/usage-report.ts'
import type { SessionUsage } from '../src/query/usage/usage-source.ts'
import { makeFact, makeGroup, makeSource, makeUsageRequest, requireZone } from './usage-world.ts'

const HOUR = 60 * 60_000

function listRows(groups: readonly SessionUsage[], more: Partial<UsageRequest> = {}): readonly UsageRow[] {
  const request = makeUsageRequest({ report: 'blocks', now: Date.parse('2030-01-01T00:00:00Z'), ...more })
  return buildUsage({ source: makeSource(groups), store: undefined }, request).rows
}

function makeTimes(times: readonly string[]): readonly SessionUsage[] {
  return [makeGroup(times.map(time => makeFact(`2026-11-16T${time}Z`)))]
}

/** Keys of blocks (hour and minute of their start) and how many requests each has. */
function checkBlocks(groups: readonly SessionUsage[], expected: readonly (readonly [string, number])[]): void {
  const rows = listRows(groups).filter(({ about }) => about.kind === 'block')
  expect(rows.map(({ key, requests }) => [key.slice(11, 16), requests])).toEqual(expected)
}

describe('R31: a block', () => {
  test('begins with the hour of its first request', () => {
    checkBlocks(makeTimes(['09:00:00.000']), [['09:00', 1]])
    checkBlocks(makeTimes(['09:59:59.999']), [['09:00', 1]])
  })
  test('holds what is no more than five hours from its start', () =>
    checkBlocks(makeTimes(['09:30:00.000', '14:00:00.000', '14:00:00.001']), [
      ['09:00', 2],
      ['14:00', 1],
    ]))
  test('ends where nothing was asked for five hours', () =>
    checkBlocks(makeTimes(['09:30:00.000', '14:30:00.001']), [
      ['09:00', 1],
      ['14:00', 1],
    ]))
  test('is counted over all sessions, in the order of time', () => {
    const groups = [
      makeGroup([makeFact('2026-11-16T13:10:00Z'), makeFact('2026-11-16T15:10:00Z')], 1),
      makeGroup([makeFact('2026-11-16T09:10:00Z'), makeFact('2026-11-16T14:10:00Z')], 2),
    ]
    checkBlocks(groups, [
      ['09:00', 2],
      ['14:00', 2],
    ])
  })
  test('begins with an hour of UTC, whatever the zone shows', () => {
    const [row] = listRows(makeTimes(['09:30:00.000']), { zone: requireZone('Asia/Kathmandu') })
    expect([row?.key, row?.label]).toEqual(['2026-11-16T09:00:00.000Z', '2026-11-16 14:45–19:45'])
  })
  test('has no request without a time', () => {
    const rows = listRows([makeGroup([makeFact(undefined), makeFact('2026-11-16T09:10:00Z')])])
    expect(rows.map(({ key, label }) => [key, label])).toEqual([
      ['2026-11-16T09:00:00.000Z', '2026-11-16 09:00–14:00'],
      ['', '(no time)'],
    ])
  })
  test('is the same where a bound or filter leaves out some of its requests', () => {
    const groups = [
      makeGroup([makeFact('2026-11-15T22:10:00Z'), makeFact('2026-11-16T00:10:00Z')], 1),
      makeGroup([makeFact('2026-11-16T02:10:00Z')], 2),
    ]
    const { scope } = makeUsageRequest({ report: 'blocks' })
    const told = (more: Partial<typeof scope>) =>
      listRows(groups, { scope: { ...scope, ...more } }).map(({ key, requests }) => [key, requests])
    expect(told({ since: Date.parse('2026-11-16T00:00:00Z') })).toEqual([['2026-11-15T22:00:00.000Z', 2]])
    expect(told({ project: 'p2' })).toEqual([['2026-11-15T22:00:00.000Z', 1]])
  })
  test('is as the rule says, for any times', () => {
    fc.assert(
      fc.property(anyTimes, times => {
        const blocks = listBlocks([makeGroup(times.map(at => makeFact(at)))])
        expect(blocks.map(({ startsAt, firstAt, lastAt }) => ({ startsAt, firstAt, lastAt }))).toEqual(
          plainBlocks(times),
        )
      }),
    )
  })
})

/** Around whole hours, where rules differ. */
const anyTimes = fc.array(
  fc.tuple(fc.nat(60), fc.constantFrom(0, 1, -1, 1_800_000)).map(([hour, more]) => Date.UTC(2026, 0, 2, hour) + more),
)

/** The rule word for word. */
function plainBlocks(times: readonly number[]) {
  const blocks: { startsAt: number; firstAt: number; lastAt: number }[] = []
  for (const at of times.toSorted((a, b) => a - b)) {
    const last = blocks.at(-1)
    if (last && at - last.startsAt <= 5 * HOUR && at - last.lastAt <= 5 * HOUR) last.lastAt = at
    else blocks.push({ startsAt: at - (at % HOUR), firstAt: at, lastAt: at })
  }
  return blocks
}

describe('R31: a gap', () => {
  const times = makeTimes(['01:30:00.000', '06:10:00.000', '19:20:00.000'])

  test('begins five hours after a request and ends with the next one, and counts nothing', () => {
    const rows = listRows(times)
    expect(rows.map(({ about, label }) => [about.kind, label])).toEqual([
      ['block', '2026-11-16 01:00–06:00'],
      ['block', '2026-11-16 06:00–11:00'],
      ['gap', '2026-11-16 11:10–19:20'],
      ['block', '2026-11-16 19:00–00:00'],
    ])
    expect(rows[2]).toMatchObject({
      key: 'gap 2026-11-16T11:10:00.000Z',
      requests: 0,
      totalTokens: 0,
      costUsd: 0,
      models: [],
      about: {
        startsAt: '2026-11-16T11:10:00.000Z',
        endsAt: '2026-11-16T19:20:00.000Z',
        hours: 8 + 10 / 60,
        idleHours: 13 + 10 / 60,
      },
    })
  })
  test('is there only where nothing was asked for more than five hours', () => {
    const kinds = (...moments: string[]) => listRows(makeTimes(moments)).map(({ about }) => about.kind)
    // Blocks from 01:00 and 09:00, with hours between them in which there were requests.
    expect(kinds('01:30:00.000', '05:59:00.000', '09:30:00.000')).toEqual(['block', 'block'])
    expect(kinds('01:30:00.000', '06:30:00.000')).toEqual(['block', 'block'])
    expect(kinds('01:30:00.000', '06:30:00.001')).toEqual(['block', 'gap', 'block'])
  })
  test('has no cost where no money was asked for', () =>
    expect(listRows(times, { pricer: undefined })[2]?.costUsd).toBe(null))
  test('is there from new to old too, and not where rows are by cost', () => {
    const kinds = (more: Partial<UsageRequest>) => listRows(times, more).map(({ about }) => about.kind)
    expect(kinds({ order: 'desc' })).toEqual(['block', 'gap', 'block', 'block'])
    const dear = [makeGroup([1, 3, 2].map((usd, at) => makeFact(Date.UTC(2026, 0, 1 + at), { recordedCostUsd: usd })))]
    const rows = listRows(dear, { order: 'cost' })
    expect(rows.map(({ costUsd, about }) => [costUsd, about.kind])).toEqual([
      [3, 'block'],
      [2, 'block'],
      [1, 'block'],
    ])
  })
  test('of a day and more names the day it ends on', () => {
    const rows = listRows([makeGroup([makeFact('2026-11-14T09:30:00Z'), makeFact('2026-11-16T09:30:00Z')])])
    expect(rows[1]?.label).toBe('2026-11-14 14:30 – 2026-11-16 09:30')
  })
})

describe('the active block', () => {
  const times = makeTimes(['09:30:00.000', '10:30:00.000'])
  const aboutAt = (now: string, groups = times) =>
    listRows(groups, { now: Date.parse(`2026-11-16T${now}Z`) }).at(-1)?.about

  test('says how fast it is used, and what it comes to', () => {
    // Two requests of 100 tokens for a dollar within an hour; two hours are left.
    expect(aboutAt('12:00:00')).toEqual({
      kind: 'block',
      startsAt: '2026-11-16T09:00:00.000Z',
      endsAt: '2026-11-16T14:00:00.000Z',
      isActive: true,
      remainingMinutes: 120,
      tokensPerHour: 200,
      projectedTokens: 200 + 2 * 200,
      usdPerHour: 2,
      projectedUsd: 2 + 2 * 2,
    })
  })
  test('has no dollars where no money was asked for', () => {
    const [row] = listRows(times, { now: Date.parse('2026-11-16T12:00:00Z'), pricer: undefined })
    expect(row?.about).toMatchObject({ tokensPerHour: 200, usdPerHour: null, projectedUsd: null })
  })
  test('says no rate within its first minute', () => {
    const about = aboutAt('12:00:00', makeTimes(['09:30:00.000', '09:30:59.999']))
    expect(about).toMatchObject({ isActive: true, remainingMinutes: 120 })
    expect(about).not.toHaveProperty('tokensPerHour')
    expect(aboutAt('12:00:00', makeTimes(['09:30:00.000', '09:31:00.000']))).toHaveProperty('tokensPerHour', 12_000)
  })
  test('is over at its end', () => {
    expect(aboutAt('13:59:59.999')).toMatchObject({ isActive: true, remainingMinutes: 1 })
    expect(aboutAt('14:00:00.000')).toMatchObject({ isActive: false })
    expect(aboutAt('14:00:00.000')).not.toHaveProperty('tokensPerHour')
  })
  test('has begun', () => expect(aboutAt('08:59:59.999')).toMatchObject({ isActive: false }))
})

describe('the last blocks', () => {
  const groups = [
    makeGroup(
      ['01:30:00', '06:10:00', '19:20:00'].map(time => makeFact(`2026-11-16T${time}Z`)),
      1,
    ),
    makeGroup(
      ['20:00:00', '12:00:00'].map(time => makeFact(`2026-11-16T${time}Z`)),
      2,
    ),
  ]
  const { scope } = makeUsageRequest({ report: 'blocks' })
  const sinceOf = (count: number, more: Partial<UsageRequest['scope']> = {}) => {
    const { since } = limitToLastBlocks(groups, { ...scope, ...more }, count)
    return since === undefined ? undefined : new Date(since).toISOString().slice(11, 16)
  }

  test('begin with the first request of the earliest of them', () => {
    expect([1, 2, 3, 4].map(count => sinceOf(count))).toEqual(['19:20', '12:00', '06:10', '01:30'])
  })
  test('are all where there are fewer', () => expect(sinceOf(1_000_000)).toBe('01:30'))
  test('are those in which there is something of what was asked for', () => {
    expect(sinceOf(2, { project: 'p1' })).toBe('06:10')
    expect(sinceOf(1, { until: Date.parse('2026-11-16T19:00:00Z') })).toBe('12:00')
  })
  test('are the same blocks as before', () => {
    const last = listRows(groups, { scope: limitToLastBlocks(groups, scope, 2) })
    expect(last).toEqual(listRows(groups).slice(-last.length))
    expect(last.filter(({ about }) => about.kind === 'block')).toHaveLength(2)
  })
  test('of nothing are nothing', () => expect(limitToLastBlocks([], scope, 3)).toEqual(scope))
})
