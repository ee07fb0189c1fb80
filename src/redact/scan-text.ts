import { type Automaton, BASE64_CLASSES, FIRST_WRAP_CLASS, MAX_WORD, WRAP_CLASSES } from './automaton.ts'
import { MIN_RUN, mayBeHex, mayHoldText } from './base64.ts'
import { mayWrap, wrapEnds } from './wrap.ts'

/** What one pass over a text found. */
export interface TextScan {
  /** Pairs: number of a word, where it begins. */
  readonly words: readonly number[]
  /** Pairs: start and end of what may be base64 or hexadecimal digits of a text. */
  readonly runs: readonly number[]
}

export interface ScanWish {
  /** Words are found across line wraps too. */
  readonly hasWraps: boolean
  readonly hasRuns: boolean
}

const EMPTY: number[] = []
const NOTHING: TextScan = { words: EMPTY, runs: EMPTY }
const EVERYTHING: ScanWish = { hasWraps: true, hasRuns: true }
/** No word is followed over more characters than this behind its first wrap. */
const MAX_FOLLOWED = 48

const CHUNK = 16 * 1024
const chunk = new Uint8Array(CHUNK)
const encoder = new TextEncoder()
/** For shorter texts asking the encoder takes longer than doing it by hand. */
const SHORT = 32

/** By class: all bits where base64 goes on, none where it ends. */
const RUN_BITS = new Int32Array(256).fill(-1, 0, BASE64_CLASSES)
const NO_BITS = new Int32Array(256)

/**
 * Looks for the words of an automaton and for runs of base64. This is the loop that sees every character of an export,
 * twice. It reads bytes, because reading a string by its characters took more than half of the time, holds nothing but
 * local values, and branches only where there is something.
 */
export function scanText(automaton: Automaton, text: string, wish: ScanWish = EVERYTHING): TextScan {
  const { next, shift, byteClasses, firstEnd } = automaton
  const length = text.length
  // What is imported is read anew at each use; what is local is not.
  const bytes = chunk
  const bits = wish.hasRuns ? RUN_BITS : NO_BITS
  const firstWrap = FIRST_WRAP_CLASS
  const lastWrap = wish.hasWraps ? FIRST_WRAP_CLASS + WRAP_CLASSES - 1 : 0
  const minRun = MIN_RUN
  let words = EMPTY
  let runs = EMPTY
  let state = 0
  let run = 0
  for (let base = 0; base < length; base += CHUNK) {
    const end = Math.min(CHUNK, length - base)
    fillChunk(automaton, text, base, end)
    for (let i = 0; i < end; i++) {
      const kind = byteClasses[bytes[i] as number] as number
      if (kind >= firstWrap && kind <= lastWrap) {
        const open = openBefore(automaton, text, base + i, state)
        if (open !== undefined) {
          if (words === EMPTY) words = []
          followWrap(automaton, text, open, words)
        }
      }
      run = (run + 1) & (bits[kind] as number)
      if (run === minRun) {
        const start = base + i + 1 - minRun
        if (mayHoldText(text, start) || mayBeHex(text, start)) {
          if (runs === EMPTY) runs = []
          runs.push(start, runEnd(automaton, text, base + i + 1))
        }
      }
      state = next[(state << shift) + kind] as number
      if (state >= firstEnd) {
        if (words === EMPTY) words = []
        addWords(automaton, state, base + i + 1, words)
      }
    }
  }
  return words === EMPTY && runs === EMPTY ? NOTHING : { words, runs }
}

/** Text that is ASCII is its own bytes, and nearly all is. */
function fillChunk({ bytes }: Automaton, text: string, base: number, length: number): void {
  if (length >= SHORT) {
    const part = length === text.length ? text : text.slice(base, base + length)
    const { read, written } = encoder.encodeInto(part, chunk)
    if (read === length && written === length) return
  }
  for (let i = 0; i < length; i++) chunk[i] = bytes[text.charCodeAt(base + i)] as number
}

function runEnd({ classes }: Automaton, text: string, from: number): number {
  let end = from
  while (end < text.length && (classes[text.charCodeAt(end)] as number) < BASE64_CLASSES) end++
  return end
}

function addWords({ ends, lengths, firstEnd }: Automaton, state: number, end: number, words: number[]): void {
  for (const word of ends[state - firstEnd] as readonly number[]) words.push(word, end - (lengths[word] as number))
}

function step({ next, shift, classes }: Automaton, state: number, code: number): number {
  return next[(state << shift) + (classes[code] as number)] as number
}

/** The word that may go on behind a wrap at `at`; undefined in nearly all cases, and soon. */
function openBefore(automaton: Automaton, text: string, at: number, state: number): OpenWord | undefined {
  const code = text.charCodeAt(at)
  if (code === 10) {
    const before = text.charCodeAt(at - 1)
    if (before === 32 || before === 13 || before === 9 || before === 0x2502 || before === 0x2503 || before === 124) {
      return openBeforeBox(automaton, text, at)
    }
    return state !== 0 && mayGoOn(automaton, text, at, state) ? { wrapAt: at, state, head: at, taken: 0 } : undefined
  }
  if (state === 0) return undefined
  if (code === 92) {
    // Of several backslashes the first stands for all.
    if (text.charCodeAt(at - 1) === 92) return undefined
    const after = text.charCodeAt(at + 1)
    if (after !== 92 && after !== 110 && after !== 114 && after !== 10 && after !== 13) return undefined
  }
  return { wrapAt: at, state, head: at, taken: 0 }
}

/** A cheap no for what nearly every line end is: nothing at the left of the next line is the next letter of the word. */
function mayGoOn(automaton: Automaton, text: string, at: number, state: number): boolean {
  const { depths } = automaton
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 32 || code === 9) continue
    if (code === 92 || code === 27) return true
    if ((depths[step(automaton, state, code)] as number) > 1) return true
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

const BEFORE_LINE_END = /[ \t\r│┃|]/
const MAX_BOX = 200

/** The same where spaces or the right side of a box stand before the line end: back to the word, and again from there. */
function openBeforeBox(automaton: Automaton, text: string, at: number): OpenWord | undefined {
  let head = at
  while (head > 0 && at - head < MAX_BOX && BEFORE_LINE_END.test(text[head - 1] as string)) head--
  let state = 0
  for (let i = Math.max(0, head - MAX_WORD); i < head; i++) state = step(automaton, state, text.charCodeAt(i))
  return state !== 0 && mayGoOn(automaton, text, at, state) ? { wrapAt: head, state, head, taken: 0 } : undefined
}

/** A word that is open where a line ends. */
interface OpenWord {
  readonly wrapAt: number
  readonly state: number
  /** Where its first piece ends. */
  readonly head: number
  /** Characters of it behind the first wrap. */
  readonly taken: number
}

/** Goes on behind a wrap, as long as a word that began before it is still open. */
function followWrap(automaton: Automaton, text: string, open: OpenWord, words: number[]): void {
  const { depths, firstEnd, ends, lengths } = automaton
  for (const from of wrapEnds(text, open.wrapAt)) {
    let state = open.state
    for (let i = from; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const taken = open.taken + i - from
      if (i > from && taken < MAX_FOLLOWED && mayWrap(code)) {
        followWrap(automaton, text, { wrapAt: i, state, head: open.head, taken }, words)
      }
      state = step(automaton, state, code)
      if ((depths[state] as number) <= taken + 1) break
      if (state < firstEnd) continue
      for (const word of ends[state - firstEnd] as readonly number[]) {
        const ahead = (lengths[word] as number) - taken - 1
        if (ahead > 0) words.push(word, open.head - ahead)
      }
    }
  }
}
