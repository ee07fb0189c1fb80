import { firstFrom } from '../../../render/steps/places.ts'
import type { Key, KeyName } from '../screen/keys.ts'
import { deleteTo, insertText, type Move, moveCursor, type QueryLine } from '../screen/query-line.ts'
import { findTurn, goTo, type Input, type Next, type ReplayState, say, stay } from './state.ts'

/** A key while something is typed at the bottom. */
export function typeInput(state: ReplayState, input: Input, key: Key): Next {
  if (key.kind !== 'press') return edit(state, input, insertText(input.line, key.text))
  if (key.name === 'escape') return stay({ ...state, input: undefined })
  if (key.name === 'enter') return submit({ ...state, input: undefined }, input)
  if (key.name === 'backspace' && input.line.text === '') return stay({ ...state, input: undefined })
  const change = EDITS.get(key.name)
  return change ? edit(state, input, change(input.line)) : stay(state)
}

const EDITS: ReadonlyMap<KeyName, (line: QueryLine) => QueryLine> = new Map<KeyName, (line: QueryLine) => QueryLine>([
  ['backspace', line => deleteTo(line, 'left')],
  ['delete', line => deleteTo(line, 'right')],
  ['ctrl-u', line => deleteTo(line, 'home')],
  ['ctrl-k', line => deleteTo(line, 'end')],
  ['ctrl-w', line => deleteTo(line, 'word-left')],
  ...(
    [
      ['left', 'left'],
      ['right', 'right'],
      ['word-left', 'word-left'],
      ['word-right', 'word-right'],
      ['home', 'home'],
      ['end', 'end'],
      ['ctrl-a', 'home'],
      ['ctrl-e', 'end'],
    ] as const satisfies readonly (readonly [KeyName, Move])[]
  ).map(([name, move]): [KeyName, (line: QueryLine) => QueryLine] => [name, line => moveCursor(line, move)]),
])

/** Numbers of turns take nothing but digits. */
function edit(state: ReplayState, { kind, line }: Input, next: QueryLine): Next {
  const isRefused = kind === 'turn' && !/^\d{0,9}$/.test(next.text)
  return stay({ ...state, input: { kind, line: isRefused ? line : next } })
}

function submit(state: ReplayState, { kind, line }: Input): Next {
  const text = line.text.trim()
  if (kind === 'turn') return text === '' ? stay(state) : goToTurn(state, Number(text))
  if (text === '') return stay({ ...state, wanted: '' })
  const next: ReplayState = { ...state, wanted: text.toLowerCase(), isFinding: true }
  return { state: next, effects: [{ kind: 'find', direction: 1, includesHere: true }] }
}

/** In the session itself, whichever agent is open. */
function goToTurn(state: ReplayState, turn: number): Next {
  const { film, level } = state
  const section = findTurn(film.reel, turn)
  if (section < 0) return say(state, `There is no turn ${turn} here: the last is ${film.lastTurn}`, true)
  const view = state.outer[0] ?? state.view
  const main: ReplayState = { ...state, view, outer: [] }
  const place = firstFrom(film.reel, level, section)
  if (place?.section === section) return stay(goTo(main, place))
  const words = `Nothing of turn ${turn} is shown at level ${level}; d shows more`
  return place ? say(goTo(main, place), words) : say(state, words, true)
}
