import { formatIso } from '../../../time/day.ts'
import { nextPeriod, type PeriodUnit, parsePeriod } from '../../../time/list-periods.ts'
import { parseDateRange } from '../../../time/parse-moment.ts'
import type { Zone } from '../../../time/zone.ts'
import type { RowAbout } from '../usage-report.ts'
import { type CutWorld, NO_PLACE, type OpenCut, type UsageCut } from './cut.ts'

/** What days, weeks and months differ in. */
export interface Periods extends Pick<UsageCut, 'name' | 'aliases' | 'summary' | 'title'> {
  readonly unit: PeriodUnit
  keyIn(zone: Zone): (at: number) => string
  /** `wall` is where it begins, as clocks show it. */
  describe(key: string, wall: number): { readonly label: string; readonly about: RowAbout }
}

/** Each request is in the period of its own first line (R10), in the one zone of the report (R30). */
export function definePeriods(periods: Periods): UsageCut {
  const { name, aliases, summary, title } = periods
  return {
    name,
    aliases,
    summary,
    title,
    isByTime: true,
    needsIndex: false,
    needsRequests: false,
    none: '(no time)',
    open: world => openPeriods(world, periods),
  }
}

function openPeriods({ zone, now }: CutWorld, { unit, keyIn, describe }: Periods): OpenCut {
  const keyOf = keyIn(zone)
  return {
    keyOf: ({ firstAt }) => (firstAt === undefined ? NO_PLACE : keyOf(firstAt)),
    describe: key => {
      const wall = parsePeriod(key, unit)
      if (wall === undefined) return { label: key, about: {} }
      const startsAt = zone.momentOf(wall)
      const endsAt = zone.momentOf(nextPeriod(wall, unit))
      const { label, about } = describe(key, wall)
      return {
        label,
        about: {
          startsAt: formatIso(startsAt) ?? null,
          endsAt: formatIso(endsAt) ?? null,
          isCurrent: startsAt <= now && now < endsAt,
          ...about,
        },
      }
    },
    isCalled: (key, text) => {
      const range = parseDateRange(text, now, zone.calendar)
      return range !== undefined && keyOf(range.from) === key && keyOf(range.to - 1) === key
    },
  }
}
