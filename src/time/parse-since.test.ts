import { expect, test } from 'vitest'
import { parseSince, parseUntil } from './parse-since.ts'
import { createZone } from './zone.ts'

const NOW = new Date(2026, 10, 16, 12, 0).getTime()

function checkSince(text: string, expected: number | undefined): void {
  expect(parseSince(text, NOW)).toBe(expected)
}

test('a length of time counts back from now', () => {
  checkSince('7d', NOW - 7 * 86_400_000)
  checkSince('12h', NOW - 12 * 3_600_000)
  checkSince('2w', NOW - 14 * 86_400_000)
})
test('a day begins at midnight here', () => {
  checkSince('2026-11-01', new Date(2026, 10, 1).getTime())
  checkSince('20261101', new Date(2026, 10, 1).getTime())
  checkSince('yesterday', new Date(2026, 10, 15).getTime())
})
test('the last week begins on its Monday, the last month on its first day', () => {
  checkSince('last week', new Date(2026, 10, 9).getTime())
  checkSince('Last month', new Date(2026, 9, 1).getTime())
})
test('a day with a time of day', () => checkSince('2026-11-16T09:30', new Date(2026, 10, 16, 9, 30).getTime()))
test('anything else means nothing', () => {
  checkSince('soon', undefined)
  checkSince('2026-02-31', undefined)
  checkSince('20260231', undefined)
  checkSince('', undefined)
})

/** Monday, 16 November, 05:30 in New York. */
const AT = Date.parse('2026-11-16T10:30:00Z')

function checkBounds(zone: string, text: string, since: string | undefined, until: string | undefined): void {
  const calendar = createZone(zone)?.calendar
  const bounds = calendar && [parseSince(text, AT, calendar), parseUntil(text, AT, calendar)]
  expect({ text, bounds: bounds?.map(at => (at === undefined ? undefined : new Date(at).toISOString())) }).toEqual({
    text,
    bounds: [since, until],
  })
}

test('R30: a day has the bounds of the zone, and until holds it', () => {
  checkBounds('America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z')
  checkBounds('America/New_York', '20261101', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z')
  checkBounds('America/New_York', 'today', '2026-11-16T05:00:00.000Z', '2026-11-17T05:00:00.000Z')
  checkBounds('Asia/Kathmandu', 'yesterday', '2026-11-14T18:15:00.000Z', '2026-11-15T18:15:00.000Z')
  checkBounds('Pacific/Apia', 'today', '2026-11-15T11:00:00.000Z', '2026-11-16T11:00:00.000Z')
})
test('R30: so have weeks, months and years', () => {
  checkBounds('America/New_York', 'last week', '2026-11-09T05:00:00.000Z', '2026-11-16T05:00:00.000Z')
  checkBounds('America/New_York', '2026-03', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z')
  checkBounds('Asia/Kathmandu', 'november', '2026-10-31T18:15:00.000Z', '2026-11-30T18:15:00.000Z')
  checkBounds('Asia/Kathmandu', '2025', '2024-12-31T18:15:00.000Z', '2025-12-31T18:15:00.000Z')
})
test('R30: today is the day that the zone has now', () => {
  checkBounds('Pacific/Kiritimati', 'today', '2026-11-16T10:00:00.000Z', '2026-11-17T10:00:00.000Z')
  checkBounds('Pacific/Pago_Pago', 'today', '2026-11-15T11:00:00.000Z', '2026-11-16T11:00:00.000Z')
  checkBounds('Pacific/Pago_Pago', 'this week', '2026-11-09T11:00:00.000Z', '2026-11-16T11:00:00.000Z')
})
test('a time of day is that moment for both, in the zone unless it says where', () => {
  const moment = '2026-11-16T14:30:00.000Z'
  checkBounds('America/New_York', '2026-11-16T09:30', moment, moment)
  checkBounds('America/New_York', '2026-11-16 09:30', moment, moment)
  checkBounds('America/New_York', '2026-11-16T14:30Z', moment, moment)
  checkBounds('America/New_York', '2026-11-16T15:30:00+01:00', moment, moment)
})
test('a length of time ends there, too', () => {
  checkBounds('America/New_York', '7d', '2026-11-09T10:30:00.000Z', '2026-11-09T10:30:00.000Z')
  checkBounds('America/New_York', '3 hours ago', '2026-11-16T07:30:00.000Z', '2026-11-16T07:30:00.000Z')
})
test('what is no time is none in any zone', () => {
  checkBounds('America/New_York', 'soon', undefined, undefined)
  checkBounds('America/New_York', '2026-11-16T09:30.', undefined, undefined)
  checkBounds('America/New_York', '2026-11-16T25:30', undefined, undefined)
  checkBounds('America/New_York', '1950 years ago', undefined, undefined)
})
