import type { TextColumn } from '../../model/text-column.ts'
import type { SqlValue } from '../../store/define-table.ts'
import { FULL_TEXTS, type UnitKind } from '../../store/full-text.ts'
import type { Row, Store } from '../../store/store.ts'
import { guessUnits, inverseShare, type PlannedTerm } from './plan-terms.ts'
import { stemOf } from './stems.ts'
import { quoteWords, STOP_WORDS } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A unit that holds some of what is looked for. */
export interface UnitMatch {
  readonly unit: number
  readonly session: number
  readonly agent: string
  readonly kind: UnitKind
  readonly number: number
  readonly firstTurn: number
  readonly lastTurn: number
  readonly firstEntry: number
  readonly lastEntry: number
  readonly firstAt: number | undefined
  readonly at: number | undefined
  readonly chars: number
  /** How much of what was asked for it holds, 0 to about 1, before anything else is taken into account. */
  score: number
  /** The most exact way in which all words were found in it. */
  fit: 'phrase' | 'near' | 'all' | 'some'
}

export interface MatchRequest {
  readonly terms: readonly PlannedTerm[]
  /** Every word typed, in order, for the exact wording. */
  readonly wording: readonly string[]
  readonly phrases: readonly (readonly string[])[]
  readonly without: readonly (readonly string[])[]
  /** Only units in these sessions. */
  readonly sessions: readonly number[] | undefined
  readonly columns: readonly TextColumn[] | undefined
  readonly kinds: readonly UnitKind[]
  /** Epoch milliseconds, end exclusive; an open side is undefined. */
  readonly time: { readonly from: number | undefined; readonly to: number | undefined }
  readonly limit: number
}

/** Tuned on bench/retrieval: docs/search.md has the figures. */
export const MATCHING: {
  readonly weights: { readonly [Column in TextColumn]: number }
  readonly maxRows: number
  readonly maxRowsBeside: number
  readonly maxPairs: number
  readonly maxPairRows: number
  /** What words that stand side by side, as in the question, add to what they count alone. */
  readonly pairs: { readonly [Kind in UnitKind]: number }
  readonly nearWords: number
} = {
  /** What a find in each column counts. Tool output repeats everything: it must not drown what people said. */
  weights: { prompt: 2.5, answer: 2, thinking: 1, note: 1.2, input: 1.2, output: 0.5 },
  /** Rows to rank: about 2 µs each. Rarer words come first, so that what is left out is what tells least. */
  maxRows: 4000,
  /** The same for tool calls where prose has enough. */
  maxRowsBeside: 2000,
  maxPairs: 12,
  /** Of the rarer of the two words: side by side, common ones tell little and cost much. */
  maxPairRows: 2000,
  pairs: { prose: 0.3, tool: 1 },
  nearWords: 15,
}

/**
 * From exact to loose: where enough units hold all words, only those are ranked; else those that hold some come with
 * them, and how much of the index is ranked for that depends on whether anything exact was found. Finding rows costs a
 * tenth of ranking them.
 */
export function matchUnits(store: Store, vocabulary: Vocabulary, request: MatchRequest): UnitMatch[] {
  const searches = request.kinds.flatMap(kind => prepare(store, vocabulary, kind, request) ?? [])
  const exact = searches.map(findExact)
  const hasExact = exact.some(({ fits }) => fits.size > 0)
  const found: UnitMatch[] = []
  searches.forEach((search, at) => {
    const { fits, tightest } = exact[at] as ExactUnits
    const isBeside = found.length >= SOME || hasExact
    const matches = tightest ? rankOnly(search, tightest) : rankLoosely(search, vocabulary, isBeside, fits)
    for (const match of matches.values()) match.fit = fits.get(match.unit) ?? match.fit
    found.push(...matches.values())
  })
  return found
}

/** Units that fit so well that looser ones would not come before them. */
const ENOUGH = 100
/** So many in prose, and only rarer words are looked for in tool calls too. */
const SOME = 10
const MAX_EXACT = 1000

