/** What a hit shows and points at: bytes in the archive, words, answers, what was deleted, what only a deep scan finds. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchAnswer, SearchHit } from '../src/query/search/answer.ts'
import type { SearchRequest } from '../src/query/search/search-sessions.ts'
import { makeWorld, readGenerations, type World } from './keep-world.ts'
import { writeScript } from './lookup-world.ts'
import {
  FAILURE,
  FILES,
  GONE,
  idOf,
  LOCK,
  makeSearchWorld,
  NAMES,
  NEEDLE,
  nameOf,
  openSearcher,
  type Searcher,
} from './search-world.ts'

let world: World
let searcher: Searcher

beforeAll(async () => {
  world = await makeSearchWorld()
  searcher = openSearcher(world)
})
afterAll(() => searcher.close())

function search(text: string, more?: Partial<SearchRequest>): SearchAnswer {
  return searcher.search(text, more)
}

function firstHit(text: string, more?: Partial<SearchRequest>): SearchHit {
  const [hit] = search(text, more).hits
  if (!hit) throw new Error(`nothing found by ${text}`)
  return hit
}

/** Queries that find something in every kind of place. */
const EVERYWHERE = [
  'stale lock',
  'parseTranscript',
  FAILURE,
  '検索が遅い',
  'periwinkle',
  'chartreuse',
  'sandstone',
  'theodolite',
  'xylophone',
  'zombie',
  'mistral',
  'npm test',
  'scheduler deadline',
  'project:garden',
  'is:error',
]

describe('a hit', () => {
  test.each(EVERYWHERE)('points at the bytes in the archive: %s', text => {
    const { hits } = search(text)
    expect(hits.length).toBeGreaterThan(0)
    for (const hit of hits) {
      const { file, generation, start, end } = hit.span as NonNullable<SearchHit['span']>
      const [row] = searcher.keep.store.all('SELECT path, generation FROM files WHERE file = ?', [file])
      expect(row?.generation).toBe(generation)
      const path = String(row?.path).slice(world.config.length + 1)
      const bytes = Buffer.from(readGenerations(world, path).at(-1) ?? '').subarray(start, end)
      const entry = JSON.parse(bytes.toString())
      expect(entry.uuid).toBe(hit.entryUuid)
      expect(entry.sessionId).toBe(hit.sessionId)
      expect(new Date(entry.timestamp).toISOString()).toBe(hit.at)
      const whole = bytes.toString()
      for (const line of hit.snippet.split('\n')) {
        expect(whole).toContain(JSON.stringify(line.replace(/^…|…$/g, '')).slice(1, -1))
      }
    }
  })
  test('marks the words that were sought', () => {
    const marked = (text: string) => {
      const { snippet, highlights } = firstHit(text)
      return highlights.map(([start, end]) => snippet.slice(start, end))
    }
    expect(marked('stale locks')).toEqual(expect.arrayContaining(['stale', 'lock']))
    expect(marked('kernel "the process"')).toEqual(expect.arrayContaining(['kernel', 'the process']))
    expect(marked('xylophpne')).toEqual(['xylophone'])
    expect(marked('project:garden')).toEqual([])
  })
  test('says why it is there, and what the answer was', () => {
    expect(firstHit('stale lock crash')).toMatchObject({
      matched: ['stale', 'lock', 'crash'],
      answer: 'The writer never let go of it. Now the kernel releases the lock when the process dies.',
      role: 'prompt',
      title: expect.stringContaining('stale lock'),
      project: 'store',
      branch: 'main',
    })
    expect(firstHit('kernel releases').answer).toBe(undefined)
    expect(firstHit('parse transcript').matched).toEqual(['parse', 'transcript'])
    expect(firstHit('lock project:store').matched).toEqual(['lock', 'project:store'])
  })
  test('has the marks of its session', () => {
    expect(firstHit('tomatoes')).toMatchObject({ isPinned: true, tags: [] })
    expect(firstHit('検索')).toMatchObject({ isPinned: false, tags: ['Asia'] })
  })
  test('has as many lines as are asked for', () => {
    const linesOf = (context: number) => firstHit('sandstone slope', { context }).snippet.split('\n').length
    expect(linesOf(1)).toBe(1)
    expect(linesOf(3)).toBeGreaterThan(1)
  })
})

describe('what the client deleted', () => {
  test('is found, said to be deleted, and shown from the archive', () => {
    expect(firstHit('xylophone')).toMatchObject({ isDeleted: true, snippet: expect.stringContaining('xylophone') })
    expect(firstHit('stale lock').isDeleted).toBe(false)
  })
  test('of a damaged archive shows the head of the prompt', async () => {
    const damaged = makeWorld({ [GONE]: FILES[GONE] as readonly object[], [LOCK]: FILES[LOCK] as readonly object[] })
    await damaged.sync()
    rmSync(join(damaged.config, GONE))
    await damaged.sync()
    const own = openSearcher(damaged)
    const file = own.search('xylophone').hits[0]?.span?.file as number
    own.close()
    const folder = join(damaged.archive, 'streams', file.toString(16).padStart(2, '0'))
    writeFileSync(join(folder, `${file}-1.tail.zst`), 'not a frame')
    const again = openSearcher(damaged)
    const answer = again.search('xylophone')
    expect(answer.hits.map(nameOf)).toEqual(['gone'])
    expect(answer.hits[0]?.snippet).toBe('Where is the xylophone kept?')
    expect(again.search('stale lock').hits[0]?.snippet).toContain('stale lock')
    expect(() => again.search('xylophone attic', { isDeep: true })).not.toThrow()
    again.close()
  })
})

