import { rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DoctorReport } from '../src/query/doctor.ts'
import type { HomeReport } from '../src/query/home/home-report.ts'
import type { ListedSession } from '../src/query/home/listed-session.ts'
import type { SessionPage } from '../src/query/home/session-page.ts'
import type { SessionList } from '../src/query/list-sessions.ts'
import type { Overview } from '../src/query/overview.ts'
import type { KeepStatus } from '../src/query/status.ts'
import type { UsageReport } from '../src/query/usage/usage-report.ts'
import type { ErrorBody } from '../src/surfaces/web/error-answer.ts'
import type { ProjectList } from '../src/surfaces/web/routes/projects.ts'
import { FOUR, makeUsageHome } from './cli-usage-home.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { ONE, THREE, TWO } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

let web: WebHome

beforeAll(async () => {
  web = await startWeb({ home: makeUsageHome() })
})

async function printed<Answer>(args: readonly string[], home: KeepHome = web.home): Promise<Answer> {
  const { out, err } = await home.run([...args, '--json'])
  if (out === '') throw new Error(err)
  return JSON.parse(out) as Answer
}

type Query = { readonly [name: string]: string | number }

async function list(query: Query = {}): Promise<SessionPage> {
  return await web.json<SessionPage>('/sessions', query)
}

async function listIds(query: Query): Promise<readonly string[]> {
  return (await list(query)).sessions.map(({ id }) => id)
}

/** What `ls` knows of it. */
function toRow(session: ListedSession): object {
  const { name, costUsd, isLowerBound, ownTokens, filesChanged, tags, isPinned, status, ...row } = session
  return row
}

describe('GET /sessions', () => {
  test('lists what `backscroll ls` lists', async () => {
    const { sessions, total, emptyCount } = await list()
    const { sessions: rows, ...rest } = await printed<SessionList>(['ls'])
    expect(sessions.map(toRow)).toEqual(rows)
    expect({ total, emptyCount }).toEqual({ total: rows.length, emptyCount: rest.emptyCount })
    expect(rows.length).toBe(4)
  })
  test.each([
    [{ text: 'beans' }, ['beans']],
    [{ text: 'Water the' }, ['Water the']],
    [{ project: 'garden' }, ['--project', 'garden']],
    [{ since: '2026-03-02' }, ['--since', '2026-03-02']],
    [{ until: '2026-03-02' }, ['--until', '2026-03-02']],
    [{ text: 'nothing of this' }, ['nothing of this']],
  ])('narrows as `ls` does: %j', async (query, args) => {
    const { sessions } = await printed<SessionList>(['ls', ...args])
    expect(await listIds(query)).toEqual(sessions.map(({ id }) => id))
  })
  test('costs are those of `usage sessions`, and what a resume repeats costs nothing there', async () => {
    const { sessions } = await list()
    const { rows } = await printed<UsageReport>(['usage', 'sessions'])
    const costs = rows.map(({ key, costUsd, isLowerBound, totalTokens }) => [key, costUsd, isLowerBound, totalTokens])
    const listed = sessions.map(({ id, costUsd, isLowerBound, ownTokens }) => [id, costUsd, isLowerBound, ownTokens])
    expect(listed.toSorted()).toEqual(costs.toSorted())
    const four = sessions.find(({ id }) => id === FOUR)
    expect(four?.tokens.total).toBeGreaterThan(four?.ownTokens ?? 0)
  })
  test.each([
    ['cost', ({ costUsd }: ListedSession) => costUsd ?? -1],
    ['tokens', ({ ownTokens }: ListedSession) => ownTokens],
    ['turns', ({ turns }: ListedSession) => turns],
    ['duration', ({ activeMs }: ListedSession) => activeMs],
  ])('sorts by %s, the largest first', async (sort, amountOf) => {
    const amounts = (await list({ sort })).sessions.map(amountOf)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    expect(new Set(amounts).size).toBeGreaterThan(1)
  })
  test('gives them in pieces', async () => {
    const all = await listIds({})
    const pieces = [await list({ limit: 3 }), await list({ limit: 3, offset: 3 }), await list({ offset: 99 })]
    expect(pieces.flatMap(({ sessions }) => sessions.map(({ id }) => id))).toEqual(all)
    expect(pieces.map(({ total, offset }) => [total, offset])).toEqual([
      [4, 0],
      [4, 3],
      [4, 99],
    ])
  })
  test.each([
    [{ since: 'soon' }, 'bad-time'],
    [{ sort: 'size' }, 'bad-request'],
    [{ limit: 501 }, 'bad-request'],
    [{ offset: -1 }, 'bad-request'],
    [{ only: 'mine' }, 'bad-request'],
    [{ path: '/etc/passwd' }, 'bad-request'],
  ])('refuses %j', async (query: Query, code) => {
    const response = await web.get('/sessions', query)
    expect({ status: response.status, code: ((await response.json()) as ErrorBody).error.code }).toEqual({
      status: 400,
      code,
    })
  })
})

describe('GET /projects', () => {
  test('lists the projects of the overview, all of them', async () => {
    const { projects } = await web.json<ProjectList>('/projects')
    expect(projects).toEqual((await printed<Overview>([])).projects)
    expect(projects.map(({ sessions }) => sessions)).toEqual([2, 2])
  })
})