/** A question as one table is asked it. */
interface Search {
  readonly context: Context
  /** Quoted phrases, which must all be there. */
  readonly must: readonly string[]
  readonly measured: readonly Measured[]
  /** Rarest first. */
  readonly present: readonly Measured[]
  /** What a unit with everything would score. */
  readonly whole: number
}

function prepare(store: Store, vocabulary: Vocabulary, kind: UnitKind, request: MatchRequest): Search | undefined {
  const columns = FULL_TEXTS[kind].columns as readonly TextColumn[]
  const asked = request.columns ? columns.filter(column => request.columns?.includes(column)) : columns
  if (asked.length === 0) return undefined
  const all = vocabulary.countUnits(kind)
  const measured = request.terms.map(planned => {
    const units = countIn(vocabulary, kind, planned)
    return { planned, units, weight: inverseShare(all, units) }
  })
  return {
    context: { store, kind, asked: asked.length === columns.length ? undefined : asked, request },
    must: request.phrases.map(quoteWords),
    measured,
    present: measured.filter(({ units }) => units > 0).sort((a, b) => a.units - b.units),
    whole: measured.reduce((sum, { weight }) => sum + weight * SATURATION, 0) || 1,
  }
}

interface ExactUnits {
  readonly fits: ReadonlyMap<number, UnitMatch['fit']>
  /** The most exact expression that gives enough units by itself. */
  readonly tightest: string | undefined
}

function findExact({ context, must, measured, present }: Search): ExactUnits {
  const fits = new Map<number, UnitMatch['fit']>()
  const { wording, terms } = context.request
  if (terms.length === 0 && must.length > 0) return { fits, tightest: must.join(' AND ') }
  if (present.length < measured.length || measured.length === 0) return { fits, tightest: undefined }
  const runs = present.map(({ planned }) => planned.runs[0]?.words ?? [])
  const steps: readonly (readonly [fit: UnitMatch['fit'], match: string | undefined])[] = [
    // One word alone is found by the loose search as well.
    ['all', measured.length > 1 ? present.map(({ planned }) => planned.match).join(' AND ') : undefined],
    ['near', runs.length > 1 && runs.length <= MAX_NEAR ? nearOf(runs) : undefined],
    ['phrase', wording.length > 1 && wording.length <= MAX_WORDING ? quoteWords(wording) : undefined],
  ]
  let tightest: string | undefined
  for (const [fit, match] of steps) {
    if (match === undefined) continue
    const expression = [...must, match].join(' AND ')
    const units = listUnits(context, expression, fits.keys())
    for (const unit of units) fits.set(unit, fit)
    if (units.length >= ENOUGH) tightest = expression
    if (units.length === 0 && fit === 'all') break
  }
  return { fits, tightest }
}

function nearOf(runs: readonly (readonly string[])[]): string {
  return `NEAR(${runs.map(quoteWords).join(' ')}, ${MATCHING.nearWords})`
}

function rankOnly({ context, whole, measured }: Search, expression: string): ReadonlyMap<number, UnitMatch> {
  const found = new Map<number, UnitMatch>()
  collect(found, context, expression, measured.length === 0 ? 'phrase' : 'all', whole)
  return found
}

function rankLoosely(
  { context, must, measured, present, whole }: Search,
  vocabulary: Vocabulary,
  isBeside: boolean,
  fits: ExactUnits['fits'],
): ReadonlyMap<number, UnitMatch> {
  const found = new Map<number, UnitMatch>()
  const { wording } = context.request
  const chosen = withinBudget(present, isBeside ? MATCHING.maxRowsBeside : MATCHING.maxRows, !isBeside)
  if (chosen.length > 0) {
    const isOneWord = measured.length === 1 && wording.length < 2
    const loose = chosen.map(({ planned }) => planned.match).join(' OR ')
    collect(found, context, [...must, `(${loose})`].join(' AND '), isOneWord ? 'phrase' : 'some', whole)
  }
  const pairs = chosen.length > 0 ? pairsOf(vocabulary, context.kind, wording).map(quoteWords) : []
  if (pairs.length > 0) {
    addPairs(found, context, [...must, `(${pairs.join(' OR ')})`].join(' AND '), whole / MATCHING.pairs[context.kind])
  }
  // What was quoted may stand where none of the other words do.
  if (must.length > 0) collect(found, context, must.join(' AND '), 'some', whole)
  const missing = [...fits.keys()].filter(unit => !found.has(unit))
  if (missing.length > MAX_UNRANKED) {
    const all = [...must, ...present.map(({ planned }) => planned.match)].join(' AND ')
    collect(found, context, all, 'all', whole)
  } else for (const match of readUnits(context, missing)) found.set(match.unit, match)
  return found
}

