import { isAscii } from '../../text/is-ascii.ts'
import { isCjk, splitName } from '../../text/split-name.ts'
import { ACCENTS, foldWord, listTokens, stemOf, type Token } from './stems.ts'
import type { Run } from './terms.ts'

/** What to look for in a text: runs of words, any of which will do. */
export interface Sought {
  readonly runs: readonly Pick<Run, 'stems'>[]
  readonly weight: number
}

export interface Find {
  readonly start: number
  readonly end: number
  /** Index in what is sought. */
  readonly of: number
  /** Negative: only a part of a run, which does not count as found. */
  readonly weight: number
}

/** Finds words in texts by their stems. Made once for a question. */
export interface WordFinder {
  /** In the order they stand. */
  find(text: string): readonly Find[]
  /** False: these bytes of a transcript hold nothing that is sought. Undefined where bytes cannot tell. */
  readonly inBytes: RegExp | undefined
}

/** A part of a run tells less than the whole. */
const PART_SHARE = 0.25

interface Wanted {
  readonly of: number
  readonly weight: number
}

interface WantedRun extends Wanted {
  readonly stems: readonly string[]
}

export function createWordFinder(sought: readonly Sought[]): WordFinder {
  const single = new Map<string, Wanted>()
  const runs: WantedRun[] = []
  const note = (stem: string, of: number, weight: number): void => {
    const known = single.get(stem)
    if (!known || known.weight < weight) single.set(stem, { of, weight })
  }
  sought.forEach(({ runs: all, weight }, of) => {
    for (const { stems } of all) {
      const [only] = stems
      if (stems.length === 1 && only !== undefined) note(only, of, weight)
      else if (stems.length > 1) {
        runs.push({ stems, of, weight })
        for (const stem of stems) note(stem, of, -(weight * PART_SHARE) / stems.length)
      }
    }
  })
  const needles = [...single.keys()].map(needleOf)
  const pattern = needles.map(escapePattern).join('|')
  let plain: RegExp | undefined
  let any: RegExp | undefined
  return {
    find: text => {
      if (single.size === 0) return []
      return collect(text, tokensOf(text))
    },
    inBytes: isAscii(pattern) && pattern !== '' ? new RegExp(`${pattern}|${ACCENTED_BYTES}`, 'i') : undefined,
  }

  // Made once: a pattern that is made anew for each text is slow for each. A search that goes to its end begins anew.
  function tokensOf(text: string): readonly Token[] {
    if (isAscii(text)) {
      plain ??= new RegExp(pattern, 'gi')
      return [...findTokens(text, plain)]
    }
    if (HAS_ACCENTS.test(text)) return [...listTokens(text)]
    any ??= new RegExp(pattern, 'giu')
    return [...findTokens(text, any)]
  }

  function collect(text: string, tokens: readonly Token[]): readonly Find[] {
    const finds: Find[] = []
    for (const token of tokens) {
      const partStems = token.parts.map(stemOf)
      for (const known of bestOfEach([token.stem, ...partStems].flatMap(stem => single.get(stem) ?? []))) {
        finds.push({ start: token.start, end: token.end, ...known })
      }
      for (const run of runs) {
        const end = holdsRun(partStems, run.stems) ? token.end : endOfRun(text, token, run.stems)
        if (end !== undefined) finds.push({ start: token.start, end, of: run.of, weight: run.weight })
      }
    }
    return finds.sort((a, b) => a.start - b.start || b.weight - a.weight)
  }
}

/** A name may hold several of the words that are sought: each counts, once. */
function bestOfEach(wanted: readonly Wanted[]): Iterable<Wanted> {
  if (wanted.length < 2) return wanted
  const best = new Map<number, Wanted>()
  for (const one of wanted) {
    const known = best.get(one.of)
    if (!known || known.weight < one.weight) best.set(one.of, one)
  }
  return best.values()
}

/** Every word with this stem holds it: endings alone differ, and an `e` or `i` at the end may be of the stem's making. */
function needleOf(stem: string): string {
  return stem.length > 3 ? stem.replace(/[ei]$/, '') : stem
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&')
}

/** Accented Latin letters in UTF-8: behind them the needle may not look like the word. */
const ACCENTED_BYTES = '[\\xc3-\\xc9\\xcc\\xcd]|\\xe1[\\xb8-\\xbb]'
/** Where letters carry accents, the needle may not look like the word. */
const HAS_ACCENTS = /[\u00c0-\u024f\u1e00-\u1eff]|\p{M}/u
const LETTER = `[\\p{L}\\p{N}\\p{Co}${ACCENTS}]`

/** Only the words that hold a needle are looked at. */
function* findTokens(text: string, pattern: RegExp): Generator<Token> {
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    let start = found.index
    let end = found.index + found[0].length
    const first = found[0].codePointAt(0) as number
    if (isCjk(first)) {
      yield { start, end, ordinal: 0, word: found[0], stem: found[0], parts: [] }
      // Pairs overlap; a place between two halves of a letter would be taken back to its beginning.
      pattern.lastIndex = found.index + (first > 0xffff ? 2 : 1)
      continue
    }
    start = wordStart(text, start)
    end = wordEnd(text, end)
    const word = text.slice(start, end)
    yield { start, end, ordinal: 0, word, stem: stemOf(word), parts: splitName(word).map(foldWord) }
    pattern.lastIndex = Math.max(end, found.index + found[0].length)
  }
}

function wordStart(text: string, from: number): number {
  let start = from
  while (start > 0) {
    const width = start > 1 && isLowHalf(text.charCodeAt(start - 1)) ? 2 : 1
    if (!isLetter(text.codePointAt(start - width) as number)) break
    start -= width
  }
  return start
}

function wordEnd(text: string, from: number): number {
  let end = from
  while (end < text.length) {
    const code = text.codePointAt(end) as number
    if (!isLetter(code)) break
    end += code > 0xffff ? 2 : 1
  }
  return end
}

function isLowHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** Of words with spaces between them: what is written without is cut into pairs. */
function isLetter(code: number): boolean {
  if (code < 0x80) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return !isCjk(code) && anyLetter().test(String.fromCodePoint(code))
}

let madeLetter: RegExp | undefined

/** Made where a text needs it. */
function anyLetter(): RegExp {
  madeLetter ??= new RegExp(LETTER, 'u')
  return madeLetter
}

/** The end of a run of words that begins with this token. */
function endOfRun(text: string, token: Token, stems: readonly string[]): number | undefined {
  if (token.stem !== stems[0]) return undefined
  let at = 0
  for (const next of listTokens(text.slice(token.start, token.start + MAX_RUN_CHARS))) {
    if (next.stem !== stems[at]) return undefined
    at++
    if (at === stems.length) return token.start + next.end
  }
  return undefined
}

const MAX_RUN_CHARS = 400

function holdsRun(parts: readonly string[], stems: readonly string[]): boolean {
  return parts.length >= stems.length && parts.some((_, at) => stems.every((stem, more) => parts[at + more] === stem))
}
