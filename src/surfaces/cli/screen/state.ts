/**
 * The screen as a value: an event makes the next state, and says what is to be done outside of it. Nothing here knows a
 * terminal, a clock or an index.
 */
import type { SearchAnswer } from '../../../query/search/answer.ts'
import type { Key } from './keys.ts'
import { hitsPerScreen } from './layout.ts'
import { EMPTY_LINE, type QueryLine } from './query-line.ts'
import type { ScreenRow } from './screen-row.ts'

export interface ScreenState {
  readonly size: Size
  readonly line: QueryLine
  /** Where letters go: into the query, or to the list as commands. */
  readonly focus: 'query' | 'list'
  readonly home: Home
  /** The answer shown; undefined while the query is empty. */
  readonly results: Results | undefined
  readonly selected: number
  /** The first row that is visible. */
  readonly top: number
  /** First visible line of the help; undefined where it is closed. */
  readonly helpTop: number | undefined
  /** Shown until the next key. */
  readonly message: Message | undefined
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** What an empty query shows. */
export interface Home {
  /** Newest first; the list shows pinned ones before the others. */
  readonly rows: readonly ScreenRow[]
  readonly totals: readonly string[]
  readonly warnings: readonly string[]
}

export interface Results {
  /** What was searched for. */
  readonly text: string
  readonly answer: SearchAnswer
  readonly rows: readonly ScreenRow[]
  /** There are no more than these. */
  readonly isComplete: boolean
  readonly durationMs: number
}

export interface Message {
  readonly text: string
  readonly isProblem: boolean
}

export type ScreenEvent =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'resize'; readonly size: Size }
  | ({ readonly kind: 'answer' } & Answered)
  | { readonly kind: 'home'; readonly home: Home }
  | { readonly kind: 'pinned'; readonly sessionId: string; readonly isPinned: boolean }
  | { readonly kind: 'say'; readonly message: Message | undefined }

/** An answer, to what was asked for. */
export interface Answered {
  readonly text: string
  readonly limit: number
  readonly answer: SearchAnswer
  readonly durationMs: number
}

/** What is to be done for a key. `home`: what there is comes into sight again. */
export type Effect =
  | { readonly kind: 'search'; readonly text: string; readonly limit: number }
  | { readonly kind: 'read' | 'resume' | 'copy'; readonly row: ScreenRow }
  | { readonly kind: 'pin'; readonly row: ScreenRow; readonly isPinned: boolean }
  | { readonly kind: 'home' | 'quit' | 'suspend' }

export interface Step {
  readonly state: ScreenState
  readonly effects: readonly Effect[]
}

export function openState(size: Size, home: Home): ScreenState {
  return {
    size,
    line: EMPTY_LINE,
    focus: 'query',
    home,
    results: undefined,
    selected: 0,
    top: 0,
    helpTop: undefined,
    message: undefined,
  }
}

export function listedRows({ home, results }: Pick<ScreenState, 'home' | 'results'>): readonly ScreenRow[] {
  return results ? results.rows : pinnedFirst(home.rows)
}

function pinnedFirst(rows: readonly ScreenRow[]): readonly ScreenRow[] {
  const known = ordered.get(rows)
  if (known) return known
  const list = [...rows.filter(row => row.isPinned), ...rows.filter(row => !row.isPinned)]
  ordered.set(rows, list)
  return list
}

/** The list is asked for with every key. */
const ordered = new WeakMap<readonly ScreenRow[], readonly ScreenRow[]>()

export function selectedRow(state: ScreenState): ScreenRow | undefined {
  return listedRows(state)[state.selected]
}

export function stay(state: ScreenState): Step {
  return { state, effects: [] }
}

/** A changed query is searched for; an empty one shows what there is. */
export function edit(state: ScreenState, line: QueryLine): Step {
  if (line.text === state.line.text) return stay({ ...state, line, focus: 'query' })
  const text = line.text.trim()
  const next: ScreenState = { ...state, line, focus: 'query', selected: 0, top: 0 }
  if (text === '') {
    const isHome = state.line.text.trim() === ''
    return { state: { ...next, results: undefined }, effects: isHome ? [] : [{ kind: 'home' }] }
  }
  if (text === state.results?.text) return stay(next)
  return { state: next, effects: [{ kind: 'search', text, limit: hitsPerScreen(state.size) }] }
}
