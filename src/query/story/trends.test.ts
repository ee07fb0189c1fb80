import { describe, expect, test } from 'vitest'
import { keepScripts, type Script, writeScript } from '../../../test/lookup-world.ts'
import { createZone, type Zone } from '../../time/zone.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { findTrends, type Trends, type TrendsRequest } from './trends.ts'

const UTC = createZone('UTC') as Zone
const DAY = 86_400_000
/** A Wednesday in the week of Monday, 2 March 2026. */
const NOW = Date.parse('2026-03-04T12:00:00Z')

function idOf(number: number): string {
  return `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`
}

function sessionAt(number: number, startedAt: string): Script {
  return writeScript({ sessionId: idOf(number), mark: `m${number}`, startedAt })
}

function keepAll(sessions: readonly Script[]): Promise<IndexedKeep> {
  return keepScripts(
    Object.fromEntries(sessions.map(({ lines }, at) => [`projects/-home-dev-app/${idOf(at)}.jsonl`, lines])),
  )
}

function ask(keep: IndexedKeep, more: Partial<TrendsRequest> = {}): Trends {
  const since = Date.parse('2026-02-09T00:00:00Z')
  const until = Date.parse('2026-03-09T00:00:00Z')
  return findTrends(keep, { project: undefined, since, until, zone: UTC, now: NOW, pricer: undefined, ...more })
}

/** An ordinary week: one session with two turns and one changed file. */
function ordinary(number: number, startedAt: string): Script {
  return sessionAt(number, startedAt)
    .prompt(`Mend the lock ${number}`)
    .edit('/home/dev/app/a.ts')
    .bash('npm test', { output: 'ok' })
    .prompt(`Thanks, and once more ${number}`)
    .answer('Done.')
}

describe('weeks', () => {
  test('each with what happened in it, and the change to the one before', async () => {
    const keep = await keepAll([
      ordinary(0, '2026-02-24T10:00:00.000Z'),
      ordinary(1, '2026-03-03T10:00:00.000Z'),
      ordinary(2, '2026-03-03T15:00:00.000Z'),
    ])
    const { weeks, coverage } = ask(keep)
    expect(weeks.map(({ week, hasWork, isCurrent }) => [week, hasWork, isCurrent])).toEqual([
      ['2026-W07', false, false],
      ['2026-W08', false, false],
      ['2026-W09', true, false],
      ['2026-W10', true, true],
    ])
    expect(weeks.at(-1)?.values).toMatchObject({
      sessions: { value: 2, change: 1 },
      turns: { value: 4, change: 2 },
      changedLines: { value: 4, change: 2 },
      changedFiles: { value: 1, change: 0 },
      testRuns: { value: 2, change: 1 },
      passRate: { value: 1, change: 0 },
      correctionsPerTurn: { value: 0, change: 0 },
      errors: { value: 0, change: 0 },
      medianFriction: { value: 0, change: 0 },
    })
    expect(weeks[0]?.values).toMatchObject({ turns: { value: 0 }, passRate: { value: null, change: null } })
    expect(coverage).toEqual({ weeks: 2, weeksBefore: 0, lastWeek: '2026-03-02' })
  })

  test('a turn late on Sunday is of the next week further east', async () => {
    const keep = await keepAll([ordinary(0, '2026-03-01T22:00:00.000Z')])
    const workedIn = (zone: Zone): readonly string[] =>
      ask(keep, { zone }).weeks.flatMap(({ week, hasWork }) => (hasWork ? [week] : []))
    expect(workedIn(UTC)).toEqual(['2026-W09'])
    expect(workedIn(createZone('Asia/Tokyo') as Zone)).toEqual(['2026-W10'])
  })

  test('what a resume repeats is counted once', async () => {
    const original = ordinary(0, '2026-02-24T10:00:00.000Z')
    const resumed = writeScript({
      sessionId: idOf(1),
      mark: 'r',
      startedAt: '2026-03-03T10:00:00.000Z',
      copied: original.lines,
    })
      .prompt('Go on')
      .answer('Gone on.')
    const { weeks } = ask(await keepAll([original, resumed]))
    const turns = weeks.map(({ values }) => values.turns.value)
    const lines = weeks.map(({ values }) => values.changedLines.value)
    expect(turns).toEqual([0, 0, 2, 1])
    expect(lines).toEqual([0, 0, 2, 0])
  })
})

describe('what is unusual', () => {
  const MONDAYS = Array.from({ length: 7 }, (_, at) => Date.parse('2026-01-12T10:00:00Z') + at * 7 * DAY)
  const calm = MONDAYS.map((at, number) => ordinary(number, new Date(at).toISOString()))

  function wild(startedAt: string): Script {
    const script = sessionAt(7, startedAt)
    for (let turn = 0; turn < 40; turn++) script.prompt(`Again ${turn}`).answer('Yes.')
    return script
  }

  test('a week far above those before, with the session that drove it', async () => {
    const { anomalies } = ask(await keepAll([...calm, wild('2026-03-03T01:00:00.000Z')]))
    expect(anomalies).toMatchObject([
      {
        week: '2026-W10',
        metric: 'turns',
        value: 40,
        side: 'high',
        usual: { median: 2, high: 17 },
        weeksBefore: 7,
        drivers: [{ shortId: '00000007', turn: 1, amount: 40 }],
      },
    ])
  })

  test('nothing, where weeks are alike', async () => {
    expect(ask(await keepAll(calm)).anomalies).toEqual([])
  })

  test('nothing, where fewer than six weeks were before', async () => {
    expect(ask(await keepAll([...calm.slice(-5), wild('2026-03-03T01:00:00.000Z')])).anomalies).toEqual([])
  })

  test('a week that is not over is not low yet', async () => {
    const busy = MONDAYS.map((at, number) => {
      const script = sessionAt(number, new Date(at).toISOString())
      for (let turn = 0; turn < 40; turn++) script.prompt(`Again ${number} ${turn}`).answer('Yes.')
      return script
    })
    const keep = await keepAll([...busy, ordinary(7, '2026-03-03T10:00:00.000Z')])
    expect(ask(keep).anomalies).toEqual([])
    const later = ask(keep, { now: NOW + 14 * DAY }).anomalies
    expect(later.map(({ metric, side }) => [metric, side])).toContainEqual(['turns', 'low'])
  })
})
