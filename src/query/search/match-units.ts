import type { TextColumn } from '../../model/text-column.ts'
import type { SqlValue } from '../../store/define-table.ts'
import { FULL_TEXTS, type UnitKind } from '../../store/full-text.ts'
import type { Row, Store } from '../../store/store.ts'
import { inverseShare, type PlannedTerm } from './plan-terms.ts'
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
  /** What words that stand side by side, as in the question, add to what they count alone. */
  readonly pairs: { readonly [Kind in UnitKind]: number }
  readonly nearWords: number
} = {
  /** What a find in each column counts. Tool output repeats everything: it must not drown what people said. */
  weights: { prompt: 2.5, answer: 2, thinking: 1, note: 1.2, input: 1.2, output: 0.5 },
  /** Rows to rank: about 2 µs each. Rarer words come first, so that what is left out is what tells least. */
  maxRows: 10_000,
  /** The same for tool calls where prose has enough. */
  maxRowsBeside: 4000,
  maxPairs: 12,
  pairs: { prose: 0.3, tool: 1 },
  nearWords: 15,
}

/** From exact to loose: each step is taken only where those above left room. Prose first, as it decides. */
export function matchUnits(store: Store, vocabulary: Vocabulary, request: MatchRequest): UnitMatch[] {
  const found: UnitMatch[] = []
  for (const kind of request.kinds) {
    const maxRows = found.length >= ENOUGH ? MATCHING.maxRowsBeside : MATCHING.maxRows
    found.push(...matchKind(store, vocabulary, kind, request, maxRows))
  }
  return found
}

/** Units that fit so well that looser ones would not come before them. */
const ENOUGH = 100

function matchKind(
  store: Store,
  vocabulary: Vocabulary,
  kind: UnitKind,
  request: MatchRequest,
  maxRows: number,
): UnitMatch[] {
  const columns = FULL_TEXTS[kind].columns as readonly TextColumn[]
  const asked = request.columns ? columns.filter(column => request.columns?.includes(column)) : columns
  if (asked.length === 0) return []
  const all = vocabulary.countUnits(kind)
  const measured = request.terms.map(planned => {
    const units = countIn(vocabulary, kind, planned)
    return { planned, units, weight: inverseShare(all, units) }
  })
  const present = measured.filter(({ units }) => units > 0).sort((a, b) => a.units - b.units)
  const whole = measured.reduce((sum, { weight }) => sum + weight * SATURATION, 0)
  const context = { store, kind, asked: asked.length === columns.length ? undefined : asked, request }
  const must = request.phrases.map(quoteWords)
  const found = new Map<number, UnitMatch>()
  const isWhole = present.length === measured.length && measured.length > 0
  if (measured.length === 0 && must.length > 0) collect(found, context, must, 'phrase', 1)
  if (isWhole && request.wording.length > 1 && request.wording.length <= MAX_WORDING) {
    collect(found, context, [...must, quoteWords(request.wording)], 'phrase', whole)
  }
  if (isWhole && measured.length > 1) {
    const runs = present.map(({ planned }) => planned.runs[0]?.words ?? [])
    if (runs.length <= MAX_NEAR) {
      collect(
        found,
        context,
        [...must, `NEAR(${runs.map(quoteWords).join(' ')}, ${MATCHING.nearWords})`],
        'near',
        whole,
      )
    }
    if (found.size < ENOUGH) {
      collect(found, context, [...must, ...present.map(({ planned }) => planned.match)], 'all', whole)
    }
  }
  const chosen = withinBudget(present, maxRows)
  if (found.size < ENOUGH && chosen.length > 0) {
    const loose = chosen.map(({ planned }) => planned.match).join(' OR ')
    const isExact = isWhole && measured.length === 1 && request.wording.length < 2
    collect(found, context, [...must, `(${loose})`], isExact ? 'phrase' : 'some', whole)
    const pairs = pairsOf(vocabulary, kind, request.wording).map(quoteWords)
    if (pairs.length > 0) addPairs(found, context, [...must, `(${pairs.join(' OR ')})`], whole / MATCHING.pairs[kind])
  }
  return [...found.values()]
}

