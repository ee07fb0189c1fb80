/** Length of `2026-01-30T19:34:31.499Z`, the only form the client writes. */
const CLIENT_LENGTH = 24
const DAY_LENGTH = 11
const ZERO = 0x30
const COLON = 0x3a
const DOT = 0x2e
const Z = 0x5a

let knownDay = ''
let knownDayMs = Number.NaN

/** Before any transcript was written; a time before it is a broken clock or a broken line. */
const YEAR_2000 = 946_684_800_000

/** Epoch milliseconds of an ISO 8601 text, offsets allowed; undefined for anything else. */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length < 10 || text.length > 40) return undefined
  const quick = text.length === CLIENT_LENGTH ? parseClientTime(text) : Number.NaN
  const at = Number.isNaN(quick) ? Date.parse(text) : quick
  return at >= YEAR_2000 ? at : undefined
}

/**
 * Runs for every entry, and neighbours share their day: with the day kept this takes 62 ns, `Date.parse` 220. NaN for
 * whatever is not plainly in the client's form.
 */
function parseClientTime(text: string): number {
  if (knownDay === '' || !text.startsWith(knownDay)) {
    const day = text.slice(0, DAY_LENGTH)
    knownDayMs = day.endsWith('T') ? Date.parse(`${day}00:00:00.000Z`) : Number.NaN
    knownDay = day
  }
  const isPlain =
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    text.charCodeAt(19) === DOT &&
    text.charCodeAt(23) === Z
  const hours = twoDigits(text, 11)
  const minutes = twoDigits(text, 14)
  const seconds = twoDigits(text, 17)
  const ms = twoDigits(text, 20) * 10 + digit(text, 22)
  if (!isPlain || hours > 23 || minutes > 59 || seconds > 59) return Number.NaN
  return knownDayMs + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1)
}

/** NaN for what is no digit: it passes the comparisons and makes the sum NaN. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO
  return value >= 0 && value <= 9 ? value : Number.NaN
}
