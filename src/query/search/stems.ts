import { isAscii } from '../../text/is-ascii.ts'
import { isCjk, pairCjk, splitName } from '../../text/split-name.ts'
import { stemBytes } from './porter.ts'

/** Accents that may be written apart from their letter, as SQLite knows them. */
export const ACCENTS = '\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u031b\\u0323-\\u0328\\u032d\\u032e\\u0330\\u0331'
/** Letters and digits, and accents that follow them: what SQLite's unicode61 takes as one word. Other marks end it. */
const WORD = `[\\p{L}\\p{N}\\p{Co}][\\p{L}\\p{N}\\p{Co}${ACCENTS}]*`
const PLAIN_WORD = /[A-Za-z0-9]+/g

/** A word of a text, with where it stands and what the index holds of it. */
export interface Token {
  readonly start: number
  readonly end: number
  /** Neighbours have numbers that follow each other. */
  readonly ordinal: number
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
  if (ASCII.test(folded)) return stemBytes(folded)
  return Buffer.from(stemBytes(Buffer.from(folded).toString('latin1')), 'latin1').toString()
}

const ASCII = /^[\x20-\x7e]*$/

/** Without case and accents, as SQLite does it: the letters of other scripts keep their marks, but for loose ones. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .replace(LOOSE_ACCENTS, '')
    .replace(ACCENTED, letter => {
      const [base = ''] = letter.normalize('NFD')
      return base <= 'z' ? base : letter
    })
    .replace(VARIANTS, letter => VARIANT_OF.get(letter) ?? letter)
}

const LOOSE_ACCENTS = new RegExp(`[${ACCENTS}]`, 'g')
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g
/** Two ways to write a small letter. */
const VARIANT_OF: ReadonlyMap<string, string> = new Map(
  ['ſs', 'ẛs', 'µμ', 'ςσ', 'ϐβ', 'ϑθ', 'ϕφ', 'ϖπ', 'ϰκ', 'ϱρ', 'ϵε'].map(pair => [
    pair[0] as string,
    pair[1] as string,
  ]),
)
const VARIANTS = /[ſẛµςϐϑϕϖϰϱϵ]/g

/** The words of a text. `starts` are the first two letters of those that matter: the rest is skipped unread. */
export function* listTokens(text: string, starts?: ReadonlySet<string>): Generator<Token> {
  const isPlain = isAscii(text)
  let ordinal = 0
  for (const found of text.matchAll(isPlain ? PLAIN_WORD : anyWord())) {
    const [word] = found
    const start = found.index
    if (!isPlain && hasCjk(word)) {
      for (const token of listCjk(word, start, ordinal)) {
        ordinal = token.ordinal + 1
        yield token
      }
      continue
    }
    const at = ordinal++
    const mayBeName = (isPlain ? PLAIN_BORDER : INNER_BORDER).test(word)
    if (starts && !mayBeName && !starts.has(foldWord(word.slice(0, 2)))) continue
    const parts = mayBeName ? splitName(word).map(foldWord) : []
    yield { start, end: start + word.length, ordinal: at, word: foldWord(word), stem: stemOf(word), parts }
  }
}

let madeWord: RegExp | undefined

function anyWord(): RegExp {
  madeWord ??= new RegExp(WORD, 'gu')
  return madeWord
}

/** Without it a word is no name of several. */
const INNER_BORDER = /\d|[^\p{Lu}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u
const PLAIN_BORDER = /\d|[^A-Z][A-Z]|[A-Z][A-Z][a-z]/

function hasCjk(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    if (word.charCodeAt(at) >= 0x1100 && isCjk(word.codePointAt(at) as number)) return true
  }
  return false
}

/** Runs of such a script as pairs, with what stands between them as words of their own, as the index cuts them. */
function* listCjk(word: string, from: number, first: number): Generator<Token> {
  let ordinal = first
  for (const { start, end, isRun } of listStretches(word)) {
    const stretch = word.slice(start, end)
    if (!isRun) {
      const parts = splitName(stretch).map(foldWord)
      yield {
        start: from + start,
        end: from + end,
        ordinal: ordinal++,
        word: foldWord(stretch),
        stem: stemOf(stretch),
        parts,
      }
      continue
    }
    let at = from + start
    for (const pair of pairCjk(stretch)) {
      yield { start: at, end: at + pair.length, ordinal: ordinal++, word: pair, stem: pair, parts: [] }
      at += String.fromCodePoint(pair.codePointAt(0) as number).length
    }
  }
}

/** Where letters of such scripts and others take turns. */
function* listStretches(
  word: string,
): Generator<{ readonly start: number; readonly end: number; readonly isRun: boolean }> {
  let start = 0
  let isRun = false
  let at = 0
  for (const letter of word) {
    const isOne = isCjk(letter.codePointAt(0) as number)
    if (at > start && isOne !== isRun) {
      yield { start, end: at, isRun }
      start = at
    }
    isRun = isOne
    at += letter.length
  }
  if (at > start) yield { start, end: at, isRun }
}
