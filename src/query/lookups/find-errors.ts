import { lineWithWords, nameError } from '../../narrative/wording/error-name.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import type { SqlCondition } from '../sql-condition.ts'
import { readAskedError } from './asked-error.ts'
import { createEndFinder, type ErrorEnd, type LastError } from './error-end.ts'
import { createPlaceFinder, type FactPlace, type PlaceFinder } from './fact-place.ts'
import { type FactGroup, groupFacts } from './group-facts.ts'
import { readKeptSessions } from './kept-sessions.ts'
import { countScopedSessions, type LookupScope } from './scope.ts'
import { selectFacts } from './select-facts.ts'
import { hasWords, mayHaveWords, splitWords } from './words.ts'

/** Errors that were met, and how they ended; what `--json` prints. */
export interface FoundErrors {
  readonly schema: 'backscroll.errors/1'
  readonly query: { readonly text: string }
  readonly coverage: { readonly sessions: number }
  /** Newest first. Without a text: those that came often, lately, each once, in the conversation that met it last. */
  readonly errors: readonly FoundError[]
  /** Those beyond the limit included; a lower bound where `isMore` is true. */
  readonly total: number
  readonly isMore: boolean
}

/** An error in one conversation, however often it came there, with other numbers, hashes, times or folders in it. */
export interface FoundError {
  /** The line of `message` that holds most of the words; else the one that tells most. */
  readonly line: string
  /** Head of the message the last time and the telling lines of the rest, up to 1,000 characters; `…` where some are left out. */
  readonly message: string
  readonly source: 'tool' | 'api' | 'hook' | 'client'
  /** Tool that met it the last time, and what it was called with. */
  readonly tool: string | undefined
  readonly headline: string | undefined
  /** How often it came in this conversation. */
  readonly count: number
  /** The same over all conversations that were found to have met it. */
  readonly everywhere: { readonly count: number; readonly sessions: number }
  readonly first: FactPlace
  readonly last: FactPlace
  readonly endedBy: ErrorEnd
}

interface ErrorRow extends LastError {
  readonly source: FoundError['source']
}

export interface ErrorRequest {
  readonly text: string
  readonly scope: LookupScope
  /** Which messages are meant, where it is not those with all words of the text. */
  readonly match?: ErrorMatch
}

export interface ErrorMatch {
  /** Leaves out most of what does not fit. */
  readonly where: SqlCondition
  fits(message: string): boolean
  /** What the line that is shown should hold. */
  readonly words: readonly string[]
}

/** The match where nobody says another. */
export function matchWords(words: readonly string[]): ErrorMatch {
  return { where: mayHaveWords('f.message', words), fits: message => hasWords(message, words), words }
}

/** Errors whose message holds all words of the text; all errors where there is none. */
export function findErrors(keep: IndexedKeep, request: ErrorRequest): FoundErrors {
  const { store } = keep
  const { text, scope, match = matchWords(splitWords(readAskedError(text).message)) } = request
  const { words } = match
  const sessions = readKeptSessions(store)
  const { facts, isMore } = selectFacts<ErrorRow>(store, sessions, {
    table: 'errors',
    columns: ['f.message', 'f.source', 'c.name AS tool', 'c.headline'],
    scope,
    where: match.where,
    fits: row => match.fits(row.message),
    contentOf: row => row.message,
  })
  const names = new Map(facts.map(({ row }) => [row, nameError(row.message)]))
  const keyOf = (row: ErrorRow): string => `${row.source} ${names.get(row)?.key}`
  const kinds = new Map(groupFacts(facts, keyOf).map(kind => [keyOf(kind[0].row), kind]))
  const groups = groupFacts(facts, row => `${row.session} ${keyOf(row)}`)
  const found = words.length > 0 || request.match ? groups : putFrequentFirst([...kinds.values()], groups)
  const places = createPlaceFinder(store, sessions)
  const { endOf } = createEndFinder(keep, places)
  return {
    schema: 'backscroll.errors/1',
    query: { text },
    coverage: { sessions: countScopedSessions(store, scope) },
    errors: found.slice(0, scope.limit).map(group => ({
      ...describe(group, words, places),
      everywhere: countEverywhere(kinds.get(keyOf(group[0].row)) ?? group),
      endedBy: endOf(group[0].row),
    })),
    total: found.length,
    isMore,
  }
}

function describe(
  group: FactGroup<ErrorRow>,
  words: readonly string[],
  places: PlaceFinder,
): Omit<FoundError, 'everywhere' | 'endedBy'> {
  const [last] = group
  const { message, source, tool, headline } = last.row
  return {
    line: lineWithWords(message, words),
    message,
    source,
    tool: tool ?? undefined,
    headline: headline ?? undefined,
    count: group.length,
    first: places.placeOf(group.at(-1) ?? last),
    last: places.placeOf(last),
  }
}

function countEverywhere(kind: FactGroup<ErrorRow>): FoundError['everywhere'] {
  return { count: kind.length, sessions: new Set(kind.map(({ row }) => row.session)).size }
}

const HALF_LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** An error of a month before the newest one weighs half. Of each kind the conversation that met it last. */
function putFrequentFirst(
  kinds: readonly FactGroup<ErrorRow>[],
  groups: readonly FactGroup<ErrorRow>[],
): readonly FactGroup<ErrorRow>[] {
  const newest = kinds[0]?.[0].row.at ?? 0
  const weigh = (kind: FactGroup<ErrorRow>): number =>
    kind.reduce((sum, { row }) => sum + 2 ** (((row.at ?? 0) - newest) / HALF_LIFE_MS), 0)
  const lastOf = new Map(groups.map(group => [group[0], group]))
  return kinds
    .map(kind => ({ kind, weight: weigh(kind) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ kind }) => lastOf.get(kind[0]) ?? kind)
}
