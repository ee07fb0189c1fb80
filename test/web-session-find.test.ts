import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildView } from '../src/render/view/build-view.ts'
import { countIn, rowText } from '../src/render/view/row-text.ts'
import type { LoadedSession } from '../src/source/load-session.ts'
import {
  type CountsAnswer,
  type FilterAnswer,
  type FindAnswer,
  sessionCountsRoute,
  sessionFilterRoute,
  sessionFindRoute,
} from '../src/surfaces/web/routes/session-find.ts'
import { type RowAnswer, sessionRowRoute } from '../src/surfaces/web/routes/session-row.ts'
import { FIXTURES } from './corpus.ts'
import { openSession, viewOptions } from './draw-session.ts'
import { makeLines, makeTree, ONE, toLines } from './temp-tree.ts'
import { ask, askAll, smallWorld } from './web-session-world.ts'

const HELPING = join(FIXTURES, 'sessions', 'helping.jsonl')
const WORKING = join(FIXTURES, 'sessions', 'working.jsonl')

test.each([HELPING, WORKING])('finds in turns and agents what a walk over the whole session finds: %s', async path => {
  const loaded = openSession(path)
  for (const text of ['the', 'E', 'in']) {
    const [answer] = await askAll<FindAnswer>(sessionFindRoute, smallWorld(loaded), { text })
    const found = answer?.matches.reduce((sum, match) => sum + match.count, 0)
    expect(found).toBe(countInAll(loaded, text.toLowerCase()))
    expect(found).toBeGreaterThan(0)
  }
})

test('names the row in which something was found, folded away in an agent or not', async () => {
  const world = smallWorld(openSession(HELPING))
  const [answer] = await askAll<FindAnswer>(sessionFindRoute, world, { text: 'the' })
  expect(answer?.matches.some(match => match.agent !== undefined)).toBe(true)
  for (const { turn, agent, index, count, kind } of answer?.matches ?? []) {
    const query = agent === undefined ? { turn, index } : { agent, index }
    const { row } = await ask<RowAnswer>(sessionRowRoute, world, query)
    expect([row.kind, countIn(rowText(row), 'the')]).toEqual([kind, count])
  }
})

test('answers in parts when time is short, and all parts together are the whole answer', async () => {
  const loaded = openSession(HELPING)
  const hurried = await askAll<FindAnswer>(sessionFindRoute, smallWorld(loaded, 25), { text: 'the' })
  const [whole] = await askAll<FindAnswer>(sessionFindRoute, smallWorld(loaded), { text: 'the' })
  expect(hurried.length).toBeGreaterThan(5)
  expect(hurried.flatMap(part => part.matches)).toEqual(whole?.matches)
  expect(hurried.at(-1)).toMatchObject({ done: whole?.total, total: whole?.total })
})

test('goes on with a turn that takes longer than one answer, and does not begin it again', async () => {
  const loaded = openSession(WORKING)
  const slow = smallWorld(loaded, 25)
  const quick = smallWorld(loaded)
  await askAll(sessionCountsRoute, slow, {})
  await askAll(sessionCountsRoute, quick, {})
  expect(slow.reads.count).toBe(quick.reads.count)
})

test('looks again only at what changed when a session grows', async () => {
  const { path, loaded } = manyTurns(30)
  const world = smallWorld(loaded)
  await askAll(sessionCountsRoute, world, {})
  await askAll(sessionFindRoute, world, { text: 'done' })
  const before = world.reads.count
  appendFileSync(path, turnLines(30))
  world.show(openSession(path))
  const [counts] = await askAll<CountsAnswer>(sessionCountsRoute, world, {})
  const [find] = await askAll<FindAnswer>(sessionFindRoute, world, { text: 'done' })
  expect([counts?.units.length, find?.matches.length]).toEqual([31, 31])
  // Prompt and answer of the new turn, for each of the two questions.
  expect(world.reads.count - before).toBeLessThanOrEqual(8)
})

