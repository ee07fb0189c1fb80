/**
 * The moment a person means by `7d`, `12h`, `2w`, `today`, `yesterday`, `last week`, `last month`, `2026-11-16` or
 * `2026-11-16T09:00`; undefined where it means none. The last week is the one before this, from Monday on. Days begin at midnight in the machine's time zone.
 */
export function parseSince(text: string, now: number): number | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'today') return startOfDay(now, 0)
  if (word === 'yesterday') return startOfDay(now, -1)
  if (word === 'last week') return startOfLastWeek(now)
  if (word === 'last month') return startOfLastMonth(now)
  const span = /^(\d{1,5})\s*(m|min|h|d|w|mo|y)$/.exec(word)
  if (span) return now - Number(span[1]) * (UNITS.get(span[2] ?? '') ?? 0)
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)
  if (day) return localDay(Number(day[1]), Number(day[2]), Number(day[3]))
  if (!/^\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}/.test(word)) return undefined
  const at = Date.parse(text.trim().replace(' ', 'T'))
  return Number.isNaN(at) ? undefined : at
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

function startOfDay(now: number, days: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

function startOfLastWeek(now: number): number {
  const daysSinceMonday = (new Date(now).getDay() + 6) % 7
  return startOfDay(now, -daysSinceMonday - 7)
}

function startOfLastMonth(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth() - 1, 1).getTime()
}

function localDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : undefined
}
