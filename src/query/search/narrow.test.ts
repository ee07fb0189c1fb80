import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld } from '../../../test/keep-world.ts'
import { FILES, idOf, NAMES, type Name, NOW, openSearcher, type Searcher } from '../../../test/search-world.ts'
import type { Marks } from '../../archive/marks.ts'
import type { UnitPlace } from './filter-choices.ts'
import { type Narrowing, narrow } from './narrow.ts'
import { parseQuery } from './parse-query.ts'
import { FILTER_NAMES } from './query.ts'

let searcher: Searcher

beforeAll(async () => {
  const world = makeWorld(FILES)
  await world.sync()
  searcher = openSearcher(world)
})
afterAll(() => searcher.close())

const MARKS: Marks = {
  isPinned: id => id === idOf(NAMES.garden),
  tagsOf: () => [],
  pinned: () => [idOf(NAMES.garden), 'not-kept'],
  tags: () => new Map(),
  withTag: tag => (tag.toLowerCase() === 'asia' ? [idOf(NAMES.cjk)] : []),
}

function narrowBy(text: string): Narrowing {
  return narrow(searcher.keep.store, MARKS, parseQuery(text, { now: NOW }).filters)
}

function numberOf(name: Name): number {
  return searcher.keep.store.get('SELECT session FROM sessions WHERE id = ?', [idOf(NAMES[name])])?.session as number
}

/** Sessions of which at least one unit is left. */
function checkSessions(text: string, names: readonly Name[]): void {
  const { sessions, isWanted, kinds } = narrowBy(text)
  const rows = searcher.keep.store.all('SELECT session, agent, kind, number, first_turn, last_turn, at FROM units')
  const left = rows.flatMap((row): number[] => {
    const { first_turn: firstTurn, last_turn: lastTurn, ...rest } = row
    const unit = { ...rest, firstTurn, lastTurn, at: row.at ?? undefined } as UnitPlace
    const isLeft = (sessions?.has(unit.session) ?? true) && kinds.includes(unit.kind) && isWanted(unit)
    return isLeft ? [unit.session] : []
  })
  expect({ text, left: [...new Set(left)].sort((a, b) => a - b) }).toEqual({
    text,
    left: names.map(numberOf).sort((a, b) => a - b),
  })
}

const LOCKS: readonly Name[] = ['lock', 'fork', 'resumed']
const ALL = Object.keys(NAMES) as Name[]
const allBut = (...names: Name[]): readonly Name[] => ALL.filter(name => !names.includes(name))

describe('a filter leaves', () => {
  test.each<[string, readonly Name[]]>([
    ['', ALL],
    ['project:STORE', LOCKS],
    ['project:/home/dev/store/', LOCKS],
    ['project:%', []],
    ['project:_tore', []],
    ['branch:beans', ['garden']],
    ['branch:%', []],
    ['file:lock.ts', LOCKS],
    ['file:store/lock.ts', LOCKS],
    ['file:~/src/store/lock.ts', LOCKS],
    ['file:store\\lock.ts', LOCKS],
    ['file:ock.ts', LOCKS],
    ['file:store/ock.ts', []],
    ['file:%.ts', []],
    ['tool:exitplanmode', ['planned']],
    ['tool:ash', []],
    ['tool:weather', ['planned']],
    ['cmd:"NPM TEST"', ['lock', 'resumed']],
    ['cmd:%', []],
    ['model:HAIKU', ['helped']],
    ['agent:expl', ['helped']],
    ['agent:a1', ['helped']],
    ['role:summary', ['planned']],
    ['role:plan', ['planned']],
    ['is:error', ['lock', 'resumed']],
    ['is:deleted', []],
    ['is:subagent', ['helped']],
    ['is:rewound', ['rewound']],
    ['is:pinned', ['garden']],
    ['pr:12', ['garden']],
    ['pr:#12', ['garden']],
    ['pr:1', []],
    ['pr:x', []],
    ['pr:other/garden#12', []],
    ['commit:ABC1', ['garden']],
    ['commit:bc1234', []],
    ['tag:Asia', ['cjk']],
    ['tag:none', []],
    ['session:abab', ['marathon', 'short']],
    ['session:abab2222:3', ['short']],
    ['session:%', []],
    ['before:2025-06-01', []],
    ['before:2025-06-02', ['old']],
    ['on:2025-06-01', ['old']],
    ['on:2025-06-01 on:2026-03-12', ['old', 'gone']],
    ['after:2026-03-08 before:2026-03-09', ['rewound']],
  ])('%s', (text, names) => checkSessions(text, names))
})