describe('a deep search', () => {
  const deep = (text: string) => search(text, { isDeep: true })
  test('finds what the index left out: the middle of a long output', () => {
    expect(search(`"${NEEDLE}"`).hits).toEqual([])
    const { step, hits } = deep(`"${NEEDLE}"`)
    expect({ step, names: hits.map(nameOf) }).toEqual({ step: 'deep', names: ['long'] })
    expect(hits[0]).toMatchObject({ role: 'output', turn: 1, matched: [NEEDLE] })
    expect(hits[0]?.snippet).toContain(`battery ${NEEDLE} failed`)
    const [start, end] = hits[0]?.highlights[0] ?? []
    expect(hits[0]?.snippet.slice(start, end)).toBe(NEEDLE)
  })
  test('puts it before what has only some of the words, and shows a session once', () => {
    const { hits } = deep(`battery ${NEEDLE} failed`)
    expect(nameOf(hits[0] as SearchHit)).toBe('long')
    expect(hits.filter(hit => nameOf(hit) === 'long')).toHaveLength(1)
    const ids = deep('quiet lock').hits.map(({ sessionId }) => sessionId)
    expect(new Set(ids).size).toBe(ids.length)
  })
  test('keeps to filters and words to leave out', () => {
    expect(deep(`"${NEEDLE}" project:garden`).hits).toEqual([])
    expect(deep(`"${NEEDLE}" project:long`).hits).toHaveLength(1)
    expect(deep(`"${NEEDLE}" before:2026-03-01`).hits).toEqual([])
    expect(deep(`"${NEEDLE}" role:prompt`).hits).toEqual([])
    expect(deep(`"${NEEDLE}" role:output`).hits).toHaveLength(1)
    expect(deep(`"${NEEDLE}" is:error`).hits).toEqual([])
    expect(deep(`"${NEEDLE}" -battery`).hits).toEqual([])
  })
  test('finds nothing more than others where they found all', () => {
    expect(deep('stale lock').hits).toEqual(search('stale lock').hits)
  })
})

describe('a deep hit', () => {
  const LINES = Array.from({ length: 60 }, (_, at) => `step ${at} ${'of the long and winding road '.repeat(6)}`)
  test('shows as many lines as are asked for, around the find and in whole words', () => {
    for (const context of [1, 2, 3, 8]) {
      const { snippet, highlights } = firstHit(`"${NEEDLE}"`, { isDeep: true, context })
      expect(snippet.split('\n').length).toBeLessThanOrEqual(context)
      expect(snippet.split('\n')[0]).toBe(`battery ${NEEDLE} failed`)
      expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual([NEEDLE])
    }
  })
  test('is cut at word ends where its lines are long, and marks what stands inside words', async () => {
    const middle = `${LINES.join(' ')} prefixed${NEEDLE}suffix ${LINES.join(' ')}`
    const own = makeWorld({
      [LOCK]: writeScript({ sessionId: idOf(NAMES.lock) })
        .prompt('Walk')
        .bash('walk', { output: `${LINES.join('\n')}\n${middle}\n${LINES.join('\n')}` }).lines,
    })
    await own.sync()
    const walker = openSearcher(own)
    for (const context of [1, 3]) {
      const [hit] = walker.search(NEEDLE.toUpperCase(), { isDeep: true, context }).hits
      const snippet = hit?.snippet ?? ''
      expect(snippet.length).toBeLessThan(context * 100 + 60)
      expect(` ${middle}\n`).toContain(` ${snippet.replace(/^…|…$/g, '').trim()}`)
      expect(hit?.highlights.map(([start, end]) => snippet.slice(start, end))).toEqual([NEEDLE])
      for (const word of snippet.replaceAll('…', '').split(' ')) expect(` ${middle} `).toContain(` ${word} `)
    }
    walker.close()
  })
})

test('sessions that hold bookkeeping alone are not counted among those searched', async () => {
  const own = makeWorld({
    [LOCK]: FILES[LOCK] as readonly object[],
    [GONE]: [{ type: 'summary', summary: 'Nothing was said here', leafUuid: 'nobody' }],
  })
  await own.sync()
  const counter = openSearcher(own)
  expect(counter.keep.store.all('SELECT has_conversation FROM sessions')).toHaveLength(2)
  expect(counter.search('lock').coverage.sessions).toBe(1)
  counter.close()
})
