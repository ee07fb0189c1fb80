import { describe, expect, test } from 'vitest'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { changelog } from '../src/query/story/changelog.ts'
import { reportDay } from '../src/query/story/day-report.ts'
import { findTrends } from '../src/query/story/trends.ts'
import { reportWeek, type WeekReport } from '../src/query/story/week-report.ts'
import type { DateRange } from '../src/time/calendar.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { keepScripts, type Script, type ScriptFacts, writeScript } from './lookup-world.ts'
import { ANY, asked, askedDay, UTC } from './report-world.ts'

/** What resumes and forks repeat is told once, and every report has the same numbers. */

const FIRST = 'aaaaaaaa-2222-4222-8222-222222222222'
const COPY = 'bbbbbbbb-2222-4222-8222-222222222222'
const MONDAY = '2026-03-02T10:00:00.000Z'
const WEDNESDAY = '2026-03-04T10:00:00.000Z'

function sessionAt(startedAt: string, more: Partial<ScriptFacts> = {}): Script {
  return writeScript({ sessionId: FIRST, cwd: '/home/dev/garden', startedAt, ...more })
}

function copyOf(lines: readonly object[]): Script {
  return sessionAt(WEDNESDAY, { sessionId: COPY, mark: 'copy', copied: lines })
}

function keepBoth(first: Script, copy: Script): Promise<IndexedKeep> {
  return keepScripts({
    [`projects/-home-dev-garden/${FIRST}.jsonl`]: first.lines,
    [`projects/-home-dev-garden/${COPY}.jsonl`]: copy.lines,
  })
}

function week(keep: IndexedKeep): WeekReport {
  return reportWeek(keep, asked('2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z'))
}

/** Turns and changed lines that are told of each session on a day. */
function toldOn(keep: IndexedKeep, day: string): readonly (readonly [string, number, number])[] {
  return reportDay(keep, askedDay(day)).projects.flatMap(({ sessions }) =>
    sessions.map(
      ({ sessionId, turns, files }) =>
        [sessionId, turns, files.reduce((sum, { added, removed }) => sum + added + removed, 0)] as const,
    ),
  )
}

describe('a turn that two sessions hold', () => {
  test('is told on the first day where the copy has other times', async () => {
    const first = sessionAt(MONDAY).prompt('Plant the beans').edit('/home/dev/garden/bean.ts').answer('Done.')
    const moved = first.lines.map(line => ({ ...line, timestamp: WEDNESDAY }))
    const keep = await keepBoth(first, copyOf(moved).prompt('Water the beans').edit('/home/dev/garden/can.ts'))
    expect(toldOn(keep, '2026-03-02')).toEqual([[FIRST, 1, 2]])
    expect(toldOn(keep, '2026-03-04')).toEqual([[COPY, 1, 2]])
    expect(week(keep).totals).toMatchObject({ turns: 2, linesAdded: 2, sessions: 2 })
  })

  test('is told where it went on, if it was cut off, with its commit', async () => {
    const first = sessionAt(MONDAY)
      .prompt('Plant the beans')
      .edit('/home/dev/garden/bean.ts')
      .bash('git commit -m "Plant beans"', { output: '[main abc1234] Plant beans\n 1 file changed' })
    const copy = copyOf(first.lines).edit('/home/dev/garden/fence.ts').answer('Done.')
    const keep = await keepBoth(first, copy)
    expect(toldOn(keep, '2026-03-02')).toEqual([[COPY, 1, 4]])
    expect(week(keep).totals).toMatchObject({ turns: 1, linesAdded: 2, commits: 1 })
    expect(changelog(keep, { from: 0, to: Number.MAX_SAFE_INTEGER, scope: ANY, zone: UTC }).commits).toBe(1)
  })

  test('is told once where it began without a prompt', async () => {
    const first = sessionAt(MONDAY).edit('/home/dev/garden/bean.ts').answer('Done.')
    const keep = await keepBoth(first, copyOf(first.lines).prompt('Water the beans').answer('Done.'))
    expect(toldOn(keep, '2026-03-02')).toEqual([[FIRST, 0, 2]])
    expect(toldOn(keep, '2026-03-04')).toEqual([[COPY, 1, 0]])
    expect(week(keep).totals).toMatchObject({ linesAdded: 1 })
  })
})

