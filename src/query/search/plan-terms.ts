import { isCjk } from '../../text/split-name.ts'
import { wordWithStem } from './spelling.ts'
import { looseParts, matchOf, quoteWords, type Run, type Term } from './terms.ts'
import { KINDS, type Vocabulary } from './vocabulary.ts'

/** A term as the index is asked for it. */
export interface PlannedTerm {
  readonly term: Term
  /** FTS5 expression; alternatives included. */
  readonly match: string
  /** By which it is found again in a text. */
  readonly runs: readonly Run[]
  /** Units that hold it: exact for single words, a guess for several. */
  readonly units: number
  /** What one find of it is worth. */
  readonly weight: number
  /** How it was understood, where nobody wrote it as typed. */
  readonly takenAs: 'typed' | 'spelling' | 'beginning' | 'part' | 'absent'
  /** For parts: the name or path that nobody wrote. */
  readonly partOf?: string
}

/**
 * Asks the index how common each term is. What nobody wrote is taken for the beginning of something longer, for a word
 * that is spelled nearly alike, or, if it is a name or path, for its parts.
 */
export function planTerms(vocabulary: Vocabulary, terms: readonly Term[]): readonly PlannedTerm[] {
  const planned = terms.flatMap(term => planTerm(vocabulary, term))
  const [only] = planned
  return planned.length === 1 && only?.takenAs === 'typed' ? [addMoreCommon(vocabulary, only)] : planned
}

function planTerm(vocabulary: Vocabulary, term: Term): readonly PlannedTerm[] {
  const there = term.runs.filter(run => isThere(vocabulary, run))
  if (there.length > 0) return [planFound(vocabulary, term, there)]
  const longer = findLonger(vocabulary, term)
  if (longer) return [longer]
  const parts = looseParts(term)
  if (parts.length > 0) {
    const found = parts.filter(part => part.runs.some(run => isThere(vocabulary, run)))
    if (found.length === 0) return [absent(vocabulary, term)]
    // Parts that nobody wrote count as missing.
    return parts.map(part => {
      const planned = found.includes(part) ? planFound(vocabulary, part, part.runs) : absent(vocabulary, part)
      return { ...planned, takenAs: found.includes(part) ? 'part' : 'absent', partOf: term.text }
    })
  }
  return [findAlike(vocabulary, term)]
}

function planFound(vocabulary: Vocabulary, term: Term, there: readonly Run[]): PlannedTerm {
  const units = there.reduce((sum, run) => sum + guessUnits(countRun(vocabulary, run), run.stems.length), 0)
  return { term, match: matchOf(there), runs: there, units, weight: weigh(vocabulary, units), takenAs: 'typed' }
}

/** So few units may hold a word by mistake: the same typing error as in the question. */
const RARE = 2
const MUCH_MORE = 10

function addMoreCommon(vocabulary: Vocabulary, planned: PlannedTerm): PlannedTerm {
  const { words = [] } = planned.term.runs[0] ?? {}
  const [word] = words
  if (planned.units > RARE || words.length !== 1 || word === undefined || word.length < 5) return planned
  const close = vocabulary.findClose(word).filter(stem => countStem(vocabulary, stem) >= planned.units * MUCH_MORE)
  const runs = [...planned.runs, ...close.slice(0, 1).map(runOfStem)]
  return { ...planned, runs, match: matchOf(runs) }
}

/** `parseT` for `parseTranscript`, `retry_ex` for `retry_exhausted`. */
function findLonger(vocabulary: Vocabulary, term: Term): PlannedTerm | undefined {
  const [typed] = term.runs
  const last = typed?.words.at(-1)
  if (!typed || last === undefined) return undefined
  if (typed.words.length === 1 && isOneCjk(last)) return planCjk(vocabulary, term, last)
  if (typed.words.length > 1) {
    // A single letter would begin everything.
    const match = `${quoteWords(typed.words)} *`
    if (last.length < 2 || !vocabulary.hasMatch(match)) return undefined
    const units = countRun(vocabulary, { words: [], stems: typed.stems.slice(0, -1) })
    const runs = [{ words: typed.words, stems: typed.stems.slice(0, -1) }]
    return { term, match, runs, units, weight: weigh(vocabulary, Math.min(units, 3)), takenAs: 'beginning' }
  }
  const runs = vocabulary.findLonger(last).map(runOfStem)
  if (runs.length === 0) return undefined
  const units = runs.reduce((sum, run) => sum + countRun(vocabulary, run), 0)
  return { term, match: matchOf(runs), runs, units, weight: weigh(vocabulary, units), takenAs: 'beginning' }
}

function isOneCjk(word: string): boolean {
  const code = word.codePointAt(0) as number
  return isCjk(code) && word.length === String.fromCodePoint(code).length
}

/** A run is indexed as pairs of letters: a letter of it is the beginning of one, unless it is the last. */
function planCjk(vocabulary: Vocabulary, term: Term, letter: string): PlannedTerm | undefined {
  const match = `${quoteWords([letter])} *`
  if (!vocabulary.hasMatch(match)) return undefined
  const runs = [{ words: [letter], stems: [letter] }]
  const units = vocabulary.countUnits('prose')
  return {
    term,
    match,
    runs,
    units: Math.max(1, Math.ceil(units / 10)),
    weight: weigh(vocabulary, 1),
    takenAs: 'typed',
  }
}

function findAlike(vocabulary: Vocabulary, term: Term): PlannedTerm {
  const [word] = term.runs[0]?.words ?? []
  const runs = word === undefined ? [] : vocabulary.findClose(word).map(runOfStem)
  if (runs.length === 0) return absent(vocabulary, term)
  const units = runs.reduce((sum, run) => sum + countRun(vocabulary, run), 0)
  return { term, match: matchOf(runs), runs, units, weight: weigh(vocabulary, units), takenAs: 'spelling' }
}

function absent(vocabulary: Vocabulary, term: Term): PlannedTerm {
  return { term, match: matchOf(term.runs), runs: [], units: 0, weight: weigh(vocabulary, 0), takenAs: 'absent' }
}

function runOfStem(stem: string): Run {
  return { words: [wordWithStem(stem)], stems: [stem] }
}

function isThere(vocabulary: Vocabulary, run: Run): boolean {
  if (countRun(vocabulary, run) === 0) return false
  return run.words.length === 1 || vocabulary.hasMatch(quoteWords(run.words))
}

/** Of several words, those of the rarest. */
function countRun(vocabulary: Vocabulary, { stems }: Run): number {
  return Math.min(...stems.map(stem => countStem(vocabulary, stem)))
}

function countStem(vocabulary: Vocabulary, stem: string): number {
  return KINDS.reduce((sum, kind) => sum + vocabulary.countUnitsWith(kind, stem), 0)
}

/** As BM25 weighs words: rare ones tell more. */
function weigh(vocabulary: Vocabulary, units: number): number {
  const all = KINDS.reduce((sum, kind) => sum + vocabulary.countUnits(kind), 0)
  return inverseShare(all, units)
}

/** Words that follow each other stand in fewer units than the rarest of them: about a tenth. */
export function guessUnits(rarest: number, words: number): number {
  return rarest === 0 ? 0 : words < 2 ? rarest : Math.ceil(rarest / 10)
}

export function inverseShare(all: number, units: number): number {
  return Math.max(0.05, Math.log(1 + (all - units + 0.5) / (units + 0.5)))
}
