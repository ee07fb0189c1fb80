import { type Automaton, FIRST_WRAP_CLASS, WRAP_CLASSES } from './automaton.ts'
import { MIN_RUN, mayHoldText } from './base64.ts'
import { mayWrap, wrapEnds } from './wrap.ts'

/** What one pass over a text found. */
export interface TextScan {
  /** Pairs: number of a word, where it begins. */
  readonly words: readonly number[]
  /** Pairs: start and end of what may be base64. */
  readonly runs: readonly number[]
}

export interface ScanWish {
  /** Words are found across line wraps too. */
  readonly hasWraps: boolean
  readonly hasRuns: boolean
}

const NONE: readonly number[] = []
const NOTHING: TextScan = { words: NONE, runs: NONE }
const EVERYTHING: ScanWish = { hasWraps: true, hasRuns: true }
/** No word is followed over more characters than this behind its first wrap. */
const MAX_FOLLOWED = 48

/** Fits the first cache with the filter's tables. */
const CHUNK = 16 * 1024
const chunk = new Uint8Array(CHUNK)
const encoder = new TextEncoder()
const SHORT = 48

const LAST_BASE64_CLASS = 39
const RUN_BITS = new Int32Array(64).fill(-1, 0, LAST_BASE64_CLASS + 1)
const NO_BITS = new Int32Array(64)

/**
 * Looks for the words of an automaton and for runs of base64. This is the loop that sees every character of an export,
 * twice. It reads bytes, because reading a string by its characters took longer than all the rest, and asks a small
 * filter about each place; the automaton is asked about the few that are left.
 */
export function scanText(automaton: Automaton, text: string, wish: ScanWish = EVERYTHING): TextScan {
  const { kinds, starts } = automaton.filter
  const length = text.length
  const bits = wish.hasRuns ? RUN_BITS : NO_BITS
  const minRun = MIN_RUN
  const bytes = chunk
  let found: Collected | undefined
  let run = 0
  let triple = OUTSIDE
  for (let base = 0; base < length; base += CHUNK) {
    const end = Math.min(CHUNK, length - base)
    fillChunk(automaton, text, base, end)
    for (let i = 0; i < end; i++) {
      const kind = kinds[bytes[i] as number] as number
      triple = ((triple << 6) | kind) & 0x3ffff
      run = (run + 1) & (bits[kind] as number)
      if (run === minRun) {
        found ??= { words: [], runs: [] }
        addRun(automaton, text, base + i + 1 - minRun, found.runs)
      }
      if (((starts[triple >> 5] as number) >>> (triple & 31)) & 1) {
        found ??= { words: [], runs: [] }
        lookCloser(automaton, text, base + i, triple, wish.hasWraps, found.words)
      }
    }
  }
  // The last two places have fewer than three characters behind them.
  for (let i = 0; i < 2; i++) {
    triple = ((triple << 6) | OTHER_KIND) & 0x3ffff
    const start = length - 2 + i
    if (start < 0 || !(((starts[triple >> 5] as number) >>> (triple & 31)) & 1)) continue
    found ??= { words: [], runs: [] }
    addWordsAt(automaton, text, start, wish.hasWraps, found.words)
  }
  return found ?? NOTHING
}

interface Collected {
  readonly words: number[]
  readonly runs: number[]
}

const OTHER_KIND = LAST_BASE64_CLASS + 1
const OUTSIDE = (OTHER_KIND << 6) | OTHER_KIND

function fillChunk({ filter }: Automaton, text: string, base: number, length: number): void {
  if (length >= SHORT) {
    const part = base === 0 && length === text.length ? text : text.slice(base, base + length)
    const { read, written } = encoder.encodeInto(part, chunk)
    // As many bytes as characters: all of them are ASCII.
    if (read === length && written === length) return
  }
  const { bytes } = filter
  for (let i = 0; i < length; i++) chunk[i] = bytes[text.charCodeAt(base + i)] as number
}

function addRun({ classes }: Automaton, text: string, start: number, runs: number[]): void {
  let end = start + MIN_RUN
  while (end < text.length && (classes[text.charCodeAt(end)] as number) <= LAST_BASE64_CLASS) end++
  if (mayHoldText(text, start)) runs.push(start, end)
}

/** `at` is the last of the three characters that the filter has said yes to. */
function lookCloser(
  automaton: Automaton,
  text: string,
  at: number,
  triple: number,
  hasWraps: boolean,
  words: number[],
): void {
  if (at >= 2) addWordsAt(automaton, text, at - 2, hasWraps, words)
  const kind = triple & 63
  if (hasWraps && kind >= FIRST_WRAP_CLASS && kind < FIRST_WRAP_CLASS + WRAP_CLASSES) {
    const open = openBefore(automaton, text, at, triple >> 6)
    if (open) followWrap(automaton, text, open, words)
  }
}

