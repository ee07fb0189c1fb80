import type { Pricer } from '../../pricing/pricer.ts'
import { DAY } from '../../time/calendar.ts'
import { listPeriods, parsePeriod } from '../../time/list-periods.ts'
import { formatWallDay, type Zone } from '../../time/zone.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { weekly } from '../usage/cuts/weekly.ts'
import { openFriction } from './friction.ts'
import { tallyWeeks } from './tally-weeks.ts'
import { findAnomalies, type TrendAnomaly } from './trend-anomalies.ts'
import { createDriverFinder } from './trend-drivers.ts'
import { TREND_METRICS, type TrendMetric, type TrendName } from './trend-metrics.ts'
import { medianOf } from './unusual.ts'
import type { WeekTally } from './week-tally.ts'
import { openWeekUsage, type WeekUsage } from './week-usage.ts'

export interface TrendsRequest {
  readonly project: string | undefined
  /** Epoch milliseconds: weeks from the one of `since` to the one before `until`. */
  readonly since: number
  readonly until: number
  readonly zone: Zone
  readonly now: number
  readonly pricer: Pricer | undefined
}

/** Work from week to week; what `--json` prints. */
export interface Trends {
  readonly schema: 'backscroll.trends/1'
  readonly zone: string
  readonly project: string | undefined
  readonly metrics: readonly Pick<TrendMetric, 'name' | 'label' | 'unit'>[]
  /** In order, weeks without work included. */
  readonly weeks: readonly TrendWeek[]
  /** Of those weeks, the newest first. */
  readonly anomalies: readonly TrendAnomaly[]
  readonly coverage: {
    /** Weeks with work among those shown, and before them. */
    readonly weeks: number
    readonly weeksBefore: number
    /** Monday of the last week with work before `until`, or after it where there is none; undefined where nothing was done. */
    readonly lastWeek: string | undefined
  }
}

export interface TrendWeek {
  /** Its Monday. */
  readonly key: string
  /** ISO 8601: `2026-W47`. */
  readonly week: string
  readonly startsAt: string | undefined
  readonly endsAt: string | undefined
  /** It is not over. */
  readonly isCurrent: boolean
  readonly hasWork: boolean
  /** It cost more than that: something has no price or no final count. */
  readonly isCostLowerBound: boolean
  readonly values: { readonly [name in TrendName]: TrendValue }
}

export interface TrendValue {
  /** Null where there is nothing to divide by, or no price. */
  readonly value: number | null
  /** Against the week before; null where either has none. */
  readonly change: number | null
}

/** Weeks that can be asked for at most. */
export const MAX_TREND_WEEKS = 104

export function findTrends({ store }: IndexedKeep, request: TrendsRequest): Trends {
  const { zone, project, since, until } = request
  const friction = openFriction(store)
  const tally = tallyWeeks(store, { friction, zone, project })
  const usage = openWeekUsage(store, request)
  const [first, last] = [zone.weekOf(since), zone.weekOf(until - 1)]
  const shown = listPeriods('week', first, last, MAX_TREND_WEEKS + 1) ?? []
  const everWorked = tally.weeks.filter(week => tally.list(week, 'sessions').length > 0)
  const worked = everWorked.filter(week => week <= last)
  const findValue = createValueFinder(tally, usage)
  const describe = describeWeeks(request)
  const weeks = shown.map((key, at): TrendWeek => {
    const before = shown[at - 1] ?? weekBefore(key)
    return {
      key,
      ...describe(key),
      hasWork: worked.includes(key),
      isCostLowerBound: usage.of(key)?.isLowerBound ?? false,
      values: listValues(name => [findValue(key, name), findValue(before, name)]),
    }
  })
  const driversOf = createDriverFinder({ store, tally, usage, friction })
  return {
    schema: 'backscroll.trends/1',
    zone: zone.name,
    project,
    metrics: TREND_METRICS.map(({ name, label, unit }) => ({ name, label, unit })),
    weeks,
    anomalies: findAnomalies({ weeks, worked, findValue, driversOf, hasBase: createBaseTest(tally) }),
    coverage: {
      weeks: weeks.filter(({ hasWork }) => hasWork).length,
      weeksBefore: worked.filter(week => week < first).length,
      lastWeek: worked.at(-1) ?? everWorked.at(-1),
    },
  }
}

export type ValueFinder = (week: string, name: TrendName) => number | undefined

function createValueFinder(tally: WeekTally, usage: WeekUsage): ValueFinder {
  return (week, name) => {
    if (name === 'tokens') return usage.of(week)?.totalTokens ?? 0
    if (name === 'costUsd') {
      const row = usage.of(week)
      return row ? (row.costUsd ?? undefined) : 0
    }
    if (name === 'passRate') {
      const passed = tally.sum(week, 'passedRuns')
      return divide(passed, passed + tally.sum(week, 'failedRuns'))
    }
    if (name === 'correctionsPerTurn') return divide(tally.sum(week, 'corrections'), tally.sum(week, 'turns'))
    if (name !== 'medianFriction') return tally.sum(week, name)
    const scores = tally.list(week, 'friction').map(({ amount }) => amount)
    return scores.length === 0 ? undefined : medianOf(scores)
  }
}

function createBaseTest(tally: WeekTally): (week: string, metric: TrendMetric) => boolean {
  return (week, { base }) => {
    if (!base) return true
    return (base.of === 'scored' ? tally.list(week, 'friction').length : tally.sum(week, base.of)) >= base.least
  }
}

function divide(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

function listValues(
  valuesOf: (name: TrendName) => readonly [now: number | undefined, before: number | undefined],
): TrendWeek['values'] {
  return Object.fromEntries(
    TREND_METRICS.map(({ name }) => {
      const [value, before] = valuesOf(name)
      const change = value === undefined || before === undefined ? null : value - before
      return [name, { value: value ?? null, change }]
    }),
  ) as TrendWeek['values']
}

/** Names of weeks are those of `usage weekly`. */
function describeWeeks({
  zone,
  now,
}: TrendsRequest): (key: string) => Omit<TrendWeek, 'key' | 'hasWork' | 'isCostLowerBound' | 'values'> {
  const open = weekly.open({ groups: [], zone, now, store: undefined, sessions: undefined })
  return key => {
    const { week, startsAt, endsAt, isCurrent } = open.describe(key).about
    return {
      week: typeof week === 'string' ? week : key,
      startsAt: typeof startsAt === 'string' ? startsAt : undefined,
      endsAt: typeof endsAt === 'string' ? endsAt : undefined,
      isCurrent: isCurrent === true,
    }
  }
}

/** The Monday before a Monday: names of days, so no zone has a say. */
function weekBefore(monday: string): string {
  const wall = parsePeriod(monday, 'week')
  return wall === undefined ? monday : formatWallDay(wall - 7 * DAY)
}
