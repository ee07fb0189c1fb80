import { describe, expect, test } from 'vitest'
import type { PagedRows } from '../../../../../render/view/paged-rows.ts'
import type { Row, RowPlace } from '../../../../../render/view/row.ts'
import type { IndexTurn } from '../../../../../render/view/session-index.ts'
import type { OpenSession } from '../../../routes/session-open.ts'
import { SessionStore } from '../data/session-store.ts'
import { buildItems } from './build-items.ts'
import type { Item } from './item.ts'
import { createViewState, type PageLevel, setAllOpen, type ViewState } from './view-state.ts'

function turn(number: number, more: Partial<IndexTurn> = {}): IndexTurn {
  const counts = { toolCalls: 2, errors: 0, files: 0, agents: 0, tokens: 0, activeMs: 0, entries: 6, compactions: 0 }
  const flags = { hasAnswer: true, isInterrupted: false, isRewound: false, side: undefined }
  return {
    number,
    origin: 'typed',
    text: `prompt ${number}`,
    uuid: `p${number}`,
    at: number * 1000,
    ...counts,
    ...flags,
    ...more,
  }
}

function storeOf(...turns: readonly IndexTurn[]): SessionStore {
  const index = { header: {}, turns, agents: [{ id: 'x', turn: 1, steps: 1, status: 'completed' }], loose: [] }
  return new SessionStore('s', { id: 's', index } as unknown as OpenSession)
}

function row(kind: Row['kind'], minLevel: RowPlace['minLevel'], more: object = {}): Row {
  return { kind, minLevel, depth: 0, uuid: undefined, at: 0, isRewound: false, ...more } as unknown as Row
}

const PROMPT = row('input', 'prompts')
const ANSWER = row('answer', 'answers')
const THOUGHT = row('thinking', 'all')
const CALL = row('tool', 'tools', { name: 'Bash', status: 'ok', error: '' })
const AGENT = row('agent', 'tools', { agentId: 'x' })

function put(
  store: SessionStore,
  level: PagedRows['level'],
  rows: readonly Row[],
  more: Partial<PagedRows> = {},
): void {
  const paged = rows.map(each => ({ row: each, isCut: false }))
  store.cache.put({ turn: 1, agent: undefined, level, offset: 0, rows: paged, hasMore: false, ...more }, 1)
}

/** `t1 row:input gap:0` and so on. */
function shown(store: SessionStore, state: ViewState): string {
  return buildItems(store, state).map(nameOf).slice(0, -1).join(' ')
}

function nameOf(item: Item): string {
  if (item.kind === 'row') return item.row.kind
  if (item.kind === 'head') return item.key
  if (item.kind === 'gap') return `gap${item.from}`
  if (item.kind === 'run') return `run${item.rows.length}`
  return item.kind
}

function at(level: PageLevel): ViewState {
  return createViewState(level)
}

describe('a turn', () => {
  test('that is not here yet is its line, its prompt as the index has it, and room for the rest', () => {
    expect(shown(storeOf(turn(1), turn(2)), at('answers'))).toBe('t1 preview gap0 t2 preview gap0')
    expect(shown(storeOf(turn(1)), at('prompts'))).toBe('t1 preview')
  })

  test('shows as much as the level says, and opens to its calls', () => {
    const store = storeOf(turn(1))
    put(store, 'answers', [PROMPT, ANSWER])
    put(store, 'all', [row('turn', 'prompts'), PROMPT, THOUGHT, CALL, ANSWER])
    expect(shown(store, at('prompts'))).toBe('t1 input')
    const state = at('answers')
    expect(shown(store, state)).toBe('t1 input answer')
    state.turns.set(1, true)
    expect(shown(store, state)).toBe('t1 input tool answer')
    expect(shown(store, at('all'))).toBe('t1 input thinking tool answer')
  })

  test('closed again needs nothing that is not here', () => {
    const store = storeOf(turn(1))
    put(store, 'all', [PROMPT, CALL, ANSWER])
    expect(shown(store, at('answers'))).toBe('t1 input answer')
  })

  test('has room for rows that are still to come, before and after those that are here', () => {
    const store = storeOf(turn(1))
    put(store, 'all', [CALL], { offset: 3, hasMore: true })
    expect(shown(store, at('all'))).toBe('t1 gap0 tool gap4')
  })

  test('shows a row that somebody was led to, whatever the level', () => {
    const store = storeOf(turn(1))
    put(store, 'all', [PROMPT, THOUGHT, ANSWER])
    const state = at('answers')
    state.revealed.add('t1/1')
    expect(shown(store, state)).toBe('t1 input thinking answer')
  })
})

describe('what opens', () => {
  test('calls one after the other are one line at level tools', () => {
    const store = storeOf(turn(1))
    put(store, 'all', [PROMPT, CALL, CALL, CALL, ANSWER])
    const state = at('tools')
    expect(shown(store, state)).toBe('t1 input run3 answer')
    setAllOpen(state, true)
    expect(shown(store, state)).toBe('t1 input run3 tool tool tool answer')
  })

  test('an agent, to its own rows one deeper, and never into itself', () => {
    const store = storeOf(turn(1))
    put(store, 'all', [AGENT])
    const state = at('tools')
    state.insides.set('t1/0', true)
    expect(shown(store, state)).toBe('t1 agent gap0')
    put(store, 'all', [PROMPT, AGENT], { turn: 0, agent: 'x' })
    setAllOpen(state, true)
    const items = buildItems(store, state)
    expect(items.map(nameOf).slice(0, -1).join(' ')).toBe('t1 agent input agent')
    expect(items.map(item => (item.kind === 'row' && 'depth' in item.row ? item.row.depth : undefined))).toEqual([
      undefined,
      0,
      1,
      1,
      undefined,
    ])
  })

  test('a side that was rewound is one line for all its turns, opened everything of it', () => {
    const side = { isRewound: true, side: 1 }
    const store = storeOf(turn(1, side), turn(2, side), turn(3, { isRewound: true, side: 2 }), turn(4))
    put(store, 'all', [
      row('rewound', 'all', { edge: 'begin', turns: [1, 2] }),
      row('thinking', 'all', { isRewound: true }),
    ])
    const state = at('answers')
    expect(shown(store, state)).toBe('side side t4 preview gap0')
    state.sides.set(1, true)
    expect(shown(store, state)).toBe('side t1 thinking t2 preview gap0 side t4 preview gap0')
  })

  test('an attempt inside a turn is closed up to its end', () => {
    const store = storeOf(turn(1))
    const begin = row('rewound', 'all', { edge: 'begin', turns: [] })
    const end = row('rewound', 'all', { edge: 'end', turns: [] })
    put(store, 'all', [PROMPT, begin, CALL, end, ANSWER])
    const state = at('tools')
    expect(shown(store, state)).toBe('t1 input rewound answer')
    state.insides.set('t1/1', true)
    expect(shown(store, state)).toBe('t1 input rewound tool rewound answer')
  })
})

test('a filter shows what matches below its turn, and asks for what is not here', () => {
  const store = storeOf(turn(1), turn(2), turn(3))
  put(store, 'all', [PROMPT, CALL, ANSWER])
  const state = at('answers')
  state.filter.tools.add('Bash')
  state.matches = new Map([
    ['t1', [1]],
    ['t3', [4, 7]],
    ['ax', [0]],
  ])
  expect(shown(store, state)).toBe('t1 tool agent gap0 t3 gap4')
})

test('what is later than what was seen has a mark before it', () => {
  const state = at('prompts')
  state.newSince = 1500
  expect(shown(storeOf(turn(1), turn(2)), state)).toBe('t1 preview new t2 preview')
})
