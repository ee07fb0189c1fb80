import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld } from '../../../test/keep-world.ts'
import { FILES, idOf, NAMES, type Name, openSearcher, type Searcher } from '../../../test/search-world.ts'
import { collapseCopies } from './copies.ts'
import { toUnit } from './list-by-filters.ts'
import type { RankedSession } from './rank-sessions.ts'

let searcher: Searcher

beforeAll(async () => {
  const world = makeWorld(FILES)
  await world.sync()
  searcher = openSearcher(world)
})
afterAll(() => searcher.close())

/** A session that was found at its first prose, with this score. */
function found(name: Name, score: number, number = 0): RankedSession {
  const row = searcher.keep.store.get(
    `SELECT * FROM units WHERE kind = 'prose' AND agent = '' AND number = ? AND session = (SELECT session FROM sessions WHERE id = ?)`,
    [number, idOf(NAMES[name])],
  )
  if (!row) throw new Error(`${name} has no such unit`)
  const unit = { ...toUnit(row), score }
  return { session: unit.session, units: [unit], hints: [], score }
}

/** As `name+copy+copy`. */
function checkCollapsed(ranked: readonly RankedSession[], limit: number, expected: readonly string[]): void {
  const rows = searcher.keep.store.all('SELECT session, id FROM sessions')
  const names = new Map(
    rows.map(({ session, id }) => [session, Object.entries(NAMES).find(([, mark]) => idOf(mark) === id)?.[0]]),
  )
  const shown = collapseCopies(searcher.keep.store, ranked, limit).map(({ session, copies }) =>
    [session, ...[...copies].sort()].map(number => names.get(number)).join('+'),
  )
  expect(shown.map(one => one.split('+').slice(0, 1).concat(one.split('+').slice(1).sort()).join('+'))).toEqual(
    expected,
  )
}

describe('copies of a passage', () => {
  test('are one conversation, in the session where it stood first', () => {
    checkCollapsed([found('resumed', 1), found('fork', 1), found('lock', 1)], 10, ['lock+fork+resumed'])
    checkCollapsed([found('garden', 2), found('fork', 1), found('short', 1), found('lock', 1)], 10, [
      'garden',
      'lock+fork',
      'short',
    ])
  })
  test('keep the place of the best, and its score', () => {
    const ranked = [found('resumed', 1), found('garden', 0.99), found('lock', 0.9)]
    const [first] = collapseCopies(searcher.keep.store, ranked, 10)
    expect(first).toMatchObject({ score: 1, session: ranked[2]?.session })
  })
  test('stay where they are much better: there the fork went another way', () => {
    checkCollapsed([found('fork', 1), found('lock', 0.5)], 10, ['fork+lock'])
  })
  test('are told by what they repeat, not by what they say', () => {
    checkCollapsed([found('old', 1), found('recent', 1)], 10, ['old', 'recent'])
  })
  test('are named even where there is no room for more conversations', () => {
    checkCollapsed([found('resumed', 1), found('garden', 0.9), found('lock', 0.9)], 1, ['lock+resumed'])
  })
  test('of nothing are nothing', () => checkCollapsed([], 10, []))
})
