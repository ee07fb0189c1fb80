import { type Automaton, BASE64_CLASSES, FIRST_WRAP_CLASS, MAX_WORD, WRAP_CLASSES } from './automaton.ts'
import { MIN_RUN, mayHoldText } from './base64.ts'
import { mayWrap, wrapEnds } from './wrap.ts'

/** What one pass over a text found. */
export interface TextScan {
  /** Pairs: number of a word, where it begins. */
  readonly words: readonly number[]
  /** Pairs: start and end of what may be base64. */
  readonly runs: readonly number[]
}

const EMPTY: number[] = []
const NOTHING: TextScan = { words: EMPTY, runs: EMPTY }
/** No word is followed over more characters than this behind its first wrap. */
const MAX_FOLLOWED = 48

/**
 * Looks for the words of an automaton and for runs of base64. Words are found across line wraps too. This is the loop
 * that sees every character of an export, twice: it holds nothing but local values, and no function closes over them.
 */
export function scanText(automaton: Automaton, text: string, hasWraps = true): TextScan {
  const { next, classes, firstEnd } = automaton
  const length = text.length
  // What is imported is read anew at each use; what is local is not.
  const firstOther = BASE64_CLASSES
  const firstWrap = FIRST_WRAP_CLASS
  const lastWrap = hasWraps ? FIRST_WRAP_CLASS + WRAP_CLASSES - 1 : 0
  const minRun = MIN_RUN
  let words = EMPTY
  let runs = EMPTY
  let state = 0
  let runStart = 0
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    const kind = classes[code] as number
    if (kind >= firstOther) {
      if (i - runStart >= minRun && mayHoldText(text, runStart)) {
        if (runs === EMPTY) runs = []
        runs.push(runStart, i)
      }
      runStart = i + 1
      if (kind >= firstWrap && kind <= lastWrap) {
        const open = openBefore(automaton, text, i, state)
        if (open !== undefined) {
          if (words === EMPTY) words = []
          followWrap(automaton, text, open, words)
        }
      }
    }
    state = next[state + kind] as number
    if (state >= firstEnd) {
      if (words === EMPTY) words = []
      addWords(automaton, state, i + 1, words)
    }
  }
  if (length - runStart >= MIN_RUN && mayHoldText(text, runStart)) {
    if (runs === EMPTY) runs = []
    runs.push(runStart, length)
  }
  return words === EMPTY && runs === EMPTY ? NOTHING : { words, runs }
}

function addWords({ ends, lengths, firstEnd, width }: Automaton, state: number, end: number, words: number[]): void {
  for (const word of ends[(state - firstEnd) / width] as readonly number[]) {
    words.push(word, end - (lengths[word] as number))
  }
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
    const after = text.charCodeAt(at + 1)
    if (after !== 92 && after !== 110 && after !== 114 && after !== 10 && after !== 13) return undefined
  }
  return { wrapAt: at, state, head: at, taken: 0 }
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

const BEFORE_LINE_END = /[ \t\r│┃|]/
const MAX_BOX = 200

/** The same where spaces or the right side of a box stand before the line end: back to the word, and again from there. */
function openBeforeBox(automaton: Automaton, text: string, at: number): OpenWord | undefined {
  const { next, classes } = automaton
  let head = at
  while (head > 0 && at - head < MAX_BOX && BEFORE_LINE_END.test(text[head - 1] as string)) head--
  let state = 0
  for (let i = Math.max(0, head - MAX_WORD); i < head; i++) {
    state = next[state + (classes[text.charCodeAt(i)] as number)] as number
  }
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
  const { next, classes, depths, width, firstEnd, ends, lengths } = automaton
  for (const from of wrapEnds(text, open.wrapAt)) {
    let state = open.state
    for (let i = from; i < text.length; i++) {
      const code = text.charCodeAt(i)
      const taken = open.taken + i - from
      if (i > from && taken < MAX_FOLLOWED && mayWrap(code)) {
        followWrap(automaton, text, { wrapAt: i, state, head: open.head, taken }, words)
      }
      state = next[state + (classes[code] as number)] as number
      if ((depths[state / width] as number) <= taken + 1) break
      if (state < firstEnd) continue
      for (const word of ends[(state - firstEnd) / width] as readonly number[]) {
        const ahead = (lengths[word] as number) - taken - 1
        if (ahead > 0) words.push(word, open.head - ahead)
      }
    }
  }
}
