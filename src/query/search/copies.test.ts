import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld } from '../../../test/keep-world.ts'
import { writeScript } from '../../../test/lookup-world.ts'
import { FILES, idOf, NAMES, type Name, openSearcher, type Searcher } from '../../../test/search-world.ts'
import type { Store } from '../../store/store.ts'
import { collapseCopies } from './copies.ts'
import { toUnit } from './match-units.ts'
import type { RankedSession } from './rank-sessions.ts'

let searcher: Searcher
let others: Searcher

beforeAll(async () => {
  searcher = await keepFiles(FILES)
  others = await keepFiles(CUT_ELSEWHERE)
})
afterAll(() => {
  searcher.close()
  others.close()
})

async function keepFiles(files: { readonly [path: string]: readonly object[] }): Promise<Searcher> {
  const world = makeWorld(files)
  await world.sync()
  return openSearcher(world)
}

type Line = object & { readonly uuid?: string }

/** Five turns, of which each says something else; windows of two turns are cut before the first, third and fifth. */
const SUBJECTS = ['walnut', 'juniper', 'hazel', 'rowan', 'alder']
const original = writeScript({ sessionId: idOf('11110000') })
for (const word of SUBJECTS) original.prompt(`Plant the ${word} there`).answer(`Its ${word} root is in the ground now`)
const copyOf = (id: string, copied: readonly object[]) =>
  writeScript({ sessionId: idOf(id), copied, startedAt: `2026-03-0${id[0]}T10:00:00.000Z` }).prompt('Thanks').lines
const renamed = (lines: readonly Line[]) => lines.map(line => ({ ...line, uuid: `new-${line.uuid}` }))
const reworded = (lines: readonly object[]): Line[] =>
  JSON.parse(JSON.stringify(lines).replaceAll('Plant', 'Water').replaceAll('/home/dev/app', '/home/dev/two'))

const CUT_ELSEWHERE = {
  'projects/-home-dev-app/11110000-0000-4000-8000-000000000000.jsonl': original.lines,
  // From the second prompt, and from the answer of the third.
  'projects/-home-dev-app/22220000-0000-4000-8000-000000000000.jsonl': copyOf('22220000', original.lines.slice(2)),
  'projects/-home-dev-app/33330000-0000-4000-8000-000000000000.jsonl': copyOf('33330000', original.lines.slice(5)),
  // A fork as the SDK makes it.
  'projects/-home-dev-app/44440000-0000-4000-8000-000000000000.jsonl': copyOf('44440000', renamed(original.lines)),
  // Nothing to do with them, though it has their times and lengths.
  'projects/-home-dev-two/55550000-0000-4000-8000-000000000000.jsonl': copyOf(
    '55550000',
    renamed(renamed(reworded(original.lines))),
  ),
}

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
  test('are found with a few statements, however many there are', () => {
    let statements = 0
    const { store } = searcher.keep
    const counted = {
      all(...request: Parameters<Store['all']>) {
        statements++
        return store.all(...request)
      },
    }
    const ranked = (Object.keys(NAMES) as Name[]).map(name => found(name, 1))
    expect(collapseCopies(counted as Store, ranked, Number.POSITIVE_INFINITY)).toHaveLength(ranked.length - 2)
    expect(statements).toBeLessThan(5)
  })
  test('of nothing are nothing', () => checkCollapsed([], 10, []))
})

/** Each conversation as the first digits of its sessions, the one that stands for it first. */
function listFound(text: string, limit = 10): readonly string[] {
  const { hits } = others.search(text, { limit })
  return hits.map(({ sessionId, alsoIn }) => [sessionId[0], ...alsoIn.map(also => also.sessionId[0]).sort()].join('+'))
}

describe('copies that are cut into other units', () => {
  test('because they begin later are one conversation with what they repeat', () => {
    expect(listFound('plant hazel').filter(found => /[123]/.test(found))).toEqual(['1+2+3+4'])
    expect(listFound('plant alder').filter(found => /[123]/.test(found))).toEqual(['1+2+3+4'])
    expect(listFound('plant juniper').filter(found => /[12]/.test(found))).toEqual(['1+2+4'])
    expect(listFound('"Plant the walnut there"')).toEqual(['1+4'])
    expect(listFound('"its hazel root"').filter(found => /[123]/.test(found))).toEqual(['1+2+3+4'])
  })
  test('of other words are others, though times and lengths are the same', () => {
    for (const word of SUBJECTS) {
      const found = listFound(`"the ${word} there"`).filter(one => one.includes('5'))
      expect({ word, found }).toEqual({ word, found: ['5'] })
    }
  })
  test('are told by uuids only where the prompt is the same: somebody may have made them up', async () => {
    const twice = await keepFiles({
      'projects/-home-dev-app/11110000-0000-4000-8000-000000000000.jsonl': original.lines,
      'projects/-home-dev-two/66660000-0000-4000-8000-000000000000.jsonl': copyOf('66660000', reworded(original.lines)),
    })
    for (const word of SUBJECTS) expect(twice.search(`${word} root`).hits.map(({ alsoIn }) => alsoIn)).toEqual([[], []])
    twice.close()
  })
  test('are told by times only where they are as long', async () => {
    const longer = JSON.parse(JSON.stringify(renamed(original.lines)).replaceAll('the ground', 'the cold ground'))
    const twice = await keepFiles({
      'projects/-home-dev-app/11110000-0000-4000-8000-000000000000.jsonl': original.lines,
      'projects/-home-dev-app/77770000-0000-4000-8000-000000000000.jsonl': copyOf('77770000', longer).slice(0, -1),
    })
    for (const word of SUBJECTS) expect(twice.search(`plant ${word}`).hits).toHaveLength(2)
    twice.close()
  })
  test('are as many, however many are shown', () => {
    for (const text of ['hazel root', 'plant', 'ground', 'project:app', 'walnut alder']) {
      const totals = [1, 2, 3, 10].map(limit => others.search(text, { limit }).total)
      expect({ text, totals: new Set(totals).size }).toEqual({ text, totals: 1 })
      expect(totals[3]).toBe(listFound(text).length)
    }
  })
})
