import { parseDateRange } from './parse-moment.ts'

/**
 * The moment a person means by `7d`, `12h` or `2w`, counted back from now, or by any date that `parseDateRange` knows,
 * where it begins; undefined where it means none.
 */
export function parseSince(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,5})\s*(m|min|h|d|w|mo|y)$/.exec(text.trim().toLowerCase()) ?? []
  if (unit !== undefined) return now - Number(count) * (UNITS.get(unit) ?? 0)
  return parseDateRange(text, now)?.from
}

const DAY = 24 * 60 * 60 * 1000
const UNITS = new Map([
  ['m', 60_000],
  ['min', 60_000],
  ['h', 60 * 60_000],
  ['d', DAY],
  ['w', 7 * DAY],
  ['mo', 30 * DAY],
  ['y', 365 * DAY],
])
