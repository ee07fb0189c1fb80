/**
 * What a hard line wrap looks like in the middle of a value: the end of a line, plain or as a JSON escape, indentation,
 * and what stands at the left of each line of a quote, a box, a diff or a file with line numbers. Colours of a terminal
 * are passed over in the same way.
 */

const NEWLINE = 10
const RETURN = 13
const SPACE = 32
const TAB = 9
const BACKSLASH = 92
const ESCAPE = 27
const MAX_SPACES = 256
const MAX_STEPS = 4
const MARKS = '│┃|>+-#*'
const AFTER_NUMBER = '→│┃|:'

/** True for what a wrap can begin with; a cheap test before `wrapEnds`. */
export function mayWrap(code: number): boolean {
  return (
    code === NEWLINE ||
    code === BACKSLASH ||
    code === RETURN ||
    code === SPACE ||
    code === TAB ||
    code === ESCAPE ||
    code === 0x2502 ||
    code === 0x2503 ||
    code === 124
  )
}

/**
 * The positions where a value can go on after a wrap that begins at `at`; none if there is no wrap. Several, because a
 * `+` at the left may be the mark of a diff or the next character of the value.
 */
export function wrapEnds(text: string, at: number): readonly number[] {
  const ends: number[] = []
  let from: number[] = [at]
  // A colour and a line end, or two line ends, may follow each other.
  for (let step = 0; step < 3 && from.length > 0; step++) {
    const found: number[] = []
    for (const start of from) addEnds(text, start, found)
    from = found.filter(end => !ends.includes(end))
    ends.push(...from)
    from = from.filter(end => mayWrap(text.charCodeAt(end)))
  }
  return ends
}

function addEnds(text: string, at: number, ends: number[]): void {
  if (text.charCodeAt(at) === ESCAPE) {
    const end = skipColour(text, at)
    if (end > at) ends.push(end)
    return
  }
  const line = lineEnd(text, at)
  if (line < 0) return
  let end = line
  for (let step = 0; step < MAX_STEPS; step++) {
    push(ends, end)
    end = skipSpaces(text, end)
    push(ends, end)
    const mark = skipMark(text, end)
    if (mark === end) return
    end = mark
  }
  push(ends, end)
}

function push(ends: number[], end: number): void {
  if (!ends.includes(end)) ends.push(end)
}

function skipColour(text: string, at: number): number {
  if (text[at + 1] !== '[') return at
  let end = at + 2
  while (end < at + 24 && /[0-9;]/.test(text[end] ?? '')) end++
  return text[end] === 'm' || text[end] === 'K' ? end + 1 : at
}

/** After the line end that begins at `at`, with what may stand before it: spaces, the right side of a box, a `\`. */
function lineEnd(text: string, at: number): number {
  let end = skipSpaces(text, at)
  if (text[end] === '│' || text[end] === '┃' || text[end] === '|') end = skipSpaces(text, end + 1)
  if (text.charCodeAt(end) === BACKSLASH && isNewline(text, end + 1)) end++
  return skipNewline(text, end)
}

function isNewline(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === NEWLINE || (code === RETURN && text.charCodeAt(at + 1) === NEWLINE)
}

/** -1 where no line ends. */
export function skipNewline(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === NEWLINE) return at + 1
  if (code === RETURN) return text.charCodeAt(at + 1) === NEWLINE ? at + 2 : -1
  if (code !== BACKSLASH) return -1
  const end = skipEscape(text, at, 'r')
  const line = skipEscape(text, end < 0 ? at : end, 'n')
  return line
}

/** After `\n`, with any number of backslashes. */
function skipEscape(text: string, at: number, letter: string): number {
  let end = at
  while (text.charCodeAt(end) === BACKSLASH && end < at + 64) end++
  return end > at && text[end] === letter ? end + 1 : -1
}

function skipSpaces(text: string, at: number): number {
  let end = at
  for (;;) {
    const code = text.charCodeAt(end)
    if (code === SPACE || code === TAB) end++
    else if (code === BACKSLASH) {
      const tab = skipEscape(text, end, 't')
      if (tab < 0) return end
      end = tab
    } else return end
    if (end > at + MAX_SPACES) return end
  }
}

/** After one mark at the left of a line: a sign, `//`, or a number of a line. */
function skipMark(text: string, at: number): number {
  const char = text[at]
  if (char === undefined) return at
  if (MARKS.includes(char)) return at + 1
  if (char === '/' && text[at + 1] === '/') return at + 2
  if (char === '\\') return skipEscapedMark(text, at)
  let end = at
  while (end < at + 7 && isDigit(text.charCodeAt(end))) end++
  if (end === at) return at
  const after = text[end]
  if (after === undefined) return at
  if (AFTER_NUMBER.includes(after)) return end + 1
  if (after === ' ' || after === '\t') return end
  if (after === '\\') {
    const mark = skipEscapedMark(text, end)
    if (mark > end) return mark
    return skipEscape(text, end, 't') > 0 ? end : at
  }
  return at
}

/** `→`, `│` and `┃` as JSON that holds ASCII only. */
function skipEscapedMark(text: string, at: number): number {
  const end = skipEscape(text, at, 'u')
  return end > 0 && /^(?:2192|2502|2503)$/.test(text.slice(end, end + 4)) ? end + 4 : at
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
