import { FULL_TEXTS, type UnitKind } from '../../store/full-text.ts'
import { foldWord, stemOf } from './stems.ts'
import { looseParts, matchOf, quoteWords, type Term } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A term as one table is asked for it. */
export interface PlannedTerm {
  readonly term: Term
  /** FTS5 expression; alternatives included. */
  readonly match: string
  /** Stems by which it is found again in a text, each a run of words. */
  readonly runs: readonly (readonly string[])[]
  /** Units that hold it: exact for single words, an upper bound for several. */
  readonly units: number
  /** What one find of it is worth. */
  readonly weight: number
  /** How it was understood, where nobody wrote it as typed. */
  readonly takenAs: 'typed' | 'spelling' | 'beginning' | 'part' | 'absent'
}

/**
 * Asks the index how common each term is. A word that nobody wrote is taken for one that is spelled nearly alike, or for
 * the beginning of a longer one; a name or path that nobody wrote, for its parts.
 */
export function planTerms(vocabulary: Vocabulary, terms: readonly Term[]): readonly PlannedTerm[] {
  return terms.flatMap(term => planTerm(vocabulary, term))
}

function planTerm(vocabulary: Vocabulary, term: Term): readonly PlannedTerm[] {
  const units = countUnits(vocabulary, term)
  if (units > 0) {
    const close = units <= RARE ? findMoreCommon(vocabulary, term, units) : []
    const runs = [term.stems, ...(term.parts.length > 1 ? [term.parts] : []), ...close.map(word => [word])]
    const match = close.length === 0 ? matchOf(term) : `(${runs.map(quoteWords).join(' OR ')})`
    return [{ term, match, runs, units, weight: weigh(vocabulary, units), takenAs: 'typed' }]
  }
  const parts = looseParts(term).filter(part => countUnits(vocabulary, part) > 0)
  if (parts.length > 0) {
    return parts.map(part => ({ ...(planTerm(vocabulary, part)[0] as PlannedTerm), takenAs: 'part' as const }))
  }
  return [findAlike(vocabulary, term)]
}

/** So few units may hold a word by mistake: the same typing error as in the question. */
const RARE = 2
const MUCH_MORE = 10

function findMoreCommon(vocabulary: Vocabulary, { stems, text }: Term, units: number): readonly string[] {
  if (stems.length !== 1 || foldWord(text).length < 5) return []
  const close = vocabulary.findClose(stems[0] as string)
  return close.filter(word => vocabulary.countUnitsWith('prose', word) >= units * MUCH_MORE).slice(0, 1)
}

function findAlike(vocabulary: Vocabulary, term: Term): PlannedTerm {
  const nobody = { term, match: matchOf(term), runs: [], units: 0, weight: weigh(vocabulary, 0) }
  const [stem] = term.stems
  if (term.stems.length !== 1 || stem === undefined) return { ...nobody, takenAs: 'absent' }
  const folded = foldWord(term.text.replace(/[^\p{L}\p{N}]+/gu, ''))
  const longer = vocabulary.findLonger(folded)
  const close = longer.length > 0 ? [] : closeTo(vocabulary, folded, stem)
  const words = longer.length > 0 ? longer : close
  if (words.length === 0) return { ...nobody, takenAs: 'absent' }
  const runs = words.map(word => [word])
  const units = words.reduce((sum, word) => sum + countStem(vocabulary, word), 0)
  const takenAs = longer.length > 0 ? 'beginning' : 'spelling'
  return {
    term,
    match: `(${runs.map(quoteWords).join(' OR ')})`,
    runs,
    units,
    weight: weigh(vocabulary, units),
    takenAs,
  }
}

/** The index has stems: an error before the ending changes the stem less than the word. */
function closeTo(vocabulary: Vocabulary, folded: string, stem: string): readonly string[] {
  const close = vocabulary.findClose(stem)
  return close.length > 0 || stem === folded ? close : vocabulary.findClose(stemOf(folded.slice(0, -1)))
}

const KINDS = Object.keys(FULL_TEXTS) as UnitKind[]

/** In both tables; of several words, those of the rarest. */
export function countUnits(vocabulary: Vocabulary, { stems, parts }: Pick<Term, 'stems' | 'parts'>): number {
  const whole = Math.min(...stems.map(stem => countStem(vocabulary, stem)))
  return parts.length > 1 ? Math.max(whole, ...[Math.min(...parts.map(stem => countStem(vocabulary, stem)))]) : whole
}

function countStem(vocabulary: Vocabulary, stem: string): number {
  return KINDS.reduce((sum, kind) => sum + vocabulary.countUnitsWith(kind, stem), 0)
}

/** As BM25 weighs words: rare ones tell more. */
function weigh(vocabulary: Vocabulary, units: number): number {
  const all = KINDS.reduce((sum, kind) => sum + vocabulary.countUnits(kind), 0)
  return inverseShare(all, units)
}

export function inverseShare(all: number, units: number): number {
  return Math.max(0.05, Math.log(1 + (all - units + 0.5) / (units + 0.5)))
}