/** So few are not worth ranking, which costs ten times what finding them did: they hold everything, and shorter is better. */
const MAX_UNRANKED = 20

function readUnits(context: Context, units: readonly number[]): readonly UnitMatch[] {
  if (units.length === 0) return []
  const sql = 'SELECT *, 0 AS score FROM units WHERE unit IN (SELECT value FROM json_each(?))'
  return context.store.all(sql, [JSON.stringify(units)]).map(row => {
    const match = toMatch(row, 'all', 1)
    return { ...match, score: 0.5 + 0.3 / (1 + match.chars / 2000) }
  })
}

/** Neighbours in the question that may be neighbours in a text: of a sentence, a part is often a name or a command. */
function pairsOf(vocabulary: Vocabulary, kind: UnitKind, wording: readonly string[]): readonly (readonly string[])[] {
  const pairs: { readonly words: readonly string[]; readonly units: number }[] = []
  for (let at = 0; at + 1 < wording.length; at++) {
    const words = wording.slice(at, at + 2)
    if (words.every(word => STOP_WORDS.has(word))) continue
    const units = Math.min(...words.map(word => vocabulary.countUnitsWith(kind, stemOf(word))))
    if (units > 0 && units <= MATCHING.maxPairRows) pairs.push({ words, units })
  }
  return pairs
    .sort((a, b) => a.units - b.units)
    .slice(0, MATCHING.maxPairs)
    .map(({ words }) => words)
}

/** BM25 gives at most so much of a word's weight: k1 + 1. */
const SATURATION = 2.2
const MAX_NEAR = 8
const MAX_WORDING = 16

interface Measured {
  readonly planned: PlannedTerm
  readonly units: number
}

/** The rarest words that fit into so many rows; the first one in any case, where nothing else was found. */
function withinBudget(present: readonly Measured[], maxRows: number, isFirstSure: boolean): readonly Measured[] {
  let rows = 0
  return present.filter(({ units }, at) => {
    rows += units
    return rows <= maxRows || (at === 0 && isFirstSure)
  })
}