test('a changelog goes by the time of the commit, not of the prompt', async () => {
  const keep = await keepScripts({
    [`projects/-home-dev-garden/${FIRST}.jsonl`]: sessionAt('2026-03-03T23:56:00.000Z')
      .prompt('Plant the beans at night')
      .bash('git commit -m "Plant beans"', { output: '[main abc1234] Plant beans\n 1 file changed' })
      .edit('/home/dev/garden/bean.ts')
      .bash('git commit -m "Water beans"', { output: '[main bcd2345] Water beans\n 1 file changed' }).lines,
  })
  const shasOf = (from: string, to: string): readonly string[] =>
    changelog(keep, { from: Date.parse(from), to: Date.parse(to), scope: ANY, zone: UTC }).groups.flatMap(
      ({ commits }) => commits.map(({ sha, request }) => `${sha} ${request}`),
    )
  expect(shasOf('2026-03-03', '2026-03-04')).toEqual(['abc1234 Plant the beans at night'])
  expect(shasOf('2026-03-04', '2026-03-05')).toEqual(['bcd2345 Plant the beans at night'])
  expect(shasOf('2026-03-05', '2026-03-06')).toEqual([])
})

test('trends have the numbers of the week', async () => {
  const amended = sessionAt('2026-03-08T23:50:00.000Z')
    .prompt('Plant the beans on Sunday night')
    .bash('git commit -m "Plant beans"', { output: '[main abc1234] Plant beans\n 1 file changed' })
    .bash('git commit --amend --no-edit', { output: '[main bcd2345] Plant beans\n 1 file changed' })
  for (let at = 0; at < 8; at++) amended.edit(`/home/dev/garden/bean${at}.ts`).bash('npm test', { output: 'ok' })
  const keep = await keepBoth(amended, copyOf(amended.lines).prompt('Water the beans').answer('Done.'))
  const { totals } = week(keep)
  const trends = findTrends(keep, {
    ...asked('2026-03-02T00:00:00Z', '2026-03-16T00:00:00Z'),
    project: undefined,
    since: Date.parse('2026-03-02T00:00:00Z'),
    until: Date.parse('2026-03-16T00:00:00Z'),
  })
  expect(totals).toMatchObject({ commits: 1, files: 8, testRuns: 8 })
  expect(trends.weeks.map(({ values }) => valuesOf(values))).toEqual([
    { turns: totals.turns, commits: 1, changedFiles: 8, changedLines: 16, testRuns: 8, activeMs: totals.activeMs },
    { turns: 0, commits: 0, changedFiles: 0, changedLines: 0, testRuns: 0, activeMs: 0 },
  ])
})

const NAMES = ['turns', 'commits', 'changedFiles', 'changedLines', 'testRuns', 'activeMs'] as const

function valuesOf(values: { readonly [name in (typeof NAMES)[number]]: { readonly value: number | null } }): object {
  return Object.fromEntries(NAMES.map(name => [name, values[name].value]))
}

test('days of 23 and 25 hours add up to their weeks', async () => {
  const zone = createZone('Europe/Berlin') as Zone
  // Around the days on which clocks are put forward and back, at 2:00 and 3:00 in the morning.
  const moments = [
    '03-28T22:30',
    '03-28T23:30',
    '03-29T21:30',
    '03-29T22:30',
    '10-24T22:30',
    '10-25T01:30',
    '10-25T22:30',
  ]
  const keep = await keepScripts(
    Object.fromEntries(
      moments.map((moment, at) => {
        const sessionId = `${at}0000000-2222-4222-8222-222222222222`
        const script = writeScript({ sessionId, mark: `z${at}`, startedAt: `2026-${moment}:00.000Z` })
        return [`projects/-home-dev-app/${sessionId}.jsonl`, script.prompt(`Rake ${at}`).answer('Raked.').lines]
      }),
    ),
  )
  const request = { ...asked('2026-03-29', '2026-03-30'), zone }
  const turnsOf = (day: string): number => {
    const range = zone.calendar.dayAt(zone.calendar.clock.momentOf(Date.parse(day))) as DateRange
    return reportDay(keep, { ...request, ...range }).totals.turns
  }
  expect(['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26'].map(turnsOf)).toEqual([1, 2, 1, 3, 0])
  for (const monday of ['2026-03-23', '2026-10-19']) {
    const range = zone.calendar.weekAt(zone.calendar.clock.momentOf(Date.parse(monday))) as DateRange
    const { totals, days } = reportWeek(keep, { ...request, ...range })
    expect(totals.turns).toBe(3)
    expect(days.reduce((sum, day) => sum + day.totals.turns, 0)).toBe(totals.turns)
    expect(days.reduce((sum, day) => sum + (day.totals.usage?.requests ?? 0), 0)).toBe(totals.usage?.requests)
  }
})
