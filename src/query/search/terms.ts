import { isAscii } from '../../text/is-ascii.ts'
import { splitName } from '../../text/split-name.ts'
import { listTokens, stemOf, type Token } from './stems.ts'

/** Words that follow each other: as they are asked for, and as the index and a text hold them. */
export interface Run {
  readonly words: readonly string[]
  readonly stems: readonly string[]
}

/** One piece of a question, as the index is asked for it. */
export interface Term {
  /** As typed. */
  readonly text: string
  /** Ways to write it, the typed one first: `readFile`, `read file`; `read_file`, `readfile`. */
  readonly runs: readonly Run[]
  /** A word that every text has: it counts where words must be near each other, and finds nothing by itself. */
  readonly isStop: boolean
}

export function toRun(words: readonly string[]): Run {
  return { words, stems: words.map(stemOf) }
}

/** A pasted page is a question too; the rarest of these words are asked for. */
const MAX_PIECES = 400
const MAX_RUN = 40

/** From free text: each piece between white space is one term. Pieces without a letter or digit are none. */
export function toTerms(pieces: readonly string[]): readonly Term[] {
  const terms = new Map<string, Term>()
  for (const text of pieces) {
    const term = toTerm(text)
    if (!term) continue
    const key = term.runs[0]?.stems.join(' ') ?? ''
    if (!terms.has(key)) terms.set(key, term)
    if (terms.size >= MAX_PIECES) break
  }
  return [...terms.values()]
}

export function toTerm(text: string): Term | undefined {
  const tokens: Token[] = []
  for (const token of listTokens(text)) if (tokens.push(token) === MAX_RUN) break
  const [first] = tokens
  if (!first) return undefined
  const typed = toRun(tokens.map(({ word }) => word))
  const others = tokens.length === 1 ? (first.parts.length > 1 ? [toRun(first.parts)] : []) : joinedRuns(text, typed)
  return { text: text.trim(), runs: [typed, ...others], isStop: isStopWord(text, tokens.length) }
}

/** `read_file` and `read-file` may stand there as `readFile`, whose parts are indexed without single letters. */
function joinedRuns(text: string, { words }: Run): readonly Run[] {
  if (!/^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)+$/.test(text)) return []
  const longer = words.filter(word => word.length > 1)
  return [toRun([words.join('')]), ...(longer.length > 1 && longer.length < words.length ? [toRun(longer)] : [])]
}

/** What a name or a path is made of, for a looser look: words that may be found alone. */
export function looseParts(term: Term): readonly Term[] {
  const words = term.runs.find(run => run.words.length > 1)?.words ?? []
  return [...new Set(words)]
    .filter(word => word.length > 1 && !STOP_WORDS.has(word))
    .map(word => ({ text: word, runs: [toRun([word])], isStop: false }))
}

/** As an FTS5 expression. Everything is quoted: no letter of a question is ever an operator. */
export function matchOf(runs: readonly Pick<Run, 'words'>[]): string {
  const [only] = runs
  if (runs.length === 1 && only) return quoteWords(only.words)
  return `(${runs.map(({ words }) => quoteWords(words)).join(' OR ')})`
}

export function quoteWords(words: readonly string[]): string {
  return `"${words.map(word => word.replaceAll('"', '""')).join(' ')}"`
}

/** `the`, `Why`, `don't`; a single letter tells nothing either. */
function isStopWord(text: string, tokens: number): boolean {
  const word = text.toLowerCase().replace(isAscii(text) ? /[^a-z0-9']+/g : /[^\p{L}\p{N}'’]+/gu, '')
  if (tokens === 1) return STOP_WORDS.has(word) || /^[a-z]$/.test(word)
  const [, stem = ''] = tokens === 2 ? (SHORTENED.exec(word) ?? []) : []
  return STOP_WORDS.has(stem) || STOP_WORDS.has(stem.replace(/n$/, ''))
}

const SHORTENED = /^([a-z]+)['’](?:s|t|re|ve|ll|d|m)$/

/** Words of an English question that say nothing about what is looked for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
  don done down during each for from further get got had has have having he her here him his how i if in into is isn it
  its just let like ll me more most my no nor not of off on once only or other our out over own re really s same she
  should so some such t than that the their them then there these they thing this those through to too under until up us
  ve very was wasn way we were what when where which while who whom whose why will with would yet you your
  find found remember show tell session sessions conversation last time`
    .split(/\s+/)
    .filter(word => word !== ''),
)

/** A typed piece that is the name of something in code, not a word: `readFile`, `lock.ts`, `--no-cache`. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}][._/\\:-]+[\p{L}\p{N}]|^[-/~.]/u.test(text) || splitName(text).length > 1
}
