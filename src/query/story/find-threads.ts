import type { OpenThread } from '../../narrative/story.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { createPlaceFinder, type FactPlace, type PlaceFinder } from '../lookups/fact-place.ts'
import { type KeptSession, readKeptSessions } from '../lookups/kept-sessions.ts'
import { countScopedSessions, type LookupScope } from '../lookups/scope.ts'
import { type SelectedFacts, selectFacts } from '../lookups/select-facts.ts'
import { allOf } from '../sql-condition.ts'
import { type Closing, type ClosingReason, findClosings } from './close-threads.ts'
import { readSessionFacts, readThreads, type SessionFacts, type ThreadRow } from './thread-rows.ts'

/** What sessions left open; what `--json` prints. */
export interface FoundThreads {
  readonly schema: 'backscroll.threads/1'
  readonly coverage: { readonly sessions: number }
  /** Newest first. */
  readonly threads: readonly FoundThread[]
  /** Open ones, or with `all` also closed ones; those beyond the limit included. A lower bound where `isMore` is true. */
  readonly total: number
  /** Those that a later session closed, whether or not they are listed. */
  readonly closed: number
  readonly isMore: boolean
}

export interface FoundThread extends FactPlace {
  readonly kind: OpenThread['kind']
  readonly text: string
  /** Sessions of the same project that began after it was left open. */
  readonly sessionsSince: number
  /** The session still runs: it may yet do it. */
  readonly isRunning: boolean
  /** What closed it; undefined while it is open. */
  readonly closedBy: ThreadClosing | undefined
}

/** Where a thread was closed, and how that is known. */
export interface ThreadClosing {
  readonly reason: ClosingReason
  readonly text: string
  readonly sessionId: string
  readonly shortId: string
  /** Of the main thread. */
  readonly turn: number
  /** ISO 8601 in UTC. */
  readonly at: string | undefined
  readonly entryUuid: string | undefined
}

export interface ThreadsRequest {
  readonly scope: LookupScope
  /** Also those that a later session closed. */
  readonly isAll: boolean
  /** Ids of sessions that run now. */
  readonly running: ReadonlySet<string>
}

export function findThreads(keep: IndexedKeep, { scope, isAll, running }: ThreadsRequest): FoundThreads {
  const { store } = keep
  const kept = readKeptSessions(store)
  const { facts, isMore } = selectThreads(store, kept, scope)
  const sessions = readSessionFacts(store)
  const rows = facts.map(({ row }) => row)
  const closings = findClosings(store, rows, sessions)
  const shown = withoutOlder(sessions, facts, closings).filter(({ row }) => isAll || !closings.has(row))
  const places = createPlaceFinder(store, kept)
  const countSince = createSinceCounter(sessions)
  return {
    schema: 'backscroll.threads/1',
    coverage: { sessions: countScopedSessions(store, scope) },
    threads: shown.slice(0, scope.limit).map(fact => {
      const closing = closings.get(fact.row)
      const place = places.placeOf(fact)
      return {
        kind: fact.row.kind,
        text: fact.row.text,
        ...place,
        isRunning: running.has(place.sessionId),
        sessionsSince: countSince(fact.row),
        closedBy: closing && placeClosing(store, kept, places, closing),
      }
    }),
    total: shown.length,
    closed: closings.size,
    isMore,
  }
}

/** What several sessions of a project leave open in the same words is one thing: the newest tells it. */
function withoutOlder(
  sessions: ReadonlyMap<number, SessionFacts>,
  facts: SelectedFacts<ThreadRow>['facts'],
  closings: ReadonlyMap<ThreadRow, Closing>,
): SelectedFacts<ThreadRow>['facts'] {
  const told = new Set<string>()
  return facts.filter(({ row }) => {
    if (closings.has(row)) return true
    const key = `${sessions.get(row.session)?.project} ${row.kind} ${row.key}`
    const isNewest = !told.has(key)
    told.add(key)
    return isNewest
  })
}

/** Of these sessions, as their place in the tables: thread, agent and number. What a later session closed is left out. */
export function listStillOpen(store: Store, sessions: readonly number[]): ReadonlySet<string> {
  const rows = readThreads(store, sessions)
  const closings = findClosings(store, rows)
  return new Set(rows.filter(row => !closings.has(row)).map(threadKey))
}

export function threadKey({ session, agent, number }: Pick<ThreadRow, 'session' | 'agent' | 'number'>): string {
  return `${session} ${agent} ${number}`
}

export function selectThreads(
  store: Store,
  kept: ReadonlyMap<number, KeptSession>,
  scope: LookupScope,
): SelectedFacts<ThreadRow> {
  return selectFacts<ThreadRow>(store, kept, {
    table: 'open_threads',
    columns: ['f.kind', 'f.text', 'f.key'],
    scope,
    where: allOf([]),
    fits: () => true,
    contentOf: ({ kind, key }) => `${kind} ${key}`,
  })
}

export function placeClosing(
  store: Store,
  kept: ReadonlyMap<number, KeptSession>,
  { mainTurnOf }: PlaceFinder,
  { reason, text, session, agent, turn, entry, at }: Closing,
): ThreadClosing {
  const row = store.get('SELECT uuid FROM entries WHERE session = ? AND agent = ? AND number = ?', [
    session,
    agent,
    entry,
  ])
  return {
    reason,
    text,
    sessionId: kept.get(session)?.sessionId ?? '',
    shortId: kept.get(session)?.shortId ?? '',
    turn: mainTurnOf({ session, agent, turn }),
    at: formatIso(at ?? undefined),
    entryUuid: (row?.uuid ?? undefined) as string | undefined,
  }
}

function createSinceCounter(sessions: ReadonlyMap<number, SessionFacts>): (thread: ThreadRow) => number {
  const starts = new Map(
    [...Map.groupBy(sessions.values(), ({ project }) => project)].map(([project, group]) => [
      project,
      group.map(({ startedAt }) => startedAt),
    ]),
  )
  return ({ session }) => {
    const own = sessions.get(session)
    if (!own) return 0
    return (starts.get(own.project) ?? []).filter(at => at > own.endedAt).length
  }
}
