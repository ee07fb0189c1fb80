/** Epoch milliseconds, end exclusive. */
export interface DateRange {
  readonly from: number
  readonly to: number
}

/** What clocks on the wall show somewhere. A wall time is written as the epoch milliseconds at which UTC shows the same. */
export interface Clock {
  wallOf(at: number): number
  /** The first moment at which clocks show this; where they leap over it, the moment of the leap. */
  momentOf(wall: number): number
}

/** Days, weeks, months and years where a clock hangs. Months and days count from 1. */
export interface Calendar {
  readonly clock: Clock
  /** Undefined where the calendar has no such day. */
  dayRange(year: number, month: number, day: number): DateRange | undefined
  monthRange(year: number, month: number): DateRange | undefined
  yearRange(year: number): DateRange | undefined
  /** The day of a moment; undefined in years that no transcript can be of. */
  dayAt(at: number): DateRange | undefined
  /** From Monday on. */
  weekAt(at: number): DateRange | undefined
  monthAt(at: number): DateRange | undefined
  yearAt(at: number): DateRange | undefined
  dateAt(at: number): CalendarDate
  /** The same time of day, whatever the clocks did between. */
  addDays(at: number, days: number): number
  /** The same day of another month, or its last where it has no such day. */
  addMonths(at: number, months: number): number
}

export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
  /** 0 on a Monday, 6 on a Sunday. */
  readonly daysSinceMonday: number
}

export function createCalendar(clock: Clock): Calendar {
  const rangeOf = (from: number, to: number): DateRange | undefined => {
    const { year } = dateOfWall(from)
    return isYear(year) ? { from: clock.momentOf(from), to: clock.momentOf(to) } : undefined
  }
  const dateAt = (at: number) => dateOfWall(clock.wallOf(at))
  return {
    clock,
    dateAt,
    dayRange: (year, month, day) => {
      const from = wallOfDate(year, month, day)
      const is = dateOfWall(from)
      return is.month === month && is.day === day ? rangeOf(from, from + DAY) : undefined
    },
    monthRange: (year, month) =>
      month < 1 || month > 12 ? undefined : rangeOf(wallOfDate(year, month, 1), wallOfDate(year, month + 1, 1)),
    yearRange: year => rangeOf(wallOfDate(year, 1, 1), wallOfDate(year + 1, 1, 1)),
    dayAt: at => {
      const from = dayOfWall(clock.wallOf(at))
      return rangeOf(from, from + DAY)
    },
    weekAt: at => {
      const from = weekOfWall(clock.wallOf(at))
      return rangeOf(from, from + 7 * DAY)
    },
    monthAt: at => {
      const { year, month } = dateAt(at)
      return rangeOf(wallOfDate(year, month, 1), wallOfDate(year, month + 1, 1))
    },
    yearAt: at => {
      const { year } = dateAt(at)
      return rangeOf(wallOfDate(year, 1, 1), wallOfDate(year + 1, 1, 1))
    },
    addDays: (at, days) => clock.momentOf(clock.wallOf(at) + days * DAY),
    addMonths: (at, months) => clock.momentOf(addWallMonths(clock.wallOf(at), months)),
  }
}

export const DAY = 24 * 60 * 60 * 1000

/** Earlier than any transcript by far, and later than what `Date` takes for an abbreviated year. */
const FIRST_YEAR = 1970
const LAST_YEAR = 2999

export function isYear(year: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** Midnight of the day of a wall time. */
export function dayOfWall(wall: number): number {
  return Math.floor(wall / DAY) * DAY
}

/** Midnight of the Monday before it. The first day of 1970 was a Thursday. */
export function weekOfWall(wall: number): number {
  const day = Math.floor(wall / DAY)
  return (day - ((((day + 3) % 7) + 7) % 7)) * DAY
}

export function dateOfWall(wall: number): CalendarDate {
  const date = new Date(wall)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    daysSinceMonday: (date.getUTCDay() + 6) % 7,
  }
}

/** Midnight. Months and days beyond the end run on into the next year and month. */
export function wallOfDate(year: number, month: number, day: number): number {
  // Date.UTC would take 76 for 1976.
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

function addWallMonths(wall: number, months: number): number {
  const { year, month, day } = dateOfWall(wall)
  const last = dateOfWall(wallOfDate(year, month + months + 1, 0)).day
  return wallOfDate(year, month + months, Math.min(day, last)) + (wall - dayOfWall(wall))
}
