import { isAscii } from '../../text/is-ascii.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { inverseShare } from '../search/plan-terms.ts'
import { isName, looseParts, matchOf, type Term, toTerms } from '../search/terms.ts'
import { cutScripts, hasNoSpaces, isWhole } from './cut-scripts.ts'
import { findDeeds } from './find-deeds.ts'
import { CHAT_WORTH, worthOf } from './word-worth.ts'

/** A word of a prompt that may tell what it is about, and where the project's sessions have it. */
export interface PromptTerm extends Pick<Term, 'runs'> {
  /** As typed, without signs around it. */
  readonly text: string
  /** Of code: `readFile`, `lock.ts`, `E_BUSY`. */
  readonly isName: boolean
  /** How much a find of it tells, 0 to 1: 1 for what stands in one unit of the project alone, and in few of all. */
  readonly weight: number
  /** Units of the project that hold it; undefined where it stands in too many of all to be looked up. */
  readonly units: ReadonlySet<number> | undefined
  /** Units in whose turns something was done with what it names: a file was changed, an error was met. */
  readonly deeds: ReadonlySet<number>
  /** A pair of letters that begins with the last letter of the term before: both are of one word, or of two neighbours. */
  readonly isOverlapping: boolean
}

/** Whose words count. */
export interface TermScope {
  readonly sessions: readonly number[]
  /** Units of prose in them. */
  readonly units: ReadonlySet<number>
  /** Units of prose of all. */
  readonly allUnits: number
}

export function openTermScope({ store }: IndexedKeep, sessions: readonly number[]): TermScope {
  // One value with all numbers comes out of SQLite ten times as fast as a row for each.
  const sql = `SELECT json_group_array(unit) AS units FROM units
    WHERE kind = 'prose' AND session IN (SELECT value FROM json_each(?))`
  const units = JSON.parse(store.get(sql, [JSON.stringify(sessions)])?.units as string) as number[]
  const allUnits = store.get('SELECT count(*) AS units FROM prose_text_docsize')?.units as number
  return { sessions, units: new Set(units), allUnits }
}

/** Words that are asked for: each costs up to 0.2 ms in an index of a gigabyte. */
const MAX_ASKED = 24
/** The rest of a long prompt tells nothing that these do not. */
const MAX_TERMS = 24
/** A word in more units of all than that finds nothing by itself: they are not even counted. */
const MIN_COMMON = 500
const MAX_COMMON = 2000
const COMMON_SHARE = 0.08

/** The telling words of a prompt. Those that nobody in the project ever wrote have no units, and say that it is new. */
export function readPromptTerms(keep: IndexedKeep, words: string, scope: TermScope): readonly PromptTerm[] {
  const pieces = words.split(/\s+/).map(trimSigns)
  const typed = toTerms(isAscii(words) ? pieces : pieces.flatMap(cutScripts)).filter(({ isStop }) => !isStop)
  const limit = Math.round(Math.min(MAX_COMMON, Math.max(MIN_COMMON, scope.allUnits * COMMON_SHARE)))
  const asked = chooseAsked(typed)
  const names = asked.filter(term => isName(term.text) && worthOfTerm(term) > CHAT_WORTH)
  const deeds = findDeeds(keep, names, scope.sessions)
  const known = asked
    .flatMap(term => lookUp(keep, term, limit, (deeds.get(term)?.size ?? 0) > 0))
    .sort((a, b) => Number(isChat(a)) - Number(isChat(b)) || (a.rows?.length ?? limit) - (b.rows?.length ?? limit))
    .slice(0, MAX_TERMS)
  // In the order they were typed, by which neighbours are known.
  const order = new Map(typed.map((term, at) => [term.text, at]))
  const placeOf = ({ term, partOf }: KnownTerm): number => order.get(partOf ?? term.text) ?? 0
  return known
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.part ?? 0) - (b.part ?? 0))
    .map((one, at) => toPromptTerm(one, known[at - 1], deeds.get(one.term) ?? NONE))

  function toPromptTerm(one: KnownTerm, before: KnownTerm | undefined, done: ReadonlySet<number>): PromptTerm {
    const { term, worth, rows, part, partOf } = one
    const units = rows && new Set(rows.filter(unit => scope.units.has(unit)))
    const inAll = Math.max(rows?.length ?? limit * 2, done.size)
    const inProject = Math.max(units?.size ?? (inAll / scope.allUnits) * scope.units.size, done.size)
    const weight = Math.min(rarity(scope.units.size, inProject), rarity(scope.allUnits, inAll)) * worth
    const isPair = partOf !== undefined && hasNoSpaces(term.text)
    return {
      text: term.text,
      runs: term.runs,
      isName: !isPair && isName(partOf ?? term.text),
      weight: isPair ? weight * PAIR_SHARE : weight,
      units,
      deeds: done,
      isOverlapping: isPair && before?.partOf === partOf && before.part === (part ?? 0) - 1,
    }
  }
}