test('looks for a longer word only where its beginning was found', async () => {
  const world = smallWorld(manyTurns(30).loaded)
  await askAll(sessionFindRoute, world, { text: 'number 7' })
  const before = world.reads.count
  const [answer] = await askAll<FindAnswer>(sessionFindRoute, world, { text: 'number 7 of' })
  expect(answer?.matches.map(match => match.turn)).toEqual([8, 8])
  expect(world.reads.count - before).toBeLessThanOrEqual(4)
})

test('counts rows by kind, tool, failure and level', async () => {
  const loaded = openSession(WORKING)
  const [counts] = await askAll<CountsAnswer>(sessionCountsRoute, smallWorld(loaded), {})
  const rows = [...buildView(loaded.session, viewOptions(loaded, 'all'))]
  const sum = (of: (unit: CountsAnswer['units'][number]) => number): number =>
    counts?.units.reduce((total, unit) => total + of(unit), 0) ?? 0
  expect(sum(unit => unit.rows)).toBe(rows.length - 2)
  expect(sum(unit => unit.kinds.tool ?? 0)).toBe(rows.filter(row => row.kind === 'tool').length)
  expect(sum(unit => unit.tools.Bash?.calls ?? 0)).toBe(
    rows.filter(row => row.kind === 'tool' && row.name === 'Bash').length,
  )
  expect(sum(unit => unit.tools.Bash?.errors ?? 0)).toBeGreaterThan(0)
  expect(sum(unit => unit.levels.prompts)).toBe(
    rows.filter(row => 'minLevel' in row && row.minLevel === 'prompts').length,
  )
  expect(counts?.units.every(unit => unit.kinds.turn === undefined)).toBe(true)
})

test('filters by kinds or tools, and by what failed', async () => {
  const world = smallWorld(openSession(WORKING))
  const filter = async (query: object): Promise<readonly string[]> => {
    const [answer] = await askAll<FilterAnswer>(sessionFilterRoute, world, { ...query })
    const found: string[] = []
    for (const { turn, agent, indexes } of answer?.units ?? []) {
      for (const index of indexes) {
        const place = agent === undefined ? { turn, index } : { agent, index }
        const { row } = await ask<RowAnswer>(sessionRowRoute, world, place)
        found.push(row.kind === 'tool' ? row.name : row.kind)
      }
    }
    return [...new Set(found)].sort()
  }
  expect(await filter({ tools: 'Bash' })).toEqual(['Bash'])
  expect(await filter({ tools: ['Bash', 'Read'], kinds: 'answer' })).toEqual(['Bash', 'Read', 'answer'])
  expect(await filter({ tools: 'Bash', errors: 'true' })).toEqual(['Bash'])
  expect(await filter({ kinds: 'nothing' })).toEqual([])
})

function countInAll(loaded: LoadedSession, text: string): number {
  let count = 0
  let isLoose = false
  for (const row of buildView(loaded.session, viewOptions(loaded, 'all'))) {
    if (row.kind === 'section') isLoose = true
    // The lines of agents that no call accounts for stand in the index of the session.
    const isLine = isLoose && row.kind === 'agent' && row.depth === 0
    if (row.kind !== 'session' && row.kind !== 'loss' && row.kind !== 'section' && !isLine)
      count += countIn(rowText(row), text)
  }
  return count
}

function turnLines(at: number): string {
  const time = new Date(Date.UTC(2026, 2, 1, 10, at)).toISOString()
  return toLines(makeLines(ONE, { prompt: `Plant number ${at} of the beds`, at: time }))
}

function manyTurns(count: number): { readonly path: string; readonly loaded: LoadedSession } {
  const lines = Array.from({ length: count }, (_, at) => turnLines(at)).join('')
  const path = join(makeTree({ [`${ONE}.jsonl`]: lines }), `${ONE}.jsonl`)
  return { path, loaded: openSession(path) }
}
