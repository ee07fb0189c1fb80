/** Epoch milliseconds, end exclusive. */
export interface DateRange {
  readonly from: number
  readonly to: number
}

/** Earlier than any transcript by far, and later than what `Date` takes for an abbreviated year. */
const FIRST_YEAR = 1970
const LAST_YEAR = 2999

export function isYear(year: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR
}

/** A day in the machine's time zone; month and day count from 1. Undefined where the calendar has no such day. */
export function dayRange(year: number, month: number, day: number): DateRange | undefined {
  const from = new Date(year, month - 1, day)
  if (!isYear(year) || from.getMonth() !== month - 1 || from.getDate() !== day) return undefined
  return { from: from.getTime(), to: new Date(year, month - 1, day + 1).getTime() }
}

export function monthRange(year: number, month: number): DateRange | undefined {
  if (!isYear(year) || month < 1 || month > 12) return undefined
  return { from: new Date(year, month - 1, 1).getTime(), to: new Date(year, month, 1).getTime() }
}

export function yearRange(year: number): DateRange | undefined {
  return isYear(year) ? { from: new Date(year, 0, 1).getTime(), to: new Date(year + 1, 0, 1).getTime() } : undefined
}

/** The day of a moment. */
export function dayOf(at: number): DateRange | undefined {
  const date = new Date(at)
  return dayRange(date.getFullYear(), date.getMonth() + 1, date.getDate())
}

/** The week of a moment, from Monday on. */
export function weekOf(at: number): DateRange | undefined {
  const monday = addDays(at, -daysSinceMonday(at))
  const from = dayOf(monday)
  const to = dayOf(addDays(monday, 7))
  return from && to && { from: from.from, to: to.from }
}

export function monthOf(at: number): DateRange | undefined {
  const date = new Date(at)
  return monthRange(date.getFullYear(), date.getMonth() + 1)
}

export function yearOf(at: number): DateRange | undefined {
  return yearRange(new Date(at).getFullYear())
}

/** 0 on a Monday, 6 on a Sunday. */
export function daysSinceMonday(at: number): number {
  return (new Date(at).getDay() + 6) % 7
}

/** The same time of day, whatever the clocks did between. */
export function addDays(at: number, days: number): number {
  const date = new Date(at)
  date.setDate(date.getDate() + days)
  return date.getTime()
}

/** The same day of another month, or its last where it has no such day. */
export function addMonths(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getDate()
  date.setDate(1)
  date.setMonth(date.getMonth() + months + 1, 0)
  date.setDate(Math.min(day, date.getDate()))
  return date.getTime()
}
