import type { Hit, HitCategory, HitPlace } from './redaction.ts'
import type { RuleRank } from './rule.ts'

/**
 * Where a value is searched: `anywhere`, even inside a longer word; as a whole `word`; or only in its own `context`,
 * where a rule finds it again, because it is too short or too common to be taken out of every text.
 */
export type Reach = 'anywhere' | 'word' | 'context'

/** How a value is called and why, as a rule or the engine says. */
export interface Naming {
  readonly rule: string
  readonly category: HitCategory
  readonly weight: number
}

/** A value that is taken out. The engine's own record, filled while the first pass goes on. */
export interface FoundValue {
  value: string
  naming: Naming
  reach: Reach
  /** Letters in either case are the same value. */
  isAnyCase: boolean
  /** Set for what is not `‹rule-1›`. */
  fixedPlaceholder: string | undefined
  /** Whose home folder it is. */
  owner: FoundValue | undefined
  /** Other ways to write it, such as the lines of a key. */
  readonly aliases: Set<string>
  placeholder: string
  count: number
  readonly places: HitPlace[]
  context: string
  contextAt: number
}

/** Between two that meet the heavier one gives the name. */
export function weigh(category: HitCategory, rank: RuleRank): number {
  if (category === 'secret') return rank === 'shape' ? 9 : rank === 'named' ? 8 : 4
  if (category === 'word') return 7
  if (category === 'id') return rank === 'shape' ? 6 : rank === 'named' ? 5.5 : 3
  return rank === 'shape' ? 5 : rank === 'named' ? 4.5 : 2
}

export const HOME: Naming = { rule: 'home-folder', category: 'person', weight: 4.8 }
export const USER: Naming = { rule: 'user', category: 'person', weight: 2 }
export const HOST: Naming = { rule: 'host', category: 'person', weight: 3 }
export const WORD: Naming = { rule: 'word', category: 'word', weight: 7 }

/** Names the engine gives by itself. */
export const OWN_NAMES: readonly string[] = [USER.rule, HOST.rule, WORD.rule]

/** How far a value found by a rule is searched for. */
export function reachOf(value: string, category: HitCategory): Reach {
  const length = value.length
  if (category === 'person') return length >= 6 ? 'word' : 'context'
  if (category === 'id') return length >= 20 ? 'anywhere' : length >= 12 ? 'word' : 'context'
  if (length >= 16) return /^(.)\1*$/.test(value) ? 'context' : 'anywhere'
  if (length < 8 || !isMixed(value)) return 'context'
  return length >= 12 ? 'anywhere' : 'word'
}

/** More than one word of letters, or only a number: what is unlikely to stand anywhere by chance. */
function isMixed(value: string): boolean {
  const hasLetter = /\p{L}/u.test(value)
  if (hasLetter && /\d/.test(value)) return true
  if (hasLetter && /[^\p{L}\d\s._/:\\-]/u.test(value)) return true
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(value)
}

const MAX_PLACES = 5
const AROUND = 60

export function createFoundValue(value: string, naming: Naming, reach: Reach): FoundValue {
  return {
    value: copyText(value),
    naming,
    reach,
    isAnyCase: false,
    fixedPlaceholder: naming === HOME ? '~' : undefined,
    owner: undefined,
    aliases: new Set(),
    placeholder: '',
    count: 0,
    places: [],
    context: '',
    contextAt: 0,
  }
}

/** Counts a value once more, and remembers where it was met first. */
export function note(found: FoundValue, place: HitPlace, text: string, start: number, end: number): void {
  found.count++
  if (found.places.length < MAX_PLACES) found.places.push(place)
  if (found.count > 1) return
  const from = lineStart(text, start)
  found.context = copyText(text.slice(from, Math.min(text.length, Math.min(end, start + 400) + AROUND)))
  found.contextAt = start - from
}

function lineStart(text: string, start: number): number {
  const first = Math.max(0, start - AROUND)
  // Of a line without end only what stands near is looked at.
  const line = text.slice(first, start).lastIndexOf('\n')
  return line < 0 ? first : first + line + 1
}

/** A slice keeps the whole text it was cut from in memory; this does not. */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}

export function toHit(found: FoundValue): Hit {
  const { naming, placeholder, value, count, places, context, contextAt } = found
  const { rule, category } = naming
  return { rule, category, placeholder, value, masked: mask(value), count, places, context, contextAt }
}

/** Enough to recognise the value, too little to use it. */
export function mask(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ')
  if (line.length < 6) return '…'
  const shown = Math.min(4, Math.floor(line.length / 5))
  const last = line.length >= 16 ? 2 : 0
  return `${line.slice(0, shown)}…${last === 0 ? '' : line.slice(-last)}`
}
