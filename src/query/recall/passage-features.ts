import type { Find, WordFinder } from '../search/find-words.ts'
import type { Passage } from '../search/unit-text.ts'
import type { FoundTurn } from './find-turns.ts'
import type { PromptTerm } from './prompt-terms.ts'

/** What speaks for a turn, each about 0 to 1: what the score is made of. */
export interface Features {
  /** Of the prompt's words, by weight: those that the turn holds. */
  readonly share: number
  /** The same within one stretch of it, as long as a paragraph. */
  readonly near: number
  /** The same in what was answered. */
  readonly answered: number
  /** Weight of what was found, whatever the share: two rare words are more than two of ten. */
  readonly mass: number
  /** How many telling words both have. */
  readonly count: number
  /** Names of code, paths and codes that both have. */
  readonly names: number
  /** Words that follow each other in both. */
  readonly pairs: number
  /** Of the prompt's words, by weight: those that nobody in the project ever wrote. */
  readonly unknown: number
  /** How much better it is than the best of another conversation. */
  readonly lead: number
  /** Share of the project's units that hold as much of the prompt: what is everywhere is no find. */
  readonly crowd: number
  /** The prompt itself speaks of something earlier: "again", "last time". */
  readonly looksBack: number
  /** Few words tell little. */
  readonly brief: number
  /** Said in a subagent's thread. */
  readonly agent: number
}

/** A turn with what was found in it. */
export interface MeasuredTurn extends FoundTurn {
  readonly features: Omit<Features, 'lead' | 'crowd' | 'looksBack' | 'unknown' | 'brief'>
  /** Indexes of the words it holds. */
  readonly matched: ReadonlySet<number>
}

/** Letters of a paragraph. */
const WINDOW_CHARS = 700
/** Beyond so much weight more adds little. */
const MUCH = 5
const MANY = 5
const MAX_GAP = 14

/** What speaks for a turn by itself. */
export function measureTurn(found: FoundTurn, terms: readonly PromptTerm[], finder: WordFinder): MeasuredTurn {
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0) || 1
  const matched = new Set<number>()
  const answered = new Set<number>()
  let near = 0
  const pairs = new Set<number>()
  for (const passage of found.passages) {
    const finds = finder.find(passage.text).filter(({ weight }) => weight > 0)
    for (const { of } of finds) {
      matched.add(of)
      if (isAnswer(passage)) answered.add(of)
    }
    near = Math.max(near, bestWindow(finds))
    for (const pair of findPairs(finds)) pairs.add(pair)
  }
  terms.forEach(({ deeds }, of) => {
    if (deeds.has(found.unit.unit)) matched.add(of)
  })
  const mass = sumOf(matched, terms)
  const names = [...matched].filter(of => terms[of]?.isName && terms[of].weight >= TELLING).length
  return {
    ...found,
    matched,
    features: {
      share: mass / whole,
      near: near / whole,
      answered: sumOf(answered, terms) / whole,
      mass: Math.min(1, mass / MUCH),
      count: Math.min(1, [...matched].filter(of => (terms[of]?.weight ?? 0) >= TELLING).length / MANY),
      names: Math.min(1, names / 2),
      pairs: Math.min(1, pairs.size / 2),
      agent: found.unit.agent === '' ? 0 : 1,
    },
  }
}

/** So much is a word that tells something, and so much a name that nothing else is called. */
const TELLING = 0.25
const SURE_NAME = 0.7

/** What two have in common by chance: the rarest word has 1. */
const MIN_MASS = 1

/** One word that both have is no sign of anything, unless it is the name of something; nor are two that stand everywhere. */
export function hasEnoughWords(matched: Iterable<number>, terms: readonly PromptTerm[]): boolean {
  let telling = 0
  let mass = 0
  for (const at of matched) {
    const { weight = 0, isName = false } = terms[at] ?? {}
    if (isName && weight >= SURE_NAME) return true
    if (weight >= TELLING) telling++
    mass += weight
  }
  return telling > 1 && mass >= MIN_MASS
}

export function isAnswer({ column, role }: Passage): boolean {
  return column === 'answer' || role === 'plan'
}

export function sumOf(indexes: Iterable<number>, terms: readonly PromptTerm[]): number {
  let sum = 0
  for (const at of indexes) sum += terms[at]?.weight ?? 0
  return sum
}

/** Weight of the different words in the stretch that holds most. */
function bestWindow(finds: readonly Find[]): number {
  const inside = new Map<number, number>()
  let sum = 0
  let best = 0
  let first = 0
  for (const find of finds) {
    const times = inside.get(find.of) ?? 0
    if (times === 0) sum += find.weight
    inside.set(find.of, times + 1)
    for (let gone = finds[first]; gone && gone.start < find.end - WINDOW_CHARS; gone = finds[++first]) {
      const left = (inside.get(gone.of) ?? 1) - 1
      inside.set(gone.of, left)
      if (left === 0) sum -= gone.weight
    }
    best = Math.max(best, sum)
  }
  return best
}

/** Words that are neighbours in the prompt, by the first of them, where they nearly follow each other in the text. */
function findPairs(finds: readonly Find[]): Iterable<number> {
  const pairs = new Set<number>()
  for (let at = 1; at < finds.length; at++) {
    const [one, next] = [finds[at - 1] as Find, finds[at] as Find]
    if (next.of === one.of + 1 && next.start - one.end <= MAX_GAP && Math.min(one.weight, next.weight) >= TELLING)
      pairs.add(one.of)
  }
  return pairs
}
