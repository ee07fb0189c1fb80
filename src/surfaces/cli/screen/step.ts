import type { Key } from './keys.ts'
import { hitsPerScreen, layoutOf } from './layout.ts'
import { pressKey } from './press-key.ts'
import { insertText } from './query-line.ts'
import { rowOfHit, type ScreenRow } from './screen-row.ts'
import {
  type Answered,
  edit,
  listedRows,
  type ScreenEvent,
  type ScreenState,
  type Step,
  selectedRow,
  stay,
} from './state.ts'

/** The next state, and what is to be done outside of it. */
export function step(state: ScreenState, event: ScreenEvent): Step {
  switch (event.kind) {
    case 'key':
      return askMore(settle(pressOrType(state, event.key)))
    case 'resize':
      return settle(stay({ ...state, size: event.size }))
    case 'answer':
      return settle(stay(takeAnswer(state, event)))
    case 'home':
      return settle(stay(stayOnRow(state, { ...state, home: event.home })))
    case 'pinned':
      return settle(stay(stayOnRow(state, markPinned(state, event))))
    case 'say':
      return stay({ ...state, message: event.message })
  }
}

function pressOrType(before: ScreenState, key: Key): Step {
  const state = { ...before, message: undefined }
  if (key.kind === 'paste') return edit({ ...state, helpTop: undefined }, insertText(state.line, key.text))
  return pressKey(state, key)
}

function takeAnswer(state: ScreenState, { text, limit, answer, durationMs }: Answered): ScreenState {
  if (text !== state.line.text.trim()) return state
  const rows = answer.hits.map(rowOfHit)
  const isComplete = rows.length < limit || rows.length >= answer.total
  const next = { ...state, results: { text, answer, rows, isComplete, durationMs } }
  return text === state.results?.text ? stayOnRow(state, next) : next
}

/** Rows that come or move do not put another one under the hand of whoever chose one. */
function stayOnRow(before: ScreenState, after: ScreenState): ScreenState {
  const chosen = before.focus === 'query' && before.selected === 0 ? undefined : selectedRow(before)
  if (!chosen) return after
  const at = listedRows(after).findIndex(row => row.sessionId === chosen.sessionId && row.shortId === chosen.shortId)
  return at === -1 ? after : { ...after, selected: at }
}

function markPinned(
  state: ScreenState,
  { sessionId, isPinned }: Extract<ScreenEvent, { kind: 'pinned' }>,
): ScreenState {
  const mark = (rows: readonly ScreenRow[]): readonly ScreenRow[] =>
    rows.map(row => (row.sessionId === sessionId ? { ...row, isPinned } : row))
  const { home, results } = state
  return {
    ...state,
    home: { ...home, rows: mark(home.rows) },
    results: results && { ...results, rows: mark(results.rows) },
  }
}

/** The selection stays in the list and on the screen. */
function settle({ state, effects }: Step): Step {
  const rows = listedRows(state)
  const selected = Math.max(0, Math.min(state.selected, rows.length - 1))
  const { visibleRows } = layoutOf(state)
  const highest = Math.max(0, rows.length - visibleRows)
  const top = Math.min(highest, Math.max(selected - visibleRows + 1, Math.min(state.top, selected)))
  const focus = rows.length === 0 ? 'query' : state.focus
  return { state: { ...state, selected, top: Math.max(0, top), focus }, effects }
}

/** Who comes to the end of the list is given more of it. */
function askMore({ state, effects }: Step): Step {
  const { results, selected, line, size } = state
  const isOfQuery = results?.text === line.text.trim()
  if (!results || !isOfQuery || results.isComplete || selected === 0 || selected < results.rows.length - 2) {
    return { state, effects }
  }
  const limit = results.rows.length + hitsPerScreen(size)
  return { state, effects: [...effects, { kind: 'search', text: results.text, limit }] }
}
