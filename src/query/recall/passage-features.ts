import type { Find, WordFinder } from '../search/find-words.ts'
import type { Passage } from '../search/unit-text.ts'
import type { FoundTurn } from './find-turns.ts'
import type { PromptTerm } from './prompt-terms.ts'
import { countWords, sumOf, TELLING } from './term-weight.ts'

/** What speaks for a turn, each about 0 to 1: what the score is made of. */
export interface Features {
  /** Of the prompt's words, by weight: those that the turn holds. */
  readonly share: number
  /** The same within one stretch of it, as long as a paragraph. */
  readonly near: number
  /** The same within one sentence that says what was decided, or what is never done; 0 where it does not. */
  readonly settled: number
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
  /** How much better it is than the best of another conversation. */
  readonly lead: number
  /** Share of the project's units that hold as much of the prompt: what is everywhere is no find. */
  readonly crowd: number
  /** The prompt itself speaks of something earlier: "again", "last time". */
  readonly looksBack: number
  /** It says that something is wrong. */
  readonly complains: number
  /** It wants something new made: "add", "let people". */
  readonly orders: number
  /** Few words tell little. */
  readonly brief: number
  /** Said in a subagent's thread. */
  readonly agent: number
}

/** What is said of the prompt, the same for every turn. */
export type PromptFeatures = Pick<Features, 'looksBack' | 'complains' | 'orders' | 'brief'>

/** A turn with what was found in it. */
export interface MeasuredTurn extends FoundTurn {
  readonly features: Omit<Features, 'lead' | 'crowd' | keyof PromptFeatures>
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
  let together = 0
  let settled = false
  const pairs = new Set<number>()
  for (const passage of found.passages) {
    const finds = finder.find(passage.text).filter(({ weight }) => weight > 0)
    for (const { of } of finds) {
      matched.add(of)
      if (isAnswer(passage)) answered.add(of)
    }
    near = Math.max(near, bestWindow(finds))
    const sentence = bestSentence(finds, passage.text)
    if (sentence.weight > together) {
      together = sentence.weight
      settled = SETTLES.test(sentenceAround(passage.text, sentence))
    }
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
      settled: settled ? together / whole : 0,
      answered: sumOf(answered, terms) / whole,
      mass: Math.min(1, mass / MUCH),
      count: Math.min(1, countWords(matched, terms) / MANY),
      names: Math.min(1, names / 2),
      pairs: Math.min(1, pairs.size / 2),
      agent: found.unit.agent === '' ? 0 : 1,
    },
  }
}

export function isAnswer({ column, role }: Passage): boolean {
  return column === 'answer' || role === 'plan'
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

const SENTENCE_END = /[.!?;:]\s|[\n。！？；]/

interface Sentence {
  readonly weight: number
  readonly start: number
  readonly end: number
}

/** The sentence that holds most, by the weight of its different words, from the first of them to the last. */
function bestSentence(finds: readonly Find[], text: string): Sentence {
  let best: Sentence = { weight: 0, start: 0, end: 0 }
  let now: Sentence = best
  let inside = new Set<number>()
  finds.forEach(({ start, end, of, weight }, at) => {
    const before = finds[at - 1]?.end ?? start
    if (at === 0 || (start > before && SENTENCE_END.test(text.slice(before, start)))) {
      inside = new Set()
      now = { weight: 0, start, end }
    }
    now = { ...now, end, weight: now.weight + (inside.has(of) ? 0 : weight) }
    inside.add(of)
    if (now.weight > best.weight) best = now
  })
  return best
}

const MAX_SENTENCE = 240

function sentenceAround(text: string, { start, end }: Sentence): string {
  const before =
    text
      .slice(Math.max(0, start - MAX_SENTENCE), start)
      .split(SENTENCE_END)
      .at(-1) ?? ''
  const [after = ''] = text.slice(end, end + MAX_SENTENCE).split(SENTENCE_END, 1)
  return before + text.slice(start, end) + after
}

/** What was chosen, or ruled out. */
const SETTLES =
  /\b(?:decid\w+|decision|chose|settled|agreed|never|always|must|against|instead of|not worth|rather than|no longer|only|nothing else|entschieden|nie|immer|nur|statt)\b|決め|必ず|统一|只/i

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
