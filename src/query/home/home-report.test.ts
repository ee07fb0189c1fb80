import { describe, expect, test } from 'vitest'
import { keepScripts, writeScript } from '../../../test/lookup-world.ts'
import { machineAt, makeTree } from '../../../test/temp-tree.ts'
import { createPricer } from '../../pricing/create-pricer.ts'
import { PRICES } from '../../pricing/prices.ts'
import { createZone, type Zone } from '../../time/zone.ts'
import { openLibrary } from '../library.ts'
import type { LiveState } from '../live/live-status.ts'
import { buildHome, type HomeReport } from './home-report.ts'

const NOW = Date.parse('2026-03-20T12:00:00.000Z')

function idOf(number: number): string {
  return `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`
}

/** So many sessions on each of these days. */
async function report(
  days: readonly (readonly [startedAt: string, sessions: number])[],
  more: { readonly zone?: string; readonly states?: readonly LiveState[] } = {},
): Promise<HomeReport> {
  const starts = days.flatMap(([startedAt, sessions]) => Array.from({ length: sessions }, () => startedAt))
  const files = starts.map((startedAt, at) => {
    const { lines } = writeScript({ sessionId: idOf(at), startedAt })
      .prompt(`Prompt ${at}`)
      .answer('Done.')
    return [`projects/-home-dev-app/${idOf(at)}.jsonl`, lines] as const
  })
  const keep = await keepScripts(Object.fromEntries(files))
  // The client's own files are gone from this machine: all of it comes from the archive.
  const library = openLibrary(machineAt(makeTree({})), keep)
  return await buildHome(library, {
    now: NOW,
    zone: createZone(more.zone ?? 'UTC') as Zone,
    threads: 1,
    marks: { isPinned: () => false, tagsOf: () => [] },
    pricer: createPricer(PRICES),
    statusOf({ row }) {
      const state = more.states?.[Number(row.shortId)]
      return state && { state, detail: '', since: undefined, knownBy: 'transcript' }
    },
  })
}

function countDays({ days }: HomeReport): readonly (readonly [string, number, number])[] {
  return days.map(({ day, sessions, more }) => [day, sessions.length, more])
}

describe('the home report', () => {
  test('lists some sessions of a busy day, and says how many more there are', async () => {
    const home = await report([
      ['2026-03-18T10:00:00.000Z', 2],
      ['2026-03-19T10:00:00.000Z', 23],
    ])
    expect(countDays(home)).toEqual([
      ['2026-03-19', 20, 3],
      ['2026-03-18', 2, 0],
    ])
    expect(home.totals.sessions).toBe(25)
  })
  test('ends after two weeks in which something was done, however long ago', async () => {
    const days = Array.from({ length: 16 }, (_, at) => [`2025-01-${at + 10}T10:00:00.000Z`, 1] as const)
    const home = await report(days)
    expect(countDays(home).length).toBe(14)
    expect(home.days[0]?.day).toBe('2025-01-25')
    expect(home.usage?.last30Days.requests).toBe(0)
  })
  test('has days as the zone counts them', async () => {
    const late = [['2026-03-18T22:30:00.000Z', 1]] as const
    expect(countDays(await report(late))).toEqual([['2026-03-18', 1, 0]])
    const berlin = await report(late, { zone: 'Europe/Berlin' })
    expect(countDays(berlin)).toEqual([['2026-03-18', 1, 0]])
    const tokyo = await report(late, { zone: 'Asia/Tokyo' })
    expect(countDays(tokyo)).toEqual([['2026-03-19', 1, 0]])
    expect(tokyo.usage?.days.find(({ requests }) => requests > 0)?.day).toBe('2026-03-19')
  })
  test('lists some of many that run, and says how many there are', async () => {
    const states = Array.from({ length: 11 }, (): LiveState => 'idle')
    const { live, liveCount } = await report([['2026-03-18T10:00:00.000Z', 11]], { states: [...states, 'waiting'] })
    expect([live.length, liveCount]).toEqual([8, 11])
  })
  test('has those that wait for somebody first', async () => {
    const { live } = await report([['2026-03-18T10:00:00.000Z', 4]], {
      states: ['idle', 'working', 'failed', 'waiting'],
    })
    expect(live.map(({ status }) => status.state)).toEqual(['waiting', 'working', 'failed', 'idle'])
  })
})
