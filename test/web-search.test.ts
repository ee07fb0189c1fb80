import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMark } from '../src/archive/marks.ts'
import type { SearchAnswer } from '../src/query/search/answer.ts'
import type { FilterValues } from '../src/query/search/list-filter-values.ts'
import type { ErrorBody } from '../src/surfaces/web/error-answer.ts'
import { askSearch } from '../src/surfaces/web/routes/search.ts'
import { makeKept } from './keep-home.ts'
import { FAILURE, FILES, GONE, idOf, NAMES, NEEDLE } from './search-world.ts'
import { startWeb, type WebHome } from './web-home.ts'
import { openWorld } from './web-live-world.ts'

let web: WebHome

beforeAll(async () => {
  const files = Object.fromEntries(Object.entries(FILES).map(([path, lines]) => [`.claude/${path}`, lines]))
  const home = await makeKept(files)
  rmSync(join(home.config, GONE))
  addMark(home.keep, { session: idOf(NAMES.garden), at: 0, pin: true })
  addMark(home.keep, { session: idOf(NAMES.cjk), at: 0, tag: 'Asia', on: true })
  web = await startWeb({ home })
})

/** Scores fall with age, by the minute; everything else is to be the same, the order too. */
function withoutScores({ hits, ...answer }: SearchAnswer) {
  const { syncedAt: _, ...coverage } = answer.coverage
  return { ...answer, coverage, hits: hits.map(({ score: _score, ...hit }) => hit) }
}

async function checkSame(
  q: string,
  more: { readonly query?: object; readonly args?: readonly string[] } = {},
): Promise<SearchAnswer> {
  const served = await web.json<SearchAnswer>('/search', { q, ...more.query })
  const { out, err } = await web.home.run(['search', '--json', ...(more.args ?? []), '--', q])
  if (out === '') throw new Error(err)
  expect(withoutScores(served)).toEqual(withoutScores(JSON.parse(out)))
  return served
}

describe('GET /search', () => {
  test.each([
    'stale lock',
    '"flock based variant"',
    FAILURE,
    'scheduler deadline -clock',
    'project:store',
    'lock project:store after:2026-03-02',
    'is:deleted',
    'is:pinned',
    'tag:asia',
    'is:error',
    'role:plan sandstone',
    'on:"2026-03-09" scheduler',
    'on:march 9 2026',
    'xylofone',
    'projct:store lock',
    '???',
    'the and of',
    "'; DROP TABLE sessions; --",
    '--deep -n 3',
  ])('finds what `backscroll search` finds: %s', async q => {
    await checkSame(q)
  })
  test('finds something, and as many as are asked for', async () => {
    const { hits } = await checkSame('umbrella scheduler lock', {
      query: { limit: 2, context: 1 },
      args: ['-n', '2', '--context', '1'],
    })
    expect(hits).toHaveLength(2)
  })
  test('scans the archive where that is asked for', async () => {
    const plain = await checkSame(NEEDLE)
    expect(plain.hits.filter(({ step }) => step === 'deep')).toHaveLength(0)
    const { hits, coverage } = await checkSame(NEEDLE, { query: { deep: true }, args: ['--deep'] })
    expect(hits.map(({ step, sessionId }) => ({ step, sessionId }))).toContainEqual({
      step: 'deep',
      sessionId: idOf(NAMES.long),
    })
    expect(coverage.isDeep).toBe(true)
  })
  test.each([
    ['', 'empty-query'],
    ['  ', 'empty-query'],
    ['x'.repeat(4001), 'bad-request'],
  ])('refuses what asks for nothing, or too much', async (q, code) => {
    const response = await web.get('/search', { q })
    expect({ status: response.status, code: ((await response.json()) as ErrorBody).error.code }).toEqual({
      status: 400,
      code,
    })
  })
  test.each([{ limit: 0 }, { limit: 101 }, { context: 'many' }, { deep: 'perhaps' }, { sort: 'best' }])(
    'refuses %j',
    async query => {
      expect((await web.get('/search', { q: 'lock', ...query })).status).toBe(400)
    },
  )
})

describe('a search that was called off', () => {
  test.each([false, true])('is not made any more (deep: %s)', async deep => {
    const world = openWorld(web.home.home)
    const query = { q: NEEDLE, limit: 10, context: 3, deep }
    await expect(askSearch(world, query, AbortSignal.abort())).rejects.toMatchObject({ code: 'interrupted' })
  })
})

describe('GET /search/choices', () => {
  async function listValues(query: { readonly filter: string; readonly text?: string; readonly limit?: number }) {
    return (await web.json<FilterValues>('/search/choices', query)).values
  }
  test('counts the sessions of each value, the most first', async () => {
    const values = await listValues({ filter: 'project' })
    expect(values).toContainEqual({ value: 'twins', sessions: 2 })
    const counts = values.map(({ sessions }) => sessions ?? 0)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })
  test.each(['project', 'branch', 'tool', 'model', 'agent', 'tag'])(
    'names values of %s that find as many sessions',
    async filter => {
      const values = await listValues({ filter, limit: 3 })
      expect(values.length).toBeGreaterThan(0)
      for (const { value, sessions } of values) {
        const { hits } = await web.json<SearchAnswer>('/search', { q: `${filter}:"${value}"`, limit: 100 })
        const found = new Set(hits.flatMap(hit => [hit.sessionId, ...hit.alsoIn.map(also => also.sessionId)]))
        expect({ value, isFound: found.size > 0, isMore: found.size > (sessions ?? 0) + 2 }).toEqual({
          value,
          isFound: true,
          isMore: false,
        })
      }
    },
  )
  test('leaves those that hold the text, in any case', async () => {
    expect(await listValues({ filter: 'project', text: 'TWIN' })).toEqual([{ value: 'twins', sessions: 2 }])
    expect(await listValues({ filter: 'tag', text: 'asi' })).toEqual([{ value: 'Asia', sessions: 1 }])
  })
  test('lists fixed words without counting', async () => {
    expect(await listValues({ filter: 'is' })).toContainEqual({ value: 'rewound', sessions: null })
  })
  test('refuses a filter that is about a text or a time', async () => {
    expect((await web.get('/search/choices', { filter: 'before' })).status).toBe(400)
  })
})
