import { graphemes } from '../../../text/graphemes.ts'
import { graphemeWidth } from '../../../text/width.ts'

/** One line of text that is being typed. The cursor is a place in `text`, always between two characters. */
export interface QueryLine {
  readonly text: string
  readonly cursor: number
}

export const EMPTY_LINE: QueryLine = { text: '', cursor: 0 }

/** Enough for any question; a book that is pasted by mistake is cut. */
const MAX_LENGTH = 10_000

/** Typed or pasted text at the cursor, as one line without anything that a terminal would obey. */
export function insertText({ text, cursor }: QueryLine, typed: string): QueryLine {
  const room = Math.max(0, MAX_LENGTH - text.length)
  const line = typed.replace(SEQUENCE, '').replace(WHITE_SPACE, ' ').replace(UNSAFE, '').slice(0, room).toWellFormed()
  return { text: text.slice(0, cursor) + line + text.slice(cursor), cursor: cursor + line.length }
}

// Colours and the like, in text that was copied with them: their letters are no words. CSI, OSC and its kin, two letters.
const SEQUENCE =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]+[0-~]|\x1b[0-OQ-WYZ\\`-~]/g
const WHITE_SPACE = /[\s\u2028\u2029]+/g
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffd]/g

/** Where the cursor can go from here. */
export type Move = 'left' | 'right' | 'word-left' | 'word-right' | 'home' | 'end'

export function moveCursor({ text, cursor }: QueryLine, move: Move): QueryLine {
  return { text, cursor: placeAfter({ text, cursor }, move) }
}

/** Takes out what stands between the cursor and where `move` would lead. */
export function deleteTo({ text, cursor }: QueryLine, move: Move): QueryLine {
  const to = placeAfter({ text, cursor }, move)
  const [from, end] = to < cursor ? [to, cursor] : [cursor, to]
  return { text: text.slice(0, from) + text.slice(end), cursor: from }
}

function placeAfter({ text, cursor }: QueryLine, move: Move): number {
  const before = text.slice(0, cursor)
  const after = text.slice(cursor)
  switch (move) {
    case 'home':
      return 0
    case 'end':
      return text.length
    case 'left':
      return cursor - ([...graphemes(before)].at(-1)?.length ?? 0)
    case 'right':
      return cursor + ([...graphemes(after)][0]?.length ?? 0)
    case 'word-left':
      return before.trimEnd().lastIndexOf(' ') + 1
    case 'word-right':
      return cursor + (/^\s*\S*/.exec(after)?.[0].length ?? 0)
  }
}

/** What can be seen of a line in so many columns, moved so far to the left that the cursor is among it. */
export function visiblePart({ text, cursor }: QueryLine, columns: number): { text: string; column: number } {
  const before = [...graphemes(text.slice(0, cursor))]
  let column = before.reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
  let hidden = 0
  while (column > columns) {
    const first = before.shift() ?? ''
    column -= graphemeWidth(first)
    hidden += first.length
  }
  return { text: text.slice(hidden), column }
}
