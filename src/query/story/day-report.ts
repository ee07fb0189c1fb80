import { formatIso } from '../../time/day.ts'
import { findTurnBefore } from '../day-turns.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { countScopedSessions, type LookupScope, ofScope } from '../lookups/scope.ts'
import { listAlsoRunning, type RunningSession } from './also-running.ts'
import { readWork } from './read-work.ts'
import { openWorkOf, type ToldProject, tellProjects } from './work-period.ts'
import { addUpWork, type WorkTotals } from './work-totals.ts'
import { openWorkUsage, type WorkUsageRequest } from './work-usage.ts'

/** What was done on a day; what `--json` prints. */
export interface DayReport {
  readonly schema: 'backscroll.day/1'
  /** Name of the zone that days are of. */
  readonly zone: string
  /** `2026-11-16`. */
  readonly day: string
  readonly isToday: boolean
  readonly coverage: { readonly sessions: number }
  readonly totals: WorkTotals
  /** The one with most work first. */
  readonly projects: readonly ToldProject[]
  /** Sessions without a prompt on that day that took tokens on it: what they cost is in the totals. */
  readonly alsoRunning: readonly RunningSession[]
  /** The day before it with work; undefined where there is none. */
  readonly before: string | undefined
}

/** A turn belongs to the day on which it was asked for; what it cost, to the day of each request, as in `usage`. */
export function reportDay(keep: IndexedKeep, request: WorkUsageRequest): DayReport {
  const { store } = keep
  const { from, to, scope, zone, now } = request
  const works = readWork(store, request)
  const open = openWorkOf(store, works)
  const usage = openWorkUsage(store, request)
  return {
    schema: 'backscroll.day/1',
    zone: zone.name,
    day: zone.dayOf(from),
    isToday: from <= now && now < to,
    coverage: { sessions: countScopedSessions(store, everyTime(scope)) },
    totals: addUpWork(works, open.isOpen, usage.totalOf(from, to)),
    projects: tellProjects(works, open, usage.ofProjects(from, to)),
    alsoRunning: listAlsoRunning(store, usage.ofSessions(from, to), works),
    before: nameDay(zone, findTurnBefore(store, from, ofScope(scope))),
  }
}

export function everyTime(scope: Pick<LookupScope, 'project' | 'limits'>): LookupScope {
  return { ...scope, since: undefined, until: undefined, limit: 0 }
}

function nameDay(zone: WorkUsageRequest['zone'], at: number | undefined): string | undefined {
  return at === undefined || formatIso(at) === undefined ? undefined : zone.dayOf(at)
}