/** Words that begin at `start`, those that go on behind a wrap included if they have three characters before it. */
function addWordsAt(automaton: Automaton, text: string, start: number, hasWraps: boolean, words: number[]): void {
  const { next, classes, depths, width, firstEnd, ends, lengths } = automaton
  let state = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const depth = at - start
    if (hasWraps && depth > 2 && mayWrap(code) && wrapsAt(text, at)) {
      followWrap(automaton, text, { wrapAt: at, state, head: at, taken: 0, from: depth, to: depth }, words)
    }
    state = next[state + (classes[code] as number)] as number
    if (depths[state / width] !== depth + 1) return
    if (state < firstEnd) continue
    for (const word of ends[(state - firstEnd) / width] as readonly number[]) {
      if (lengths[word] === depth + 1) words.push(word, start)
    }
  }
}

const MAX_BOX = 200

/** A cheap no: behind most spaces no line ends. */
function wrapsAt(text: string, at: number): boolean {
  for (let i = at; i < text.length && i < at + MAX_BOX; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 13 || code === 92 || code === 27) return true
    if (!isBeforeLineEnd(code)) return false
  }
  return false
}

function isBeforeLineEnd(code: number): boolean {
  return code === 32 || code === 9 || code === 13 || code === 0x2502 || code === 0x2503 || code === 124
}

/** A word of which one or two characters stand before the wrap at `at`; undefined in nearly all cases, and soon. */
function openBefore(automaton: Automaton, text: string, at: number, before: number): OpenWord | undefined {
  const code = text.charCodeAt(at)
  let head = at
  if (code === 10) {
    while (head > 0 && at - head < MAX_BOX && isBeforeLineEnd(text.charCodeAt(head - 1))) head--
  } else if (code === 92) {
    // Of several backslashes the first stands for all.
    if (text.charCodeAt(at - 1) === 92) return undefined
    const after = text.charCodeAt(at + 1)
    if (after !== 92 && after !== 110 && after !== 114 && after !== 10 && after !== 13) return undefined
  }
  if (head === 0 || (head === at && automaton.filter.opens[before] !== 1)) return undefined
  const { next, classes } = automaton
  let state = 0
  for (let i = Math.max(0, head - 2); i < head; i++) {
    state = next[state + (classes[text.charCodeAt(i)] as number)] as number
  }
  if (state === 0 || (code === 10 && !mayGoOn(automaton, text, at, state))) return undefined
  return { wrapAt: head, state, head, taken: 0, from: 1, to: 2 }
}

/** A cheap no for what nearly every line end is: nothing at the left of the next line is the next letter of the word. */
function mayGoOn({ next, classes, depths, width }: Automaton, text: string, at: number, state: number): boolean {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 32 || code === 9) continue
    if (code === 92 || code === 27) return true
    if ((depths[(next[state + (classes[code] as number)] as number) / width] as number) > 1) return true
    if (!isLeftMark(code)) return false
  }
  return false
}

function isLeftMark(code: number): boolean {
  return (
    (code >= 42 && code <= 58) ||
    code === 0x2192 ||
    code === 0x2502 ||
    code === 0x2503 ||
    code === 124 ||
    code === 62 ||
    code === 35
  )
}

/** A word that is open where a line ends. */
interface OpenWord {
  readonly wrapAt: number
  readonly state: number
  /** Where its first piece ends. */
  readonly head: number
  /** Characters of it behind the first wrap. */
  readonly taken: number
  /** How many characters of it stand before the first wrap, at least and at most. */
  readonly from: number
  readonly to: number
}

/** Goes on behind a wrap, as long as a word that began before it is still open. */
function followWrap(automaton: Automaton, text: string, open: OpenWord, words: number[]): void {
  const { next, classes, depths, width, firstEnd, ends, lengths } = automaton
  for (const start of wrapEnds(text, open.wrapAt)) {
    let state = open.state
    for (let i = start; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const taken = open.taken + i - start
      if (i > start && taken < MAX_FOLLOWED && mayWrap(code)) {
        followWrap(automaton, text, { ...open, wrapAt: i, state, taken }, words)
      }
      state = next[state + (classes[code] as number)] as number
      if ((depths[state / width] as number) < taken + 1 + open.from) break
      if (state < firstEnd) continue
      for (const word of ends[(state - firstEnd) / width] as readonly number[]) {
        const ahead = (lengths[word] as number) - taken - 1
        if (ahead >= open.from && ahead <= open.to) words.push(word, open.head - ahead)
      }
    }
  }
}
