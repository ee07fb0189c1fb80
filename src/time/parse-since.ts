import type { Calendar } from './calendar.ts'
import { localCalendar } from './local-calendar.ts'
import { parseDateRange } from './parse-moment.ts'

/**
 * The moment a person means by `7d`, `12h` or `2w`, counted back from now, or by any date that `parseDateRange` knows,
 * where it begins; undefined where it means none.
 */
export function parseSince(text: string, now: number, calendar: Calendar = localCalendar): number | undefined {
  return parseAgo(text, now) ?? parseDateRange(text, now, calendar)?.from
}

/** The same where something ends: a day, week, month or year is part of it, so that it ends where the next one begins. */
export function parseUntil(text: string, now: number, calendar: Calendar): number | undefined {
  const ago = parseAgo(text, now)
  const range = ago === undefined ? parseDateRange(text, now, calendar) : undefined
  if (!range) return ago
  // What is no longer than an hour was named by its beginning: 09:30, three hours ago.
  return range.to - range.from <= HOUR ? range.from : range.to
}

function parseAgo(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,5})\s*(m|min|h|d|w|mo|y)$/.exec(text.trim().toLowerCase()) ?? []
  return unit === undefined ? undefined : now - Number(count) * (UNITS.get(unit) ?? 0)
}

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const UNITS = new Map([
  ['m', 60_000],
  ['min', 60_000],
  ['h', HOUR],
  ['d', DAY],
  ['w', 7 * DAY],
  ['mo', 30 * DAY],
  ['y', 365 * DAY],
])
