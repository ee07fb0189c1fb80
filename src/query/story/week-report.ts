import { BUNDLE_MS } from '../../model/usage/bundle-facts.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import { formatIsoWeek } from '../../time/iso-week.ts'
import { listPeriods } from '../../time/list-periods.ts'
import { findTurnBefore } from '../day-turns.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { countScopedSessions, ofScope } from '../lookups/scope.ts'
import { listAlsoRunning, type RunningSession } from './also-running.ts'
import { everyTime } from './day-report.ts'
import { readWork, type WorkSession } from './read-work.ts'
import { type OpenWork, openWorkOf, type ToldProject, tellProjects } from './work-period.ts'
import { addUpWork, sliceWork, type WorkTotals } from './work-totals.ts'
import { openWorkUsage, type WorkUsage, type WorkUsageRequest } from './work-usage.ts'

/** What was done in a week; what `--json` prints. */
export interface WeekReport {
  readonly schema: 'backscroll.week/1'
  readonly zone: string
  /** The Monday it begins with: `2026-11-16`. */
  readonly week: string
  /** ISO 8601: `2026-W47`. */
  readonly isoWeek: string
  readonly isCurrent: boolean
  readonly coverage: { readonly sessions: number }
  readonly totals: WorkTotals
  /** Of the week before, for comparison; of a week that is not over, up to the same moment. */
  readonly before: WorkTotals
  /** Those with work, in order. */
  readonly days: readonly WeekDay[]
  /** Over the whole week, the one with most work first. */
  readonly projects: readonly Omit<ToldProject, 'sessions'>[]
  /** Sessions without a prompt in the whole week that took tokens in it. */
  readonly alsoRunning: readonly RunningSession[]
  /** Monday of the last week before it with work; undefined where there is none. */
  readonly weekBefore: string | undefined
}

export interface WeekDay {
  readonly day: string
  readonly totals: WorkTotals
  readonly projects: readonly ToldProject[]
  /** Sessions without a prompt on that day that took tokens on it: what they cost is in the totals. */
  readonly alsoRunning: readonly RunningSession[]
}

/** `from` and `to` are the week's. */
export function reportWeek(keep: IndexedKeep, request: WorkUsageRequest): WeekReport {
  const { store } = keep
  const { from, to, scope, zone, now } = request
  const isCurrent = from <= now && now < to
  const previous = zone.calendar.addDays(from, -7)
  // Requests are added up by so many minutes.
  const until = isCurrent ? Math.floor(zone.calendar.addDays(now, -7) / BUNDLE_MS) * BUNDLE_MS : from
  const all = { ...request, from: previous }
  const usage = openWorkUsage(store, all)
  const read = readWork(store, all)
  const within = (first: number, last: number): readonly WorkSession[] => sliceAll(read, first, last)
  const works = within(from, to)
  const open = openWorkOf(store, read)
  const projects = tellProjects(works, open, usage.ofProjects(from, to))
  return {
    schema: 'backscroll.week/1',
    zone: zone.name,
    week: zone.dayOf(from),
    isoWeek: formatIsoWeek(zone.calendar.clock.wallOf(from)),
    isCurrent,
    coverage: { sessions: countScopedSessions(store, everyTime(scope)) },
    totals: addUpWork(works, open.isOpen, usage.totalOf(from, to)),
    before: addUpWork(within(previous, until), open.isOpen, usage.totalOf(previous, until)),
    days: listDays(store, request, { works, open, usage }),
    projects: projects.map(({ sessions: _, ...project }) => project),
    alsoRunning: listAlsoRunning(store, usage.ofSessions(from, to), works),
    weekBefore: findWeekBefore(store, request),
  }
}

function findWeekBefore(store: Store, { from, scope, zone }: WorkUsageRequest): string | undefined {
  const at = findTurnBefore(store, from, ofScope(scope))
  return at === undefined || formatIso(at) === undefined ? undefined : zone.weekOf(at)
}

function sliceAll(works: readonly WorkSession[], from: number, to: number): readonly WorkSession[] {
  return works.map(work => sliceWork(work, ({ at }) => at >= from && at < to)).filter(({ turns }) => turns.length > 0)
}

interface ReadWeek {
  readonly works: readonly WorkSession[]
  readonly open: OpenWork
  readonly usage: WorkUsage
}

function listDays(
  store: Store,
  { from, to, zone }: WorkUsageRequest,
  { works, open, usage }: ReadWeek,
): readonly WeekDay[] {
  return (listPeriods('day', zone.dayOf(from), zone.dayOf(to - 1), 7) ?? []).flatMap((day, at) => {
    const range = zone.calendar.dayAt(zone.calendar.addDays(from, at))
    if (!range) return []
    const own = sliceAll(works, range.from, range.to)
    const cost = usage.totalOf(range.from, range.to)
    if (own.length === 0 && cost.requests === 0) return []
    return [
      {
        day,
        totals: addUpWork(own, open.isOpen, cost),
        projects: tellProjects(own, open, usage.ofProjects(range.from, range.to)),
        alsoRunning: listAlsoRunning(store, usage.ofSessions(range.from, range.to), own),
      },
    ]
  })
}
