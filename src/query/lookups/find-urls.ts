import type { IndexedKeep } from '../indexed-keep.ts'
import type { FactRow } from './collapse-copies.ts'
import { createPlaceFinder, type FactPlace } from './fact-place.ts'
import { type FactGroup, groupFacts } from './group-facts.ts'
import { readKeptSessions } from './kept-sessions.ts'
import { countScopedSessions, type LookupScope } from './scope.ts'
import { selectFacts } from './select-facts.ts'
import { hasWords, mayHaveWords, splitWords } from './words.ts'

/** Addresses that were fetched, found, typed or written; what `--json` prints. */
export interface FoundUrls {
  readonly schema: 'backscroll.urls/1'
  readonly query: { readonly text: string }
  readonly coverage: { readonly sessions: number }
  /** Those that somebody opened, typed or wrote before those that only a search named; newest first. */
  readonly urls: readonly FoundUrl[]
  /** Those beyond the limit included; a lower bound where `isMore` is true. */
  readonly total: number
  readonly isMore: boolean
}

export interface FoundUrl {
  readonly url: string
  readonly count: number
  /** How often it was fetched, found by a search, typed by a person, written by the model. */
  readonly sources: { readonly [Source in UrlSource]: number }
  /** Conversations it stands in. */
  readonly sessions: number
  /** Where, newest first, one per prompt; at most ten. */
  readonly places: readonly UrlPlace[]
}

export interface UrlPlace extends FactPlace {
  readonly source: UrlSource
}

export type UrlSource = 'fetch' | 'search' | 'prompt' | 'answer'

interface UrlRow extends FactRow {
  readonly url: string
  readonly source: UrlSource
}

const MAX_PLACES = 10

/** Addresses that hold all words of the text; all addresses where there is none. */
export function findUrls(keep: IndexedKeep, request: { text: string; scope: LookupScope }): FoundUrls {
  const { store } = keep
  const { text, scope } = request
  const words = splitWords(text)
  const sessions = readKeptSessions(store)
  const { facts, isMore } = selectFacts<UrlRow>(store, sessions, {
    table: 'urls',
    columns: ['f.url', 'f.source'],
    scope,
    where: mayHaveWords('f.url', words),
    fits: row => hasWords(row.url, words),
    contentOf: row => row.url,
  })
  const groups = putSearchLast(groupFacts(facts, ({ url }) => url.replace(/\/$/, '')))
  const { placeOf } = createPlaceFinder(store, sessions)
  return {
    schema: 'backscroll.urls/1',
    query: { text },
    coverage: { sessions: countScopedSessions(store, scope) },
    urls: groups.slice(0, scope.limit).map(group => describe(group, placeOf)),
    total: groups.length,
    isMore,
  }
}

/** One search names ten addresses, of which perhaps one is read. */
function putSearchLast(groups: readonly FactGroup<UrlRow>[]): readonly FactGroup<UrlRow>[] {
  const isUsed = (group: FactGroup<UrlRow>): boolean => group.some(({ row }) => row.source !== 'search')
  return [...groups.filter(isUsed), ...groups.filter(group => !isUsed(group))]
}

function describe(group: FactGroup<UrlRow>, placeOf: (fact: FactGroup<UrlRow>[number]) => FactPlace): FoundUrl {
  const count = (source: UrlSource): number => group.filter(({ row }) => row.source === source).length
  const perPrompt = groupFacts(group, ({ session, agent, turn }) => `${session} ${agent} ${turn}`)
  return {
    url: group[0].row.url,
    count: group.length,
    sources: { fetch: count('fetch'), search: count('search'), prompt: count('prompt'), answer: count('answer') },
    sessions: new Set(group.map(({ row }) => row.session)).size,
    places: perPrompt.slice(0, MAX_PLACES).map(([fact]) => ({ source: fact.row.source, ...placeOf(fact) })),
  }
}