/** Neighbours in the question that may be neighbours in a text: of a sentence, a part is often a name or a command. */
function pairsOf(vocabulary: Vocabulary, kind: UnitKind, wording: readonly string[]): readonly (readonly string[])[] {
  const pairs: { readonly words: readonly string[]; readonly units: number }[] = []
  for (let at = 0; at + 1 < wording.length; at++) {
    const words = wording.slice(at, at + 2)
    if (words.some(word => STOP_WORDS.has(word))) continue
    const counts = words.map(word => vocabulary.countUnitsWith(kind, stemOf(word)))
    const units = Math.min(...counts)
    if (units > 0 && Math.max(...counts) <= MATCHING.maxRows) pairs.push({ words, units })
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

function withinBudget(present: readonly Measured[], maxRows: number): readonly Measured[] {
  let rows = 0
  return present.filter(({ units }, at) => {
    rows += units
    return rows <= maxRows || (at === 0 && maxRows === MATCHING.maxRows)
  })
}

function countIn(vocabulary: Vocabulary, kind: UnitKind, { runs }: PlannedTerm): number {
  const counts = runs.map(({ stems }) => Math.min(...stems.map(stem => vocabulary.countUnitsWith(kind, stem))))
  return counts.reduce((sum, count) => sum + count, 0)
}

interface Context {
  readonly store: Store
  readonly kind: UnitKind
  readonly asked: readonly TextColumn[] | undefined
  readonly request: MatchRequest
}

const FITS = ['some', 'all', 'near', 'phrase'] as const

/** What a unit holds side by side counts beside what it holds at all. */
function addPairs(found: Map<number, UnitMatch>, context: Context, parts: readonly string[], whole: number): void {
  for (const row of ask(context, parts.join(' AND '))) {
    const known = found.get(row.unit as number)
    const match = toMatch(context, row, 'some', whole)
    if (known) known.score += match.score
    else found.set(match.unit, match)
  }
}

/** Runs one expression; what is known already only becomes more exact. */
function collect(
  found: Map<number, UnitMatch>,
  context: Context,
  parts: readonly string[],
  fit: UnitMatch['fit'],
  whole: number,
): void {
  for (const row of ask(context, parts.join(' AND '))) {
    const known = found.get(row.unit as number)
    if (known) {
      if (FITS.indexOf(fit) > FITS.indexOf(known.fit)) known.fit = fit
      continue
    }
    found.set(row.unit as number, toMatch(context, row, fit, whole))
  }
}

function toMatch({ kind }: Context, row: Row, fit: UnitMatch['fit'], whole: number): UnitMatch {
  return {
    unit: row.unit as number,
    session: row.session as number,
    agent: row.agent as string,
    kind,
    number: row.number as number,
    firstTurn: row.first_turn as number,
    lastTurn: row.last_turn as number,
    firstEntry: row.first_entry as number,
    lastEntry: row.last_entry as number,
    at: (row.at as number | null) ?? undefined,
    chars: row.chars as number,
    score: Math.max(0, -(row.score as number)) / whole,
    fit,
  }
}

function ask({ store, kind, asked, request }: Context, match: string) {
  const { name, columns } = FULL_TEXTS[kind]
  const without = request.without.map(words => ` NOT ${quoteWords(words)}`).join('')
  const expression = asked ? `{${asked.join(' ')}} : (${match}${without})` : `(${match})${without}`
  const weights = columns.map(column => MATCHING.weights[column]).join(', ')
  const values: SqlValue[] = [expression]
  const inSessions = request.sessions ? ' AND u.session IN (SELECT value FROM json_each(?))' : ''
  if (request.sessions) values.push(JSON.stringify(request.sessions))
  const { from, to } = request.time
  const inTime = `${from === undefined ? '' : ' AND u.at >= ?'}${to === undefined ? '' : ' AND u.at < ?'}`
  values.push(...[from, to].filter(at => at !== undefined))
  // BM25 is worked out for those rows alone that all conditions leave: it costs ten times what finding them does.
  return store.all(
    `SELECT u.unit, u.session, u.agent, u.number, u.first_turn, u.last_turn, u.first_entry, u.last_entry, u.at, u.chars,
       bm25(${name}, ${weights}) AS score
     FROM ${name} CROSS JOIN units AS u ON u.unit = ${name}.rowid
     WHERE ${name} MATCH ?${inSessions}${inTime} ORDER BY score LIMIT ${request.limit}`,
    values,
  )
}
