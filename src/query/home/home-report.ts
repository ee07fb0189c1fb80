import type { SourceProblem } from '../../source/problem.ts'
import type { Zone } from '../../time/zone.ts'
import type { KeepFacts } from '../keep-facts.ts'
import type { Library } from '../library.ts'
import { listLibraryRows } from '../library-rows.ts'
import type { LiveState, LiveStatus } from '../live/live-status.ts'
import { buildOverview, type ProjectRow, type RootFacts, type Totals } from '../overview.ts'
import type { RankedRow, SessionRow } from '../session-row.ts'
import { describeListed, type ListedFacts, type ListedSession } from './listed-session.ts'
import { type RecentUsage, readRecentUsage } from './recent-usage.ts'

/** What happened lately, what runs, what will be deleted, what it cost. */
export interface HomeReport {
  readonly schema: 'backscroll.home/1'
  /** Name of the zone that days are of. */
  readonly zone: string
  /** `2026-11-16`. */
  readonly today: string
  /** Neither on disk nor kept. */
  readonly isEmpty: boolean
  /** Newest first. */
  readonly days: readonly HomeDay[]
  /** Those at work first; not all where they are many. */
  readonly live: readonly LiveSession[]
  readonly liveCount: number
  /** Sessions the client may delete within a week, the first to go first; not all where they are many. */
  readonly expiring: readonly SessionRow[]
  /** Those with bookkeeping only are counted too, as `status` and `doctor` do, and not listed. */
  readonly expiringCount: number
  /** Of all those, how many backscroll has no copy of. */
  readonly expiringNotKept: number
  readonly roots: readonly RootFacts[]
  /** Undefined while there is no index. */
  readonly usage: RecentUsage | undefined
  readonly totals: Totals
  /** Last active first; not all where they are many. */
  readonly projects: readonly ProjectRow[]
  /** Undefined where nothing is kept. */
  readonly keep: KeepFacts | undefined
  readonly problems: readonly SourceProblem[]
}

/** Sessions that were active last on this day. */
export interface HomeDay {
  readonly day: string
  readonly sessions: readonly ListedSession[]
  /** Others of this day, which are not listed here. */
  readonly more: number
}

export interface LiveSession {
  readonly session: ListedSession
  readonly status: LiveStatus
}

export interface HomeRequest extends ListedFacts {
  readonly now: number
  readonly zone: Zone
  readonly threads: number
}

/** The page is one screen or two; all the rest is the list of sessions. */
const MAX_DAYS = 14
const MAX_SESSIONS = 60
const MAX_OF_A_DAY = 20
const MAX_EXPIRING = 50
const MAX_PROJECTS = 12
const MAX_LIVE = 8
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

export async function buildHome(library: Library, request: HomeRequest): Promise<HomeReport> {
  const { now, zone } = request
  const overview = await buildOverview(library, request)
  const { rows } = await listLibraryRows(library, request)
  const talking = rows.filter(({ row }) => row.hasConversation)
  const { expiring } = overview
  const goingSoon = rows.filter(({ deletesAt = Number.POSITIVE_INFINITY }) => deletesAt < now + WEEK_MS)
  const running = listRunning(library, talking, request)
  return {
    schema: 'backscroll.home/1',
    zone: zone.name,
    today: zone.dayOf(now),
    isEmpty: library.sources.length === 0,
    days: listDays(library, talking, request),
    live: running.slice(0, MAX_LIVE),
    liveCount: running.length,
    expiring: expiring.slice(0, MAX_EXPIRING),
    expiringCount: goingSoon.length,
    expiringNotKept: goingSoon.filter(({ row }) => !row.isKept).length,
    roots: overview.roots,
    usage: readRecentUsage(library, request),
    totals: overview.totals,
    projects: overview.projects.slice(0, MAX_PROJECTS),
    keep: overview.keep,
    problems: overview.problems,
  }
}

/** Days without sessions are no rows: after a holiday the page is not empty. */
function listDays(library: Library, rows: readonly RankedRow[], request: HomeRequest): readonly HomeDay[] {
  const groups = [...Map.groupBy(rows, ({ lastAt }) => request.zone.dayOf(lastAt))].slice(0, MAX_DAYS)
  let room = MAX_SESSIONS
  const days: { readonly day: string; readonly shown: readonly RankedRow[]; readonly more: number }[] = []
  for (const [day, group] of groups) {
    if (room === 0) break
    const shown = group.slice(0, Math.min(room, MAX_OF_A_DAY))
    room -= shown.length
    days.push({ day, shown, more: group.length - shown.length })
  }
  const described = describeListed(
    library,
    days.flatMap(({ shown }) => shown),
    request,
  )
  let at = 0
  return days.map(({ day, shown, more }) => {
    const sessions = described.slice(at, at + shown.length)
    at += shown.length
    return { day, sessions, more }
  })
}

function listRunning(library: Library, rows: readonly RankedRow[], request: HomeRequest): readonly LiveSession[] {
  const running = rows.filter(ranked => request.statusOf(ranked) !== undefined)
  return describeListed(library, running, request)
    .flatMap(session => (session.status ? [{ session, status: session.status }] : []))
    .sort((a, b) => ORDER[a.status.state] - ORDER[b.status.state])
}

const ORDER: { readonly [State in LiveState]: number } = { waiting: 0, working: 1, failed: 2, idle: 3 }