function countIn(vocabulary: Vocabulary, kind: UnitKind, { runs }: PlannedTerm): number {
  const counts = runs.map(({ stems }) => {
    return guessUnits(Math.min(...stems.map(stem => vocabulary.countUnitsWith(kind, stem))), stems.length)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

interface Context {
  readonly store: Store
  readonly kind: UnitKind
  readonly asked: readonly TextColumn[] | undefined
  readonly request: MatchRequest
}

/** What a unit holds side by side counts beside what it holds at all. */
function addPairs(found: Map<number, UnitMatch>, context: Context, match: string, whole: number): void {
  for (const row of ask(context, match)) {
    const known = found.get(row.unit as number)
    const match = toMatch(row, 'some', whole)
    if (known) known.score += match.score
    else found.set(match.unit, match)
  }
}

/** Runs one expression; what is known already stays. */
function collect(
  found: Map<number, UnitMatch>,
  context: Context,
  match: string,
  fit: UnitMatch['fit'],
  whole: number,
): void {
  for (const row of ask(context, match)) {
    if (!found.has(row.unit as number)) found.set(row.unit as number, toMatch(row, fit, whole))
  }
}

function toMatch(row: Row, fit: UnitMatch['fit'], whole: number): UnitMatch {
  return { ...toUnit(row), score: Math.max(0, -(row.score as number)) / whole, fit }
}

/** A row of `units`, of which nothing is known yet but where it is. */
export function toUnit(row: Row): UnitMatch {
  return {
    unit: row.unit as number,
    session: row.session as number,
    agent: row.agent as string,
    kind: row.kind as UnitKind,
    number: row.number as number,
    firstTurn: row.first_turn as number,
    lastTurn: row.last_turn as number,
    firstEntry: row.first_entry as number,
    lastEntry: row.last_entry as number,
    firstAt: (row.first_at as number | null) ?? undefined,
    at: (row.at as number | null) ?? undefined,
    chars: row.chars as number,
    score: 0,
    fit: 'some',
  }
}

/**
 * Units that hold what is asked for, as they come: nothing is ranked. They are among those known, where there are some:
 * the index then looks only between the first and the last of them.
 */
function listUnits(context: Context, match: string, known: Iterable<number>): readonly number[] {
  const { name } = FULL_TEXTS[context.kind]
  const { sql, values } = conditions(context, match)
  const all = [...known]
  const between = all.length === 0 ? '' : ` AND ${name}.rowid BETWEEN ? AND ?`
  const rows = context.store.all(
    `SELECT ${name}.rowid AS unit FROM ${name}${sql.includes('u.') ? ` CROSS JOIN units AS u ON u.unit = ${name}.rowid` : ''}
     WHERE ${sql}${between} LIMIT ${MAX_EXACT}`,
    all.length === 0 ? values : [...values, Math.min(...all), Math.max(...all)],
  )
  return rows.map(row => row.unit as number)
}

function ask(context: Context, match: string): readonly Row[] {
  const { name, columns } = FULL_TEXTS[context.kind]
  const weights = columns.map(column => MATCHING.weights[column]).join(', ')
  const { sql, values } = conditions(context, match)
  // BM25 is worked out for those rows alone that all conditions leave.
  return context.store.all(
    `SELECT u.unit, u.session, u.agent, u.kind, u.number, u.first_turn, u.last_turn, u.first_entry, u.last_entry, u.first_at, u.at, u.chars,
       bm25(${name}, ${weights}) AS score
     FROM ${name} CROSS JOIN units AS u ON u.unit = ${name}.rowid
     WHERE ${sql} ORDER BY score LIMIT ${context.request.limit}`,
    values,
  )
}

const MAX_WITHOUT = 200

function anyOf(runs: readonly (readonly string[])[]): string {
  return [...new Set(runs.map(quoteWords))].slice(0, MAX_WITHOUT).join(' OR ')
}

/** Units that hold a word which must not be there. */
export function withoutUnits(store: Store, without: MatchRequest['without']): ReadonlySet<number> {
  if (without.length === 0) return new Set()
  const match = anyOf(without)
  const tables = Object.values(FULL_TEXTS)
  return new Set(
    tables.flatMap(({ name }) =>
      store.all(`SELECT rowid AS unit FROM ${name} WHERE ${name} MATCH ?`, [match]).map(row => row.unit as number),
    ),
  )
}

function conditions({ kind, asked, request }: Context, match: string): { sql: string; values: readonly SqlValue[] } {
  const without = request.without.length === 0 ? '' : ` NOT (${anyOf(request.without)})`
  const values: SqlValue[] = [asked ? `{${asked.join(' ')}} : (${match}${without})` : `(${match})${without}`]
  const sql = [`${FULL_TEXTS[kind].name} MATCH ?`]
  if (request.sessions) {
    sql.push('u.session IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(request.sessions))
  }
  for (const [at, sign] of [
    [request.time.from, 'u.at >='],
    [request.time.to, 'u.first_at <'],
  ] as const) {
    if (at === undefined) continue
    sql.push(`${sign} ?`)
    values.push(at)
  }
  return { sql: sql.join(' AND '), values }
}
