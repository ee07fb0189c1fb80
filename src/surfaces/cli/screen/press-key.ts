import { scrollHelp } from './draw-help.ts'
import { HELP } from './help.ts'
import type { Key, KeyName } from './keys.ts'
import { layoutOf } from './layout.ts'
import { deleteTo, EMPTY_LINE, insertText, type Move, moveCursor } from './query-line.ts'
import { edit, listedRows, type ScreenState, type Step, selectedRow, stay } from './state.ts'

type Typed = Exclude<Key, { kind: 'paste' }>

/** What a key does: first what it does everywhere, then what it does where the letters go now. */
export function pressKey(state: ScreenState, key: Typed): Step {
  const name = key.kind === 'press' ? key.name : undefined
  const everywhere = name === undefined ? undefined : EVERYWHERE.get(name)
  if (everywhere) return everywhere(state)
  if (state.helpTop !== undefined) {
    return stay({ ...state, helpTop: scrollHelp(HELP, { size: state.size, top: state.helpTop }, key) })
  }
  if (key.kind === 'text') return typeText(state, key.text)
  const action = (state.focus === 'list' ? LIST_KEYS : QUERY_KEYS).get(key.name)
  return action ? action(state) : stay(state)
}

type Action = (state: ScreenState) => Step

const EVERYWHERE: ReadonlyMap<KeyName, Action> = new Map<KeyName, Action>([
  ['ctrl-c', state => ({ state, effects: [{ kind: 'quit' }] })],
  ['ctrl-z', state => ({ state, effects: [{ kind: 'suspend' }] })],
])

/** In both places. */
const SHARED_KEYS: readonly (readonly [KeyName, Action])[] = [
  ['enter', state => withRow(state, row => ({ kind: 'read', row }))],
  ['ctrl-r', resume],
  ['ctrl-p', pin],
  ['ctrl-y', copy],
  ['ctrl-u', state => edit(state, deleteTo(state.line, 'home'))],
  ['ctrl-w', state => edit(state, deleteTo(state.line, 'word-left'))],
  ['ctrl-d', quitOrDelete],
  ['page-down', state => move(state, layoutOf(state).visibleRows)],
  ['page-up', state => move(state, -layoutOf(state).visibleRows)],
  ['backspace', state => edit(state, deleteTo(state.line, 'left'))],
]

const QUERY_KEYS: ReadonlyMap<KeyName, Action> = new Map<KeyName, Action>([
  ...SHARED_KEYS,
  ['down', state => move(state, 1)],
  ['ctrl-n', state => move(state, 1)],
  ['tab', state => stay({ ...state, focus: 'list' })],
  ['left', state => moveTo(state, 'left')],
  ['right', state => moveTo(state, 'right')],
  ['word-left', state => moveTo(state, 'word-left')],
  ['word-right', state => moveTo(state, 'word-right')],
  ['home', state => moveTo(state, 'home')],
  ['end', state => moveTo(state, 'end')],
  ['ctrl-a', state => moveTo(state, 'home')],
  ['ctrl-e', state => moveTo(state, 'end')],
  ['ctrl-b', state => moveTo(state, 'left')],
  ['ctrl-f', state => moveTo(state, 'right')],
  ['ctrl-k', state => edit(state, deleteTo(state.line, 'end'))],
  ['delete', state => edit(state, deleteTo(state.line, 'right'))],
  ['escape', state => (state.line.text === '' ? { state, effects: [{ kind: 'quit' }] } : edit(state, EMPTY_LINE))],
])

const LIST_KEYS: ReadonlyMap<KeyName, Action> = new Map<KeyName, Action>([
  ...SHARED_KEYS,
  ['down', state => move(state, 1)],
  ['up', moveUp],
  ['ctrl-n', state => move(state, 1)],
  ['home', state => stay({ ...state, selected: 0 })],
  ['end', toLast],
  ['tab', toQuery],
  ['back-tab', toQuery],
  ['escape', toQuery],
])

const LIST_LETTERS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['r', resume],
  ['p', pin],
  ['y', copy],
  ['?', openHelp],
  ['/', toQuery],
  ['i', toQuery],
  ['j', state => move(state, 1)],
  ['k', moveUp],
  ['g', state => stay({ ...state, selected: 0 })],
  ['G', toLast],
  [' ', state => move(state, layoutOf(state).visibleRows)],
  ['q', state => ({ state, effects: [{ kind: 'quit' }] })],
])

function typeText(state: ScreenState, text: string): Step {
  if (state.focus === 'list') return (LIST_LETTERS.get(text) ?? stay)(state)
  if (text === '?' && state.line.text === '') return openHelp(state)
  return edit(state, insertText(state.line, text))
}

/** As in a shell. */
function quitOrDelete(state: ScreenState): Step {
  if (state.line.text === '') return { state, effects: [{ kind: 'quit' }] }
  return edit(state, deleteTo(state.line, 'right'))
}

function moveTo(state: ScreenState, where: Move): Step {
  return stay({ ...state, line: moveCursor(state.line, where) })
}

function move(state: ScreenState, by: number): Step {
  const last = Math.max(0, listedRows(state).length - 1)
  return stay({ ...state, focus: 'list', selected: Math.max(0, Math.min(last, state.selected + by)) })
}

/** From the first row back to the query. */
function moveUp(state: ScreenState): Step {
  return state.selected === 0 ? toQuery(state) : move(state, -1)
}

function toLast(state: ScreenState): Step {
  return stay({ ...state, selected: Math.max(0, listedRows(state).length - 1) })
}

function toQuery(state: ScreenState): Step {
  return stay({ ...state, focus: 'query' })
}

function withRow(
  state: ScreenState,
  act: (row: NonNullable<ReturnType<typeof selectedRow>>) => Step['effects'][number],
): Step {
  const row = selectedRow(state)
  return row ? { state, effects: [act(row)] } : stay(state)
}

function resume(state: ScreenState): Step {
  return withRow(state, row => ({ kind: 'resume', row }))
}

function pin(state: ScreenState): Step {
  return withRow(state, row => ({ kind: 'pin', row, isPinned: !row.isPinned }))
}

function copy(state: ScreenState): Step {
  return withRow(state, row => ({ kind: 'copy', row }))
}

function openHelp(state: ScreenState): Step {
  return stay({ ...state, helpTop: 0 })
}
