/** A piece of a query: what stands between white space, or between quotes. */
export type QueryPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `"text"`, `-"text"`, `name:"text"`; the name may be of no filter. */
  | { readonly kind: 'quoted'; readonly text: string; readonly name: string | undefined; readonly isNot: boolean }

/**
 * Without what only shows where a query was copied from: colours and cursor moves of a terminal, and the numbers of lines
 * as the Read tool prints them.
 */
export function stripPasted(text: string): string {
  return text.replace(COLOUR, '').replace(ESCAPE, ' ').replace(LINE_NUMBER, '$1')
}

const COLOUR = /(?:\x1b\[|\x9b)[0-9;:]*m/g
/** A control sequence, a string up to its end, a choice of letters, and saving the cursor. */
const ESCAPE = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b(?:[ -/]+[0-~]|[78=>])/g
/** `121→` or `121` and a tab, where something stands behind it. */
const LINE_NUMBER = /^[ \t]*(?:(["“„«»])[ \t]*)?\d{1,6}[→\t](?=[^\n]*[^\s\p{Cc}])/gmu

/**
 * Takes a query apart, in linear time. A quote counts at the beginning of a piece, behind a minus or the colon of a name,
 * and only where it is closed: all others are characters like any. Control characters are white space.
 */
export function splitQuery(text: string): readonly QueryPiece[] {
  return placePieces(text).map(({ piece }) => piece)
}

/** Where a piece stands in the query: [start, end) in UTF-16 units, quotes and minus included. */
export interface PlacedPiece {
  readonly piece: QueryPiece
  readonly start: number
  readonly end: number
}

/** The same with the place of each, for whoever changes one of them. */
export function placePieces(text: string): readonly PlacedPiece[] {
  const pieces: PlacedPiece[] = []
  const unclosed = new Set<string>()
  let at = 0
  for (let word = findWord(text, at); word; word = findWord(text, at)) {
    const quoted = findQuoted(text, word, unclosed)
    const end = quoted?.end ?? word.start + word.text.length
    pieces.push({ piece: quoted?.piece ?? { kind: 'text', text: word.text }, start: word.start, end })
    at = end
  }
  return pieces
}

export function isQuote(character: string | undefined): boolean {
  return CLOSERS.has(character ?? '')
}

const WORD = /[^\s\p{Cc}]+/gu
const GAPS = /[\s\p{Cc}]+/gu
/** What may stand before a quote. */
const BEFORE_QUOTE = /^(-?)(?:([A-Za-z]{1,20}):)?/

/** Each quote with those that may close it: languages and word processors differ. */
const CLOSERS: ReadonlyMap<string, RegExp> = new Map([
  ['"', /"/g],
  ['“', /[”“]/g],
  ['”', /”/g],
  ['„', /[“”]/g],
  ['«', /»/g],
  ['»', /[«»]/g],
])

interface Word {
  readonly text: string
  readonly start: number
}

function findWord(text: string, from: number): Word | undefined {
  WORD.lastIndex = from
  const found = WORD.exec(text)
  return found ? { text: found[0], start: found.index } : undefined
}

/** `unclosed` remembers which quotes nothing closes any more, so that the rest is not searched again for each. */
function findQuoted(
  text: string,
  word: Word,
  unclosed: Set<string>,
): { readonly piece: QueryPiece; readonly end: number } | undefined {
  const [before = '', minus, name] = BEFORE_QUOTE.exec(word.text) ?? []
  const quote = word.text[before.length] ?? ''
  const closer = CLOSERS.get(quote)
  if (!closer || unclosed.has(quote)) return undefined
  const start = word.start + before.length + 1
  closer.lastIndex = start
  const end = closer.exec(text)?.index
  if (end === undefined) {
    unclosed.add(quote)
    return undefined
  }
  const quoted = text.slice(start, end).replace(GAPS, ' ').trim()
  if (quoted === '') return undefined
  return { piece: { kind: 'quoted', text: quoted, name, isNot: minus === '-' }, end: end + 1 }
}
