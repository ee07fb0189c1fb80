import { splitName } from '../../text/index-terms.ts'
import { listTokens } from './stems.ts'

/** One piece of a question, as the index is asked for it. */
export interface Term {
  /** As typed. */
  readonly text: string
  /** Words of the index that must follow each other. */
  readonly stems: readonly string[]
  /** For names of several words: the words it is made of, which may stand apart in writing: `parseText`, `parse_text`. */
  readonly parts: readonly string[]
  /** A word that every text has: it counts where words must be near each other, and finds nothing by itself. */
  readonly isStop: boolean
}

/** From free text: each piece between white space is one term. Pieces without a letter or digit are none. */
export function toTerms(words: readonly string[]): readonly Term[] {
  const terms = new Map<string, Term>()
  for (const text of words) {
    const term = toTerm(text)
    if (!term) continue
    const key = term.stems.join(' ')
    if (!terms.has(key)) terms.set(key, term)
    if (terms.size >= MAX_PIECES) break
  }
  return [...terms.values()]
}

/** A pasted page is a question too; the rarest of these words are asked for. */
const MAX_PIECES = 400
const MAX_PHRASE = 40

export function toTerm(text: string): Term | undefined {
  const tokens = [...listTokens(text)].slice(0, MAX_PHRASE)
  const stems = tokens.flatMap(token => token.stems)
  if (stems.length === 0) return undefined
  const [only] = tokens
  const parts = tokens.length === 1 && only ? only.parts : []
  return { text: text.trim(), stems, parts, isStop: tokens.length === 1 && isStopWord(text) }
}

/** What a name or a path is made of, for a looser look: words that may be found alone. */
export function looseParts(term: Term): readonly Term[] {
  const stems = term.stems.length > 1 ? term.stems : term.parts
  const words = stems.filter(stem => stem.length > 1 && !STOP_WORDS.has(stem))
  return words.map(stem => ({ text: stem, stems: [stem], parts: [], isStop: false }))
}

/** As an FTS5 expression. Everything is quoted: no letter of a question is ever an operator. */
export function matchOf(term: Pick<Term, 'stems' | 'parts'>): string {
  const whole = quoteWords(term.stems)
  return term.parts.length > 1 ? `(${whole} OR ${quoteWords(term.parts)})` : whole
}

export function quoteWords(words: readonly string[]): string {
  return `"${words.map(word => word.replaceAll('"', '""')).join(' ')}"`
}

function isStopWord(text: string): boolean {
  const word = text.toLowerCase().replace(/[^\p{L}\p{N}']+/gu, '')
  return STOP_WORDS.has(word) || STOP_WORDS.has(word.replace(/'.*$/, '')) || (word.length === 1 && /[a-z]/.test(word))
}

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