/** A word of a script without spaces has several pairs, and some of them are of two words. */
const PAIR_SHARE = 0.6
const NONE: ReadonlySet<number> = new Set()

/** Of a long text: names and rare words are long ones, as a rule. */
function chooseAsked(terms: readonly Term[]): readonly Term[] {
  if (terms.length <= MAX_ASKED) return terms
  const rankOf = (term: Term): number => worthOfTerm(term) * 20 + Math.min(term.text.length, 20)
  const best = [...terms].sort((a, b) => rankOf(b) - rankOf(a)).slice(0, MAX_ASKED)
  return terms.filter(term => best.includes(term))
}

interface KnownTerm {
  readonly term: Term
  readonly worth: number
  /** Units of all that hold it; undefined: very many. */
  readonly rows: readonly number[] | undefined
  readonly partOf?: string
  /** Which part. */
  readonly part?: number
}

/** A name or path that nobody wrote as it is, and with which nothing was done, may be known by its parts. */
function lookUp(keep: IndexedKeep, term: Term, limit: number, isKnown: boolean): readonly KnownTerm[] {
  const rows = listRows(keep, term, limit)
  const worth = worthOfTerm(term)
  const parts =
    rows?.length === 0 && !isKnown && !isWhole(term.text)
      ? looseParts(term).map(part => ({ part, rows: listRows(keep, part, limit) }))
      : []
  if (parts.every(part => part.rows?.length === 0)) return [{ term, worth, rows }]
  return parts.map(({ part, rows: own }, at) => ({
    term: part,
    worth: worthOfTerm(part),
    rows: own,
    partOf: term.text,
    part: at,
  }))
}

function listRows({ store }: IndexedKeep, { runs }: Term, limit: number): readonly number[] | undefined {
  const sql = `SELECT json_group_array(unit) AS units
    FROM (SELECT rowid AS unit FROM prose_text WHERE prose_text MATCH ? LIMIT ${limit})`
  const units = JSON.parse(store.get(sql, [matchOf(runs)])?.units as string) as number[]
  return units.length < limit ? units : undefined
}

function worthOfTerm({ text, runs }: Term): number {
  return worthOf(text, runs[0]?.stems ?? [])
}

function isChat({ worth }: KnownTerm): boolean {
  return worth <= CHAT_WORTH
}

/**
 * 1 for what stands in one unit, 0 for what stands in all. A word must be rare in the project and rare anywhere: one of the
 * project's own subject stands in all of its sessions, and one of everyday language is rare in a small project by chance.
 */
function rarity(all: number, units: number): number {
  return Math.min(1, inverseShare(all, units) / inverseShare(Math.max(all, 3), 1))
}

/** Signs around a word, as in `(lease)` or `"renew",`. */
function trimSigns(piece: string): string {
  if (isAscii(piece)) return piece.replace(/^[^\w./~@#$-]+|[^\w)/]+$/g, '').replace(/^[-.]+(?=[A-Za-z]+$)/, '')
  return piece.replace(/^[^\p{L}\p{N}_./~@#$-]+|[^\p{L}\p{N}_)/]+$/gu, '').replace(/^[-.]+(?=\p{L}+$)/u, '')
}
