/** Length of `2026-01-30T19:34:31.499Z`, the only form the client writes. */
const CLIENT_LENGTH = 24
const DAY_LENGTH = 11

let knownDay = ''
let knownDayMs = Number.NaN

/** Epoch milliseconds of an ISO 8601 text, offsets allowed; undefined for anything else. */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length < 10 || text.length > 40) return undefined
  const quick = text.length === CLIENT_LENGTH ? parseClientTime(text) : Number.NaN
  const at = Number.isNaN(quick) ? Date.parse(text) : quick
  return Number.isNaN(at) ? undefined : at
}

/**
 * Runs for every entry, and neighbours share their day: with the day kept this costs a fifth of `Date.parse`. NaN for
 * whatever is not plainly in the client's form.
 */
function parseClientTime(text: string): number {
  if (!text.startsWith(knownDay) || knownDay === '') {
    const day = text.slice(0, DAY_LENGTH)
    knownDayMs = day.endsWith('T') ? Date.parse(`${day}00:00:00.000Z`) : Number.NaN
    knownDay = day
  }
  const hours = digits(text, 11, 2)
  const minutes = digits(text, 14, 2)
  const seconds = digits(text, 17, 2)
  const ms = digits(text, 20, 3)
  const isPlain = text[13] === ':' && text[16] === ':' && text[19] === '.' && text[23] === 'Z'
  if (!isPlain || hours > 23 || minutes > 59 || seconds > 59) return Number.NaN
  return knownDayMs + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + ms
}

/** NaN where a character is no digit; comparing NaN is false, and so is every sum with it. */
function digits(text: string, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}
