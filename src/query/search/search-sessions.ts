/**
 * search/ answers a question typed by a person: words, a sentence, a name, a path, an error. Lexical throughout: what is
 * found can be pointed at. It asks the index for units, ranks the sessions they stand in, shows each conversation once,
 * and cuts what it shows from the archive.
 */
import type { Marks } from '../../archive/marks.ts'
import type { UnitKind } from '../../store/full-text.ts'
import { listGone } from '../../store/gone-sessions.ts'
import { head } from '../../text/head.ts'
import { findDates } from '../../time/parse-moment.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import type { SessionLimits } from '../session-limits.ts'
import { type SearchAnswer, type SearchHit, STEPS, type Step } from './answer.ts'
import { createHitBuilder } from './build-hit.ts'
import { type Conversation, collapseCopies } from './copies.ts'
import { readCoverage } from './coverage.ts'
import { dateTest } from './date-test.ts'
import { deepHits, isWhole } from './deep-scan.ts'
import { type FactHint, findFactHints } from './fact-hints.ts'
import { fuseMeaning, type MeaningHit } from './fuse-meaning.ts'
import { choiceOf } from './limit-choice.ts'
import { findUnit, listByFilters } from './list-by-filters.ts'
import { matchUnits, type UnitMatch, withoutUnits } from './match-units.ts'
import { narrow } from './narrow.ts'
import { type PlannedTerm, planTerms } from './plan-terms.ts'
import type { SearchQuery } from './query.ts'
import { type RankedSession, rankSessions } from './rank-sessions.ts'
import { readSessionFacts } from './session-facts.ts'
import { listTokens, stemOf } from './stems.ts'
import { type Term, toTerm, toTerms } from './terms.ts'
import { openVocabulary } from './vocabulary.ts'

