import { stemmer } from 'stemmer'
import { isCjk, pairCjk, splitName } from '../../text/index-terms.ts'

/** Letters and digits, and marks that follow them: what SQLite's unicode61 takes as one word. */
const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*/gu

/** A word of a text, with where it stands and what the index holds of it. */
export interface Token {
  readonly start: number
  readonly end: number
  /** Without case and accents; a pair of letters for scripts without spaces. */
  readonly word: string
  /** As the index has it. */
  readonly stem: string
  /** For names of several words: the words it is made of. */
  readonly parts: readonly string[]
}

/** A word as the index holds it. Equal to what SQLite makes of it (a test compares them). */
export function stemOf(word: string): string {
  const folded = foldWord(word)
  // SQLite leaves short and very long words alone.
  return folded.length < 3 || folded.length > 64 ? folded : stemmer(folded)
}

/** Without case and accents. Marks are taken off Latin letters only, as SQLite does. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  return lower.normalize('NFD').replace(LATIN_MARKS, '$1').normalize('NFC').replaceAll('µ', 'μ')
}

const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu

/** The words of a text. `mayMatter` gets the first two letters of each, folded, and saves the work for the rest. */
export function* listTokens(text: string, mayMatter?: (start: string) => boolean): Generator<Token> {
  for (const found of text.matchAll(WORD)) {
    const [word] = found
    const start = found.index
    if (hasCjk(word)) yield* listCjk(word, start)
    else {
      const names = splitName(word)
      if (names.length === 0 && mayMatter && !mayMatter(foldWord(word.slice(0, 2)))) continue
      yield { start, end: start + word.length, word: foldWord(word), stem: stemOf(word), parts: names.map(foldWord) }
    }
  }
}

function hasCjk(word: string): boolean {
  for (const letter of word) if (isCjk(letter.codePointAt(0) as number)) return true
  return false
}

/** Runs of such a script as pairs, with what stands between them as words of their own, as the index cuts them. */
function* listCjk(word: string, from: number): Generator<Token> {
  let run = ''
  let at = from
  const flush = function* (): Generator<Token> {
    if (run === '') return
    const isRun = isCjk(run.codePointAt(0) as number)
    if (!isRun) yield { start: at - run.length, end: at, word: foldWord(run), stem: stemOf(run), parts: [] }
    else {
      let start = at - run.length
      for (const pair of pairCjk(run)) {
        yield { start, end: start + pair.length, word: pair, stem: pair, parts: [] }
        start += String.fromCodePoint(pair.codePointAt(0) as number).length
      }
    }
    run = ''
  }
  for (const letter of word) {
    const isOne = isCjk(letter.codePointAt(0) as number)
    if (run !== '' && isCjk(run.codePointAt(0) as number) !== isOne) yield* flush()
    run += letter
    at += letter.length
  }
  yield* flush()
}
