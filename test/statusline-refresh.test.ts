import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFigures } from '../src/surfaces/cli/statusline/figures.ts'
import { statusPlaces } from '../src/surfaces/cli/statusline/status-host.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { makeLines, ONE, THREE, type TreeItem, TWO, toLines } from './temp-tree.ts'

/** Each of the requests that `makeLines` makes, at $5, $25, $0.50 and (five minutes) $6.25 a million. */
const REQUEST_USD = (10 * 5 + 20 * 25 + 30 * 0.5 + 40 * 6.25) / 1e6

function figuresOf({ keep }: KeepHome): ReturnType<typeof readFigures> {
  return readFigures(statusPlaces(keep).figures)
}

async function refresh(home: KeepHome): Promise<void> {
  expect(await home.run(['statusline', '--refresh'])).toEqual({ code: 0, out: '', err: '' })
}

/** Whatever the time: there it is about noon, and a few minutes ago was today. */
function makeNoon(more: { readonly [path: string]: TreeItem } = {}): Promise<KeepHome> {
  const offset = 12 - new Date().getUTCHours()
  const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  return makeKept({ '.config/backscroll/config.json': JSON.stringify({ zone }), ...more })
}

function recently(): string {
  return new Date(Date.now() - 90_000).toISOString()
}

describe('statusline --refresh', () => {
  test('counts today, the active block and the sessions of today', async () => {
    const home = await makeNoon()
    await refresh(home)
    expect(figuresOf(home)?.figures).toMatchObject({
      today: { usd: 0, isLowerBound: false },
      block: undefined,
      sessions: {},
    })
    appendFileSync(home.transcript, toLines(makeLines(ONE, { cwd: home.work, at: recently() })))
    await refresh(home)
    const { figures } = figuresOf(home) ?? {}
    expect(figures?.today.usd).toBeCloseTo(REQUEST_USD, 9)
    expect(figures?.block?.usd).toBeCloseTo(REQUEST_USD, 9)
    // The session with its subagent from its beginning: three requests.
    expect(Object.keys(figures?.sessions ?? {})).toEqual([ONE])
    expect(figures?.sessions[ONE]?.usd).toBeCloseTo(3 * REQUEST_USD, 9)
    const now = Date.now()
    expect(figures?.day.startsAt).toBeLessThanOrEqual(now)
    expect(figures?.day.endsAt).toBeGreaterThan(now)
    expect(figures?.block?.endsAt).toBeGreaterThan(now)
  })
  test('says the same as the reports', async () => {
    const project = '.claude/projects/-work'
    const home = await makeNoon({ [`${project}/${THREE}.jsonl`]: makeLines(THREE, { at: recently() }) })
    await refresh(home)
    const { figures } = figuresOf(home) ?? {}
    const report = async (name: string) =>
      JSON.parse((await home.run(['usage', name, '--json'])).out) as { rows: { key: string; costUsd: number }[] }
    const [daily, sessions] = [await report('daily'), await report('sessions')]
    expect(figures?.today.usd).toBe(daily.rows.find(({ key }) => key === figures?.day.name)?.costUsd)
    expect(figures?.sessions[THREE]?.usd).toBe(sessions.rows.find(({ key }) => key === THREE)?.costUsd)
    const block = (await report('blocks')).rows.at(-1)
    expect(figures?.block?.usd).toBe(block?.costUsd)
  })
  test('R30: counts the day of the chosen zone', async () => {
    const home = await makeKept({ '.config/backscroll/config.json': '{"zone":"Pacific/Kiritimati"}' })
    await refresh(home)
    const { day } = figuresOf(home)?.figures ?? {}
    expect(day?.zone).toBe('Pacific/Kiritimati')
    expect(new Date(day?.startsAt ?? 0).toISOString()).toMatch(/T10:00:00\.000Z$/)
    expect((day?.endsAt ?? 0) - (day?.startsAt ?? 0)).toBe(24 * 60 * 60 * 1000)
  })
  test('R27: keeps apart what has no price', async () => {
    const lines = toLines(makeLines(TWO, { at: recently() })).replaceAll('claude-opus-4-6', 'nobody-knows')
    const home = await makeNoon({ [`.claude/projects/-work/${THREE}.jsonl`]: lines.replaceAll(TWO, THREE) })
    await refresh(home)
    const unpriced = { usd: undefined, isLowerBound: true }
    expect(figuresOf(home)?.figures).toMatchObject({ today: unpriced, sessions: { [THREE]: unpriced } })
  })
  test('R11: says where a cost is a lower bound', async () => {
    const lines = toLines(makeLines(THREE, { at: recently() })).replaceAll(/"stop_reason":"\w+"/g, '"stop_reason":null')
    const home = await makeNoon({ [`.claude/projects/-work/${THREE}.jsonl`]: lines })
    await refresh(home)
    const bound = { isLowerBound: true }
    expect(figuresOf(home)?.figures).toMatchObject({ today: bound, block: bound, sessions: { [THREE]: bound } })
  })
  test('makes nothing where nothing is kept', async () => {
    const home = makeKeepHome()
    expect((await home.run(['statusline', '--refresh'])).code).toBe(1)
    expect(existsSync(home.keep)).toBe(false)
  })
  test('notes that it failed', async () => {
    const home = makeKeepHome({
      '.local/share/backscroll/index.db': 'no index',
      '.local/share/backscroll/archive/x': '',
    })
    expect((await home.run(['statusline', '--refresh'])).code).toBe(2)
    expect(figuresOf(home)).toEqual({ at: expect.any(Number), figures: undefined })
    expect(readFileSync(join(home.keep, 'index.db'), 'utf8')).toBe('no index')
  })
  test('keeps the figures of the last count where one fails, and counts anew when it can', async () => {
    const home = await makeNoon()
    appendFileSync(home.transcript, toLines(makeLines(ONE, { cwd: home.work, at: recently() })))
    await refresh(home)
    const before = figuresOf(home)
    const index = join(home.keep, 'index.db')
    for (const ending of ['-wal', '-shm']) rmSync(index + ending, { force: true })
    writeFileSync(index, 'no index')
    for (const _ of ['once', 'again']) expect((await home.run(['statusline', '--refresh'])).code).toBe(2)
    expect(figuresOf(home)?.figures).toEqual(before?.figures)
    expect(figuresOf(home)?.at).toBeGreaterThan(before?.at ?? Number.POSITIVE_INFINITY)
    expect((await home.run(['sync'])).err).toContain('made anew')
    await refresh(home)
    const after = figuresOf(home)
    expect(after?.figures?.at).toBe(after?.at)
    expect(after?.figures?.today).toEqual(before?.figures?.today)
  })
})