export interface SearchRequest {
  readonly query: SearchQuery
  readonly limit: number
  /** Lines of each snippet. */
  readonly context: number
  /** Also reads what the index left out, from the archive. */
  readonly isDeep: boolean
  readonly now: number
  readonly marks: Marks
  /** Units that mean much the same, best first; undefined where semantic search is off. */
  readonly meaning?: readonly MeaningHit[] | undefined
  /** For a running session that asks: only what it may be told of, decided before anything is ranked. */
  readonly limits?: SessionLimits | undefined
  /** What was said, or what was called; undefined: both. */
  readonly kinds?: readonly UnitKind[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** Units to rank of each kind; with conditions on single units more are looked at. */
const MAX_UNITS = 400
const MAX_FINE_UNITS = 5000
/** Sessions whose titles are compared. */
const MAX_TITLES = 40
const MAX_TERMS = 32
/** Sessions that are compared with each other, to show copies once: the same number however few are shown. */
const LOOKED_AT = 60
const MAX_HINTED = 40

export function searchSessions(keep: IndexedKeep, request: SearchRequest): SearchAnswer {
  const { store } = keep
  const { query, marks, now } = request
  const vocabulary = openVocabulary(store)
  const limits = request.limits && choiceOf(store, request.limits)
  const narrowing = narrow(store, marks, query.filters, [
    ...(limits ? [limits] : []),
    ...(request.kinds ? [{ kinds: request.kinds }] : []),
  ])
  const phrases = query.phrases.flatMap(text => toTerm(text) ?? [])
  const { terms, isOnlyStopWords } = chooseTerms(toTerms(query.words))
  const planned = keepTelling(planTerms(vocabulary, terms))
  const hasWords = planned.length > 0 || phrases.length > 0
  const without = query.without.flatMap(text => wordsOf(toTerm(text)))
  const ranked = hasWords ? rank() : isEmpty(query) ? [] : listByFilters(store, narrowing, withoutUnits(store, without))
  const looked = Math.max(LOOKED_AT, request.limit * 2)
  const conversations = collapseCopies(store, ranked.slice(0, looked), Number.POSITIVE_INFINITY)
  const beyond = Math.max(0, ranked.length - looked)
  const build = createHitBuilder({
    keep,
    factsOf: session => readSessionFacts(store, marks, [session]).get(session),
    isDeleted: session => listGone(store, [session]).has(session),
    terms: planned,
    phrases,
    filters: query.filters.map(({ name, value, isNot }) => `${isNot ? '-' : ''}${name}:${value}`),
    context: request.context,
    columns: narrowing.columns,
    isFine: narrowing.isFine,
    isWantedText: narrowing.isWantedText,
    places: narrowing.places,
    wording: once(() => wordingPattern(query.words)),
  })
  const { hits, rejected } = buildHits(conversations, build, request.limit)
  const deep = request.isDeep && hasWords ? deepHits(keep, { request, narrowing, known: hits }) : []
  const all = joinDeep(hits, deep).slice(0, request.limit)
  return {
    schema: 'backscroll.search/1',
    query: {
      text: query.text,
      words: query.words,
      phrases: query.phrases,
      without: query.without,
      filters: query.filters,
    },
    step: bestStep(all),
    notes: [...query.notes, ...describeTerms(planned, deep.length > 0), ...(isOnlyStopWords ? [ONLY_STOP_WORDS] : [])],
    coverage: readCoverage(store, request.isDeep, limits?.sessions),
    hits: all,
    total: Math.max(conversations.length + beyond - rejected, all.length),
  }

  function rank(): readonly RankedSession[] {
    const found = matchUnits(store, vocabulary, {
      terms: planned,
      wording: wordingOf(query.words),
      phrases: phrases.flatMap(wordsOf),
      without,
      sessions: narrowing.sessions && [...narrowing.sessions],
      columns: narrowing.columns,
      kinds: narrowing.kinds,
      time: narrowing.time,
      limit: narrowing.isFine ? MAX_FINE_UNITS : MAX_UNITS,
    }).filter(unit => narrowing.isWanted(unit))
    const hints = query.without.length > 0 ? [] : findFactHints(store, query.words, narrowing.sessions)
    const matches = [...found, ...addHinted(found, hints)]
    const facts = { now, hints, isDated: dateTest(findDates(query.words, now)) }
    const first = rankSessions(matches, { ...facts, titleShareOf: () => 0 })
    const titled = withTitles(first.slice(0, MAX_TITLES))
    const whole = [...titled, ...first.slice(MAX_TITLES)]
    return request.meaning ? fuseMeaning(store, whole, request.meaning, narrowing) : whole

    function withTitles(top: readonly RankedSession[]): readonly RankedSession[] {
      const titles = readTitles(top.map(({ session }) => session))
      const shares = new Map<number, number>()
      for (const { session } of top) shares.set(session, shareOf(titles.get(session) ?? '', planned))
      const units: UnitMatch[] = matches.filter(({ session }) => shares.has(session))
      return rankSessions(units, { ...facts, titleShareOf: session => shares.get(session) ?? 0 })
    }
  }

  /** What facts name and no word found: the place itself, so that it is among the hits. */
  function addHinted(found: readonly UnitMatch[], hints: readonly FactHint[]): readonly UnitMatch[] {
    const units = new Set(found.map(({ unit }) => unit))
    const best = [...hints].sort((a, b) => b.weight - a.weight).slice(0, MAX_HINTED)
    const places = best.flatMap(({ place }) => findUnit(store, place, narrowing, narrowing.isWanted) ?? [])
    return [...new Map(places.map(unit => [unit.unit, unit])).values()].filter(({ unit }) => !units.has(unit))
  }

  function readTitles(sessions: readonly number[]): ReadonlyMap<number, string> {
    const sql = 'SELECT session, title FROM sessions WHERE session IN (SELECT value FROM json_each(?))'
    return new Map(store.all(sql, [JSON.stringify(sessions)]).map(row => [row.session as number, row.title as string]))
  }
}

/** What the scan found whole comes before what was found in part, and instead of it in the same session. */
function joinDeep(hits: readonly SearchHit[], deep: readonly SearchHit[]): readonly SearchHit[] {
  const scanned = new Set(deep.flatMap(({ sessionId, alsoIn }) => [sessionId, ...alsoIn.map(also => also.sessionId)]))
  const loose = hits.filter(hit => !isWhole(hit) && !scanned.has(hit.sessionId))
  return [...hits.filter(isWhole), ...deep, ...loose]
}

/** Words alone that are no words, such as `???`, ask for nothing. */
function isEmpty({ filters, without }: SearchQuery): boolean {
  return filters.length === 0 && without.length === 0
}

const ONLY_STOP_WORDS = 'every word of the question is a very common one; add a word that tells more'

/** Without words that say nothing, unless there are no others. */
function chooseTerms(terms: readonly Term[]): { readonly terms: readonly Term[]; readonly isOnlyStopWords: boolean } {
  const telling = terms.filter(({ isStop }) => !isStop)
  return telling.length > 0 ? { terms: telling, isOnlyStopWords: false } : { terms, isOnlyStopWords: terms.length > 0 }
}

/** The rarest words of a long text say best what it is about. */
function keepTelling(planned: readonly PlannedTerm[]): readonly PlannedTerm[] {
  if (planned.length <= MAX_TERMS) return planned
  const best = new Set(
    [...planned]
      .filter(({ units }) => units > 0)
      .sort((a, b) => a.units - b.units)
      .slice(0, MAX_TERMS),
  )
  return planned.filter(term => best.has(term))
}

function wordingOf(words: readonly string[]): readonly string[] {
  return Array.from(listTokens(words.slice(0, 40).join(' ')), ({ word }) => word)
}

/** The typed way to write it. */
function wordsOf(term: Term | undefined): readonly (readonly string[])[] {
  return term?.runs[0] ? [term.runs[0].words] : []
}

function shareOf(title: string, planned: readonly PlannedTerm[]): number {
  const stems = new Set<string>()
  for (const { stem, parts } of listTokens(title)) for (const one of [stem, ...parts.map(stemOf)]) stems.add(one)
  const whole = planned.reduce((sum, { weight }) => sum + weight, 0)
  const there = planned.filter(({ runs }) => runs.some(run => run.stems.every(stem => stems.has(stem))))
  return whole === 0 ? 0 : there.reduce((sum, { weight }) => sum + weight, 0) / whole
}

function bestStep(hits: readonly SearchHit[]): Step | undefined {
  return STEPS.find(step => hits.some(hit => hit.step === step))
}

/** How words were understood that nobody wrote as typed. What a deep scan found, somebody wrote. */
function describeTerms(planned: readonly PlannedTerm[], isFoundDeep: boolean): readonly string[] {
  const named = (wanted: PlannedTerm['takenAs']): readonly string[] => [
    ...new Set(
      planned.flatMap(({ term, takenAs, partOf }) => {
        return takenAs === wanted && (wanted === 'part' || !partOf) ? [head(partOf ?? term.text, MAX_NAMED)] : []
      }),
    ),
  ]
  const quote = (names: readonly string[]): string =>
    names
      .slice(0, MAX_NAMES)
      .map(name => `"${name}"`)
      .join(', ')
  const [spelled, begun, parted, absent] = (['spelling', 'beginning', 'part', 'absent'] as const).map(named)
  return [
    ...(spelled?.length ? [`nothing has ${quote(spelled)}; looked for words spelled nearly alike`] : []),
    ...(begun?.length ? [`nothing has ${quote(begun)} alone; looked for words that begin so`] : []),
    ...(parted?.length ? [`nothing has ${quote(parted)} as it is; looked for its parts`] : []),
    ...(absent?.length && !isFoundDeep
      ? [`no session has ${absent.length === 1 ? 'the word' : 'the words'} ${quote(absent)}`]
      : []),
  ]
}

const MAX_NAMED = 60
const MAX_NAMES = 5

/** As many as are asked for; what turns out to stand in a turn that no filter means is left out. */
function buildHits(
  conversations: readonly Conversation[],
  build: (conversation: Conversation) => SearchHit | undefined,
  limit: number,
): { readonly hits: readonly SearchHit[]; readonly rejected: number } {
  const hits: SearchHit[] = []
  let tried = 0
  for (const conversation of conversations) {
    if (hits.length >= limit) break
    const hit = build(conversation)
    tried++
    if (hit) hits.push(hit)
  }
  return { hits, rejected: tried - hits.length }
}

const MAX_WORDING = 16

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What was typed, word for word, whatever stands between the words. */
function wordingPattern(words: readonly string[]): RegExp | undefined {
  const text = words.slice(0, 40).join(' ')
  const typed = Array.from(listTokens(text), ({ start, end }) => text.slice(start, end))
  if (typed.length < 2 || typed.length > MAX_WORDING) return undefined
  const isAscii = typed.every(word => /^[\x20-\x7e]*$/.test(word))
  const parts = typed.map(word => word.replace(/[^\p{L}\p{N}]/gu, '.'))
  return isAscii ? new RegExp(parts.join('[\\W_]+'), 'i') : new RegExp(parts.join('[^\\p{L}\\p{N}]+'), 'iu')
}