describe('GET /home', () => {
  test('has the sessions by day, newest first, with what the overview knows', async () => {
    const home = await web.json<HomeReport>('/home')
    expect(home.days.map(({ day, sessions, more }) => [day, sessions.map(({ id }) => id), more])).toEqual([
      ['2026-03-04', [FOUR], 0],
      ['2026-03-01', [THREE, ONE, TWO], 0],
    ])
    const { totals, roots, expiring } = await printed<Overview>([])
    expect(home.totals).toEqual(totals)
    expect(home.roots).toEqual(roots)
    expect(home.expiring).toEqual(expiring)
    expect(home.isEmpty).toBe(false)
    expect(home.usage?.days).toHaveLength(30)
    expect(home.usage?.days.at(-1)?.day).toBe(home.today)
  })
  test('is empty where there is nothing', async () => {
    const made = makeKeepHome()
    rmSync(made.config, { recursive: true })
    const empty = await startWeb({ home: made })
    const home = await empty.json<HomeReport>('/home')
    expect(home).toMatchObject({ isEmpty: true, days: [], live: [], expiring: [], projects: [] })
  })
})

describe('GET /home of the last days', () => {
  const now = Date.parse('2026-03-05T12:00:00.000Z')
  test('has the numbers of `usage daily`, days without requests too', async () => {
    const { home } = web
    const there = await startWeb({ home, more: { now: () => now } })
    const { usage, today } = await there.json<HomeReport>('/home')
    const ask = (since: string) => printed<UsageReport>(['usage', '--since', since, '--tz', 'UTC'])
    expect(today).toBe('2026-03-05')
    expect(usage?.last30Days).toEqual((await ask('2026-02-04')).totals)
    expect(usage?.last7Days).toEqual((await ask('2026-02-27')).totals)
    expect(usage?.today.requests).toBe(0)
    const { rows } = await ask('2026-02-04')
    const used = usage?.days.filter(({ requests }) => requests > 0)
    expect(used?.map(({ day, costUsd, tokens }) => [day, costUsd, tokens])).toEqual(
      rows.map(({ key, costUsd, totalTokens }) => [key, costUsd, totalTokens]),
    )
    expect(usage?.days.map(({ day }) => day).slice(-3)).toEqual(['2026-03-03', '2026-03-04', '2026-03-05'])
  })
})

describe('sessions that run', () => {
  test('have a status in lists, and are those of `only=live`', async () => {
    const now = Date.parse('2026-03-01T10:05:00.000Z')
    const empty = '99999999-0000-4000-8000-000000000000'
    const home = makeKeepHome({ [`.claude/projects/-home-dev-app/${empty}.jsonl`]: '' })
    const touch = (id: string, at: number) =>
      utimesSync(join(dirname(home.transcript), `${id}.jsonl`), new Date(at), new Date(at))
    touch(ONE, now - 1000)
    touch(TWO, now - 24 * 60 * 60_000)
    utimesSync(join(home.config, 'projects', '-home-dev-app', `${empty}.jsonl`), new Date(now), new Date(now))
    const there = await startWeb({ home, more: { now: () => now } })
    const { live, days } = await there.json<HomeReport>('/home')
    expect(live.map(({ session, status }) => [session.id, status.state])).toEqual([[ONE, expect.any(String)]])
    expect(live[0]?.session.status).toEqual(live[0]?.status)
    const states = days.flatMap(({ sessions }) => sessions.map(({ id, status }) => [id, status?.state]))
    expect(states).toContainEqual([TWO, undefined])
    const { sessions, total } = await there.json<SessionPage>('/sessions', { only: 'live' })
    expect({ ids: sessions.map(({ id }) => id), total }).toEqual({ ids: [ONE], total: 1 })
  })
})

describe('what the client will delete', () => {
  test('is as many sessions on every page, those with bookkeeping only too', async () => {
    const empty = '99999999-0000-4000-8000-000000000000'
    const home = makeKeepHome({
      [`.claude/projects/-home-dev-app/${empty}.jsonl`]: [{ type: 'summary', summary: 'x' }],
    })
    const old = new Date(Date.now() - 28 * 24 * 60 * 60_000)
    for (const path of [join(dirname(home.transcript), TWO), join(home.config, 'projects', '-home-dev-app', empty)])
      utimesSync(`${path}.jsonl`, old, old)
    const there = await startWeb({ home })
    const { expiring, expiringCount, expiringNotKept } = await there.json<HomeReport>('/home')
    const { atRisk } = await there.json<KeepStatus>('/status')
    const { roots, sessions, withoutConversation } = await there.json<DoctorReport>('/doctor')
    expect([atRisk.kept + atRisk.notKept, roots[0]?.deletesWithinWeek]).toEqual([2, 2])
    expect([expiringCount, expiringNotKept, expiring.map(({ id }) => id)]).toEqual([2, atRisk.notKept, [TWO]])
    const { total } = await there.json<SessionPage>('/sessions')
    expect(sessions - withoutConversation.length).toBe(total)
  })
})

describe('what a session changed', () => {
  test('is counted by file, and the last ones are named', async () => {
    const script = writeScript({ sessionId: THREE, mark: 'files' }).prompt('Change some')
    for (const name of ['a.ts', 'b.ts', 'c.ts', 'a.ts', 'd.ts']) script.edit(`/home/dev/app/${name}`)
    script.call('Read', { file_path: '/home/dev/app/read.ts' }, { output: 'x' })
    const there = await startWeb({
      home: makeKeepHome({ [`.claude/projects/-home-dev-app/${THREE}.jsonl`]: script.lines }),
    })
    const { sessions } = await there.json<SessionPage>('/sessions')
    expect(sessions.find(({ id }) => id === THREE)?.filesChanged).toEqual({ count: 4, names: ['d.ts', 'a.ts', 'c.ts'] })
    expect(sessions.find(({ id }) => id === ONE)?.filesChanged).toEqual({ count: 0, names: [] })
  })
})
