import type { DriverFinder, TrendDriver } from './trend-drivers.ts'
import { TREND_METRICS, type TrendMetric, type TrendName } from './trend-metrics.ts'
import { findUsual, MAX_WEEKS, type Usual } from './unusual.ts'

/** A week's value that lies outside of what was usual in the weeks before. */
export interface TrendAnomaly {
  /** Monday of the week, and its name. */
  readonly key: string
  readonly week: string
  readonly metric: TrendName
  readonly value: number
  readonly side: 'high' | 'low'
  /** Median of the weeks before, and what is usual around it. */
  readonly usual: Usual
  /** Weeks with work that it was compared with. */
  readonly weeksBefore: number
  /** The sessions with most of it; for a value that is too low, what there was. */
  readonly drivers: readonly TrendDriver[]
}

interface Asked {
  readonly weeks: readonly {
    readonly key: string
    readonly week: string
    readonly isCurrent: boolean
    readonly hasWork: boolean
  }[]
  /** Mondays of all weeks with work, in order. */
  readonly worked: readonly string[]
  findValue(week: string, name: TrendName): number | undefined
  /** There is enough of it in that week for a rate or a median to say something. */
  hasBase(week: string, metric: TrendMetric): boolean
  readonly driversOf: DriverFinder
}

/** The newest first, within a week in the order of the metrics. Weeks without work are not unusual: nobody was there. */
export function findAnomalies({ weeks, worked, findValue, hasBase, driversOf }: Asked): readonly TrendAnomaly[] {
  return weeks
    .filter(({ hasWork }) => hasWork)
    .toReversed()
    .flatMap(week => {
      const before = worked.filter(other => other < week.key)
      return TREND_METRICS.flatMap((metric): readonly TrendAnomaly[] => {
        const { name } = metric
        const value = hasBase(week.key, metric) ? findValue(week.key, name) : undefined
        const known = before.filter(other => hasBase(other, metric)).flatMap(other => findValue(other, name) ?? [])
        const usual = findUsual(known, metric.leastSpread)
        const side = value === undefined || !usual ? undefined : sideOf(value, usual, metric, week.isCurrent)
        if (value === undefined || !usual || !side) return []
        const drivers = driversOf(week.key, metric.drivenBy[side])
        return [
          {
            key: week.key,
            week: week.week,
            metric: name,
            value,
            side,
            usual,
            weeksBefore: Math.min(known.length, MAX_WEEKS),
            drivers,
          },
        ]
      })
    })
}

/** A week that is not over may still become what is usual. */
function sideOf(
  value: number,
  { low, high }: Usual,
  { grows }: TrendMetric,
  isCurrent: boolean,
): TrendAnomaly['side'] | undefined {
  if (value > high) return 'high'
  return value < low && !(grows && isCurrent) ? 'low' : undefined
}
