import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import type { SessionPage } from '../src/query/home/session-page.ts'
import type { PinList } from '../src/query/list-marked.ts'
import { takeLock } from '../src/store/lock.ts'
import type { SessionMarks } from '../src/surfaces/web/routes/marks.ts'
import { makeKept } from './keep-home.ts'
import { ONE, TWO } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

let web: WebHome

beforeAll(async () => {
  web = await startWeb({ home: await makeKept() })
})

async function post<Answer>(path: string, body: object): Promise<{ readonly status: number; readonly body: Answer }> {
  const response = await web.post(path, body)
  return { status: response.status, body: (await response.json()) as Answer }
}

async function checkRefused(path: string, body: object, status: number, code: string): Promise<void> {
  const answer = await post<{ error: { code: string } }>(path, body)
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status, code })
}

describe('POST /sessions/:id/pin', () => {
  test('pins as the command line does, by the beginning of an id too', async () => {
    const { status, body } = await post<SessionMarks>('/sessions/1111/pin', { isPinned: true })
    expect({ status, body }).toMatchObject({ status: 200, body: { id: ONE, isPinned: true, tags: [] } })
    const { out } = await web.home.run(['pin', '--json'])
    expect((JSON.parse(out) as PinList).sessions.map(({ id }) => id)).toEqual([ONE])
    const { sessions } = await web.json<SessionPage>('/sessions', { only: 'pinned' })
    expect(sessions.map(({ id, isPinned }) => [id, isPinned])).toEqual([[ONE, true]])
  })
  test('writes nothing where nothing changes, and takes the pin away', async () => {
    const path = join(web.home.keep, 'marks.jsonl')
    const before = readFileSync(path, 'utf8')
    await post(`/sessions/${ONE}/pin`, { isPinned: true })
    expect(readFileSync(path, 'utf8')).toBe(before)
    const { body } = await post<SessionMarks>(`/sessions/${ONE}/pin`, { isPinned: false })
    expect(body.isPinned).toBe(false)
  })
  test.each([
    ['/sessions/9999/pin', { isPinned: true }, 404, 'no-such-session'],
    [`/sessions/${ONE}.jsonl/pin`, { isPinned: true }, 404, 'no-such-session'],
    [`/sessions/${ONE}/pin`, {}, 400, 'bad-request'],
    [`/sessions/${ONE}/pin`, { isPinned: 'yes' }, 400, 'bad-request'],
    [`/sessions/${ONE}/pin`, { isPinned: true, all: true }, 400, 'bad-request'],
  ])('refuses %s %j', checkRefused)
})

describe('POST /sessions/:id/tags', () => {
  test('gives tags and takes some away', async () => {
    const given = await post<SessionMarks>(`/sessions/${TWO}/tags`, { add: ['release', 'api-v2'] })
    expect(given.body.tags).toEqual(['release', 'api-v2'])
    const taken = await post<SessionMarks>(`/sessions/${TWO}/tags`, { add: ['Später'], remove: ['RELEASE', 'absent'] })
    expect(taken.body.tags).toEqual(['api-v2', 'Später'])
    const { sessions } = await web.json<SessionPage>('/sessions')
    expect(sessions.find(({ id }) => id === TWO)?.tags).toEqual(['api-v2', 'Später'])
  })
  test('gives none of them where one is no tag', async () => {
    await checkRefused(`/sessions/${ONE}/tags`, { add: ['fine', 'two words'] }, 400, 'bad-tag')
    const { sessions } = await web.json<SessionPage>('/sessions')
    expect(sessions.find(({ id }) => id === ONE)?.tags).toEqual([])
  })
  test('refuses a flood of them', async () => {
    const add = Array.from({ length: 51 }, (_, at) => `tag-${at}`)
    await checkRefused(`/sessions/${ONE}/tags`, { add }, 400, 'bad-request')
  })
})

describe('POST /sessions/:id/forget', () => {
  test('says first what would go', async () => {
    const preview = await web.json<object>(`/sessions/${ONE}/forget`)
    expect(preview).toMatchObject({
      id: ONE,
      title: 'Grow the tomatoes',
      copies: 1,
      stillAt: [web.home.transcript, expect.any(String)],
    })
  })
  test('needs the whole id once more', async () => {
    await checkRefused(`/sessions/${ONE}/forget`, { confirm: '1111' }, 400, 'not-confirmed')
    await checkRefused(`/sessions/${ONE}/forget`, {}, 400, 'bad-request')
    await checkRefused(`/sessions/${ONE}/forget`, { confirm: TWO }, 400, 'not-confirmed')
  })
  test('takes it out of archive and index, and leaves the file of the client', async () => {
    const { status, body } = await post<{ files: number }>(`/sessions/${ONE}/forget`, { confirm: ONE })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { schema: 'backscroll.forget/1', id: ONE, sessions: 1 },
    })
    expect(body.files).toBeGreaterThan(1)
    const { sessions } = await web.json<SessionPage>('/sessions')
    expect(sessions.map(({ id, isKept }) => [id, isKept])).toEqual([
      [ONE, false],
      [TWO, true],
    ])
    await checkRefused(`/sessions/${ONE}/forget`, { confirm: ONE }, 404, 'not-kept')
  })
  test('says that somebody else writes', async () => {
    const lock = await takeLock(keepPaths(web.home.keep).lock, { waitMs: 5000 })
    try {
      await checkRefused(`/sessions/${TWO}/forget`, { confirm: TWO }, 409, 'keep-busy')
    } finally {
      lock?.release()
    }
  })
})
