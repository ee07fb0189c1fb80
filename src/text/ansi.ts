/**
 * What a program printed, as a terminal would show it last: text in runs of one style. Colours are values here, so that
 * a format draws them in its own way; no escape sequence and no control character but newline and tab comes out. Takes
 * linear time whatever it is given.
 */
import { type AnsiStyle, applySgr, keyOf, PLAIN } from './ansi-style.ts'
import { sanitizeText } from './sanitize.ts'

export interface AnsiRun {
  readonly text: string
  readonly style: AnsiStyle
}

/** Neighbours differ in style; no run is empty. A run may hold several lines. */
export function parseAnsi(text: string): readonly AnsiRun[] {
  if (text === '') return []
  if (!SPECIAL.test(text)) return [{ text: sanitizeText(text), style: PLAIN }]
  const screen = new Screen()
  const next = new RegExp(SPECIAL, 'g')
  let from = 0
  for (let found = next.exec(text); found; found = next.exec(text)) {
    screen.write(text.slice(from, found.index))
    from = handle(screen, text, found.index)
    next.lastIndex = from
  }
  screen.write(text.slice(from))
  return screen.finish()
}

/** The words alone. */
export function stripAnsi(text: string): string {
  return parseAnsi(text)
    .map(run => run.text)
    .join('')
}

/** Where a line may be gone over again, or a sequence may begin: ESC, and its one-character forms of C1. */
const SPECIAL = /[\b\r\x1b\x90\x98\x9b\x9d-\x9f]/
const CONTROL = /[\x00-\x1f\x7f-\x9f]/g
const CSI = /[0-?]{0,128}[ -/]{0,4}[@-~]/y
/** Cursor kept and put back, keypad, reset, character sets. */
const SHORT = /[78=>Mc]|[()*+][0-9A-Za-z]/y

/** Deals with what stands at `at`; gives where the text goes on. What is no whole sequence is text. */
function handle(screen: Screen, text: string, at: number): number {
  const char = text[at] as string
  if (char === '\r') {
    if (text[at + 1] !== '\n') screen.toStart()
    return at + 1
  }
  if (char === '\b') {
    screen.back()
    return at + 1
  }
  const isEscape = char === '\x1b'
  const introducer = isEscape ? text[at + 1] : C1.get(char)
  const body = at + (isEscape ? 2 : 1)
  const end =
    introducer === undefined
      ? -1
      : introducer === '['
        ? endOf(CSI, text, body)
        : STRINGS.has(introducer)
          ? endOfString(text, body)
          : endOf(SHORT, text, at + 1)
  if (end < 0) {
    screen.write(char)
    return at + 1
  }
  if (introducer === '[') obey(screen, text.slice(body, end))
  return end
}

const C1: ReadonlyMap<string, string> = new Map([
  ['\x9b', '['],
  ['\x9d', ']'],
  ['\x90', 'P'],
  ['\x98', 'X'],
  ['\x9e', '^'],
  ['\x9f', '_'],
])

/** Introducers of OSC (titles, links), DCS, SOS, PM and APC: a string follows, up to its terminator. */
const STRINGS: ReadonlySet<string> = new Set([']', 'P', 'X', '^', '_'])

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** A string ends at BEL, ST or `ESC \`. Any other control character, a newline too, means that it never was one. */
function endOfString(text: string, at: number): number {
  CONTROL.lastIndex = at
  const found = CONTROL.exec(text)
  if (!found) return -1
  if (found[0] === '\x07' || found[0] === '\x9c') return found.index + 1
  return found[0] === '\x1b' && text[found.index + 1] === '\\' ? found.index + 2 : -1
}

/** Colours, the start of the line, and erasing it; all else a terminal does with the cursor is left out. */
function obey(screen: Screen, sequence: string): void {
  const parameters = sequence.slice(0, -1)
  const isFirst = parameters === '' || parameters === '0'
  const final = sequence.at(-1)
  if (final === 'm') screen.restyle(parameters)
  else if (final === 'K' && isFirst) screen.eraseEnd()
  else if (final === 'K' && parameters === '2') screen.eraseLine()
  else if (final === 'G' && (isFirst || parameters === '1')) screen.toStart()
}

/** Colours are ornament: beyond so many changes the rest stays plain, and no style is added to so many. */
const MAX_RUNS = 20_000
const MAX_STYLES = 1000

/** Lines that are done as runs, and the last line as pieces, or as cells once something is written over it. */
class Screen {
  readonly #runs: { text: string; style: AnsiStyle }[] = []
  readonly #styles = new Map<string, AnsiStyle>([['', PLAIN]])
  #style = PLAIN
  #pieces: AnsiRun[] = []
  /** One code point each. */
  #cells: AnsiRun[] | undefined
  #column = 0

  write(text: string): void {
    const end = this.#cells ? text.indexOf('\n') : 0
    const line = end < 0 ? text : text.slice(0, end)
    if (this.#cells) {
      for (const char of sanitizeText(line)) this.#cells[this.#column++] = { text: char, style: this.#style }
    }
    if (end < 0 || text === '') return
    if (this.#cells) this.#endLine()
    this.#push(sanitizeText(text.slice(end)))
  }

  restyle(parameters: string): void {
    const style = applySgr(this.#style, parameters)
    const key = keyOf(style)
    const known = this.#styles.get(key)
    if (known) this.#style = known
    else if (this.#styles.size < MAX_STYLES) {
      this.#styles.set(key, style)
      this.#style = style
    }
  }

  toStart(): void {
    this.#toCells()
    this.#column = 0
  }

  back(): void {
    this.#toCells()
    this.#column = Math.max(0, this.#column - 1)
  }

  eraseEnd(): void {
    if (this.#cells) this.#cells.length = this.#column
  }

  /** What follows begins at the left, so that nothing has to be filled up. */
  eraseLine(): void {
    this.#toCells()
    this.#column = 0
    this.eraseEnd()
  }

  finish(): readonly AnsiRun[] {
    this.#endLine()
    return this.#runs
  }

  #push(text: string): void {
    const start = text.lastIndexOf('\n') + 1
    if (start > 0) {
      this.#endLine()
      this.#addRun(text.slice(0, start), this.#style)
    }
    if (start < text.length) this.#pieces.push({ text: text.slice(start), style: this.#style })
  }

  #toCells(): void {
    if (this.#cells) return
    this.#cells = []
    for (const { text, style } of this.#pieces) for (const char of text) this.#cells.push({ text: char, style })
    this.#pieces = []
    this.#column = this.#cells.length
  }

  #endLine(): void {
    for (const { text, style } of this.#cells ?? this.#pieces) this.#addRun(text, style)
    this.#pieces = []
    this.#cells = undefined
    this.#column = 0
  }

  #addRun(text: string, style: AnsiStyle): void {
    const last = this.#runs.at(-1)
    const kept = this.#runs.length < MAX_RUNS ? style : PLAIN
    if (last && (last.style === kept || this.#runs.length > MAX_RUNS)) last.text += text
    else this.#runs.push({ text, style: kept })
  }
}
