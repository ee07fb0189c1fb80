import type { SearchAnswer, SearchHit } from '../src/query/search/answer.ts'
import type { Key, KeyName } from '../src/surfaces/cli/screen/keys.ts'
import type { ScreenRow } from '../src/surfaces/cli/screen/screen-row.ts'
import { type Effect, type Home, openState, type ScreenState, type Size } from '../src/surfaces/cli/screen/state.ts'
import { step } from '../src/surfaces/cli/screen/step.ts'

/** Values for tests of the screen that need no index. */
export function makeHit(at: number, more: Partial<SearchHit> = {}): SearchHit {
  const shortId = String(at).padStart(8, '0')
  return {
    sessionId: `${shortId}-1111-4111-8111-111111111111`,
    shortId,
    turn: at + 1,
    mainTurn: at + 1,
    agent: undefined,
    agentType: undefined,
    entryUuid: undefined,
    role: 'answer',
    title: `Title ${at}`,
    project: 'garden',
    projectPath: '/home/dev/garden',
    branch: undefined,
    at: '2026-03-01T10:00:00.000Z',
    snippet: 'Water the beans every day',
    highlights: [[10, 15]],
    answer: undefined,
    score: 1,
    step: 'all',
    matched: ['beans'],
    isRewound: false,
    isDeleted: false,
    isPinned: false,
    tags: [],
    alsoIn: [],
    more: 0,
    span: undefined,
    ...more,
  }
}

export function makeAnswer(hits: readonly SearchHit[], more: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    schema: 'backscroll.search/1',
    query: { text: 'beans', words: ['beans'], phrases: [], without: [], filters: [] },
    step: hits.length > 0 ? 'all' : undefined,
    notes: [],
    coverage: { sessions: 2, newestAt: undefined, syncedAt: undefined, leftOutBytes: 0, isDeep: false },
    hits,
    total: hits.length,
    ...more,
  }
}

export function makeRow(at: number, more: Partial<ScreenRow> = {}): ScreenRow {
  const shortId = String(at).padStart(8, '0')
  return {
    sessionId: `${shortId}-1111-4111-8111-111111111111`,
    shortId,
    turn: undefined,
    title: `Session ${at}`,
    project: 'garden',
    at: Date.parse('2026-03-01T10:00:00.000Z'),
    isPinned: false,
    labels: [],
    passage: undefined,
    ...more,
  }
}

export function makeHome(count: number, more: Partial<Home> = {}): Home {
  const rows = Array.from({ length: count }, (_, at) => makeRow(at))
  return { rows, totals: [`${count} sessions in 1 project`, '12 turns'], warnings: [], ...more }
}

export interface Typing {
  state: ScreenState
  /** What was to be done since the last look. */
  effects: Effect[]
  /** Letters, and names of keys in angle brackets: `beans<down>r`. */
  type(keys: string): Typing
  answer(text: string, answer: SearchAnswer, limit?: number): Typing
}

/** A screen without a terminal. */
export function openTyping(home: Home = makeHome(3), size: Size = { columns: 80, rows: 24 }): Typing {
  const typing: Typing = {
    state: openState(size, home),
    effects: [],
    type(keys) {
      for (const key of parseKeys(keys)) take(step(typing.state, { kind: 'key', key }))
      return typing
    },
    answer(text, answer, limit = 100) {
      take(step(typing.state, { kind: 'answer', text, limit, answer, durationMs: 12.4 }))
      return typing
    },
  }
  function take(next: ReturnType<typeof step>): void {
    typing.state = next.state
    typing.effects.push(...next.effects)
  }
  return typing
}

function parseKeys(keys: string): readonly Key[] {
  return Array.from(keys.matchAll(/<([a-z-]+)>|[^<]/gu), ([text, name]) =>
    name === undefined ? { kind: 'text', text } : { kind: 'press', name: name as KeyName },
  )
}