describe('filters', () => {
  test('of one name are alternatives, of several names must all fit', () => {
    checkSessions('project:garden project:short', ['garden', 'short'])
    checkSessions('project:garden branch:beans', ['garden'])
    checkSessions('project:short branch:beans', [])
    checkSessions('is:error is:subagent', [])
    checkSessions('tool:ExitPlanMode tool:Read', ['planned', ...LOCKS])
    expect(narrowBy('role:prompt role:answer')).toMatchObject({ columns: ['prompt', 'answer'], kinds: ['prose'] })
    expect(narrowBy('role:prompt tool:Bash')).toMatchObject({ columns: ['prompt'], kinds: ['prose'] })
  })
  test('behind a minus leave the others, each by itself', () => {
    checkSessions('-project:garden -project:short', allBut('garden', 'short'))
    checkSessions('-is:subagent', ALL)
    checkSessions('-is:rewound', ALL)
    checkSessions('-tag:asia', allBut('cjk'))
    checkSessions('-on:2025-06-01', allBut('old'))
    expect(narrowBy('-role:output').columns).not.toContain('output')
    expect(narrowBy('-role:tool').kinds).toEqual(['prose'])
  })
  test('on time give the index its bounds', () => {
    const from = new Date(2026, 2, 8).getTime()
    const to = new Date(2026, 2, 9).getTime()
    expect(narrowBy('on:2026-03-08').time).toEqual({ from, to })
    expect(narrowBy('after:2026-03-08 before:2026-03-09').time).toEqual({ from, to })
    expect(narrowBy('on:2026-03-08 on:2026-03-10').time).toEqual({ from: undefined, to: undefined })
    expect(narrowBy('-after:2026-03-08').time).toEqual({ from: undefined, to: undefined })
  })
  test('on what happened name the places, newest first', () => {
    const places = narrowBy('tool:Bash').places.get(numberOf('garden')) ?? []
    expect(places.map(({ turn, call }) => [turn, call])).toEqual([
      [2, 1],
      [2, 0],
    ])
    expect(narrowBy('project:garden').places.size).toBe(0)
  })
  test('on turns leave a unit both ways where they fit some of its turns', () => {
    const isLeft = (text: string, firstTurn: number, lastTurn: number, kind: 'prose' | 'tool' = 'prose') =>
      narrowBy(text).isWanted({
        session: numberOf('rewound'),
        agent: '',
        kind,
        number: 0,
        firstTurn,
        lastTurn,
        firstAt: 1,
        at: 1,
      })
    expect([isLeft('is:rewound', 1, 1), isLeft('is:rewound', 2, 2), isLeft('is:rewound', 1, 2)]).toEqual([
      false,
      true,
      true,
    ])
    expect([isLeft('-is:rewound', 1, 1), isLeft('-is:rewound', 2, 2), isLeft('-is:rewound', 1, 2)]).toEqual([
      true,
      false,
      true,
    ])
    expect([isLeft('is:rewound', 2, 2, 'tool'), isLeft('is:rewound', 3, 3, 'tool')]).toEqual([true, false])
  })
  test('of any value never fail', () => {
    const filters = fc.tuple(
      fc.constantFrom(...FILTER_NAMES),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(filters, { maxLength: 4 }), list => {
        const typed = list.map(([name, value, isNot]) => ({ name, value, isNot }))
        narrow(searcher.keep.store, MARKS, typed).isWanted({
          session: 1,
          agent: '',
          kind: 'prose',
          number: 0,
          firstTurn: 0,
          lastTurn: 1,
          firstAt: 1,
          at: 1,
        })
      }),
      { numRuns: 200 },
    )
  })
})
