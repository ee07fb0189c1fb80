import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createZone, localZone, type Zone } from './zone.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
]

function requireZone(name: string): Zone {
  const zone = createZone(name)
  if (!zone) throw new Error(`no zone ${name}`)
  return zone
}

/** Day and time of day on both sides of a moment, a millisecond apart. */
function checkBorder(name: string, moment: string, before: string, after: string): void {
  const zone = requireZone(name)
  const at = Date.parse(moment)
  const shown = (when: number) => `${zone.dayOf(when)} ${zone.timeOf(when)}`
  expect({ moment, shown: [shown(at - 1), shown(at)] }).toEqual({ moment, shown: [before, after] })
}

function checkDay(name: string, at: string, from: string, to: string): void {
  const range = requireZone(name).calendar.dayAt(Date.parse(at))
  expect(range && [new Date(range.from).toISOString(), new Date(range.to).toISOString()]).toEqual([from, to])
}

describe('a zone', () => {
  test('is known by its name in any case, or by an offset', () => {
    expect(createZone('europe/BERLIN')?.name).toBe('Europe/Berlin')
    expect(createZone('utc')?.name).toBe('UTC')
    expect(createZone('+02:00')?.dayOf(Date.parse('2026-11-15T22:00:00Z'))).toBe('2026-11-16')
    expect(createZone('-0330')?.timeOf(Date.parse('2026-11-16T12:00:00Z'))).toBe('08:30')
  })
  test('keeps the name that somebody knows it by', () => {
    expect(createZone('Asia/Kathmandu')?.name).toBe('Asia/Kathmandu')
    expect(createZone('US/Eastern')?.name).toBe('US/Eastern')
  })
  test('is none where nobody knows it', () => {
    for (const name of ['', 'local', 'Europe/Atlantis', '+25:00', 'Europe/Berlin\u001b[31m']) {
      expect(createZone(name)).toBe(undefined)
    }
  })
  test('of the machine shows what its clock shows', () => {
    for (const at of [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1, 23, 59), Date.UTC(2026, 10, 16, 12)]) {
      const date = new Date(at)
      expect(localZone().wallOf(at)).toBe(
        Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()),
      )
    }
  })
})

describe('R30: a day begins at midnight of its zone', () => {
  test('in UTC', () => checkBorder('UTC', '2026-11-16T00:00:00Z', '2026-11-15 23:59', '2026-11-16 00:00'))
  test('where clocks are 5 hours and 45 minutes ahead', () =>
    checkBorder('Asia/Kathmandu', '2026-11-15T18:15:00Z', '2026-11-15 23:59', '2026-11-16 00:00'))
  test('where clocks are half an hour off in winter alone', () => {
    checkBorder('Australia/Lord_Howe', '2026-07-01T13:30:00Z', '2026-07-01 23:59', '2026-07-02 00:00')
    checkBorder('Australia/Lord_Howe', '2026-11-16T13:00:00Z', '2026-11-16 23:59', '2026-11-17 00:00')
  })
  test('before and after the clocks change', () => {
    checkBorder('America/New_York', '2026-03-08T05:00:00Z', '2026-03-07 23:59', '2026-03-08 00:00')
    checkBorder('America/New_York', '2026-03-09T04:00:00Z', '2026-03-08 23:59', '2026-03-09 00:00')
    checkBorder('America/New_York', '2026-11-01T04:00:00Z', '2026-10-31 23:59', '2026-11-01 00:00')
    checkBorder('America/New_York', '2026-11-02T05:00:00Z', '2026-11-01 23:59', '2026-11-02 00:00')
  })
})

describe('clocks change', () => {
  test('to the millisecond, by an hour', () => {
    checkBorder('America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 01:59', '2026-03-08 03:00')
    checkBorder('America/New_York', '2026-11-01T06:00:00Z', '2026-11-01 01:59', '2026-11-01 01:00')
  })
  test('by half an hour', () => {
    checkBorder('Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05 01:59', '2026-04-05 01:30')
    checkBorder('Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04 01:59', '2026-10-04 02:30')
  })
  test('by a day', () => checkBorder('Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-29 23:59', '2011-12-31 00:00'))
  test('at a minute past midnight', () =>
    checkBorder('America/St_Johns', '2010-03-14T03:31:00Z', '2010-03-14 00:00', '2010-03-14 01:01'))
})

describe('the day of a moment', () => {
  test('has 23 hours in spring and 25 in autumn', () => {
    checkDay('America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z')
    checkDay('America/New_York', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z')
  })
  test('begins at one where clocks leap over midnight', () =>
    checkDay('America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'))
  test('ends after its last hour was there twice', () =>
    checkDay('Africa/Cairo', '2026-10-29T12:00:00Z', '2026-10-28T21:00:00.000Z', '2026-10-29T22:00:00.000Z'))
  test('is empty where it never was', () => {
    const range = requireZone('Pacific/Apia').calendar.dayRange(2011, 12, 30)
    expect(range).toEqual({ from: Date.UTC(2011, 11, 30, 10), to: Date.UTC(2011, 11, 30, 10) })
  })
})

test('a time that clocks show twice is the first, one they leap over is the leap', () => {
  const zone = requireZone('America/New_York')
  expect(zone.momentOf(Date.UTC(2026, 10, 1, 1, 30))).toBe(Date.parse('2026-11-01T05:30:00Z'))
  expect(zone.momentOf(Date.UTC(2026, 2, 8, 2, 30))).toBe(Date.parse('2026-03-08T07:00:00Z'))
})

test('no time is too far away', () => {
  for (const at of [8.64e15, -8.64e15, 1e300, Number.NaN]) {
    const zone = requireZone('Asia/Kathmandu')
    expect([zone.dayOf(at), zone.weekOf(at), zone.monthOf(at), zone.timeOf(at)].every(text => text !== '')).toBe(true)
    expect(zone.calendar.dayAt(at)).toBe(undefined)
  }
})

describe('in any zone, at any time', () => {
  const QUARTER = 15 * 60_000
  const borders = fc
    .tuple(
      fc.integer({ min: Date.UTC(1971, 0) / QUARTER, max: Date.UTC(2100, 0) / QUARTER }),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([quarter, more]) => quarter * QUARTER + more)
  const times = fc.oneof(fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2100, 0) }), borders)
  const places = fc.record({ name: fc.constantFrom(...ZONES), at: times })
  const zones = new Map(ZONES.map(name => [name, requireZone(name)]))
  const formats = new Map(ZONES.map(name => [name, plainFormat(name)]))

  test('R30: the day is the one that Intl says', () => {
    fc.assert(
      fc.property(places, ({ name, at }) => {
        expect(zones.get(name)?.dayOf(at)).toBe(formats.get(name)?.format(at))
      }),
      { numRuns: 2000 },
    )
  })
  test('R30: a day begins and ends where Intl begins and ends it', () => {
    fc.assert(
      fc.property(places, ({ name, at }) => {
        const zone = zones.get(name) as Zone
        const format = formats.get(name) as Intl.DateTimeFormat
        const { from, to } = zone.calendar.dayAt(at) as { from: number; to: number }
        const day = format.format(at)
        expect(from <= at && at < to).toBe(true)
        expect([format.format(from), format.format(to - 1)]).toEqual([day, day])
        expect(format.format(from - 1)).not.toBe(day)
        expect(format.format(to)).not.toBe(day)
      }),
      { numRuns: 1000 },
    )
  })
  test('weeks and months are made of whole days', () => {
    fc.assert(
      fc.property(places, ({ name, at }) => {
        const { calendar, dayOf, weekOf, monthOf } = zones.get(name) as Zone
        const day = calendar.dayAt(at) as { from: number; to: number }
        for (const moment of [day.from, day.to - 1]) {
          expect([dayOf(moment), weekOf(moment), monthOf(moment)]).toEqual([dayOf(at), weekOf(at), monthOf(at)])
        }
        const week = calendar.weekAt(at) as { from: number; to: number }
        expect([dayOf(week.from), weekOf(week.to) === weekOf(at)]).toEqual([weekOf(at), false])
        expect(weekOf(week.to - 1)).toBe(weekOf(at))
        const month = calendar.monthAt(at) as { from: number; to: number }
        expect([monthOf(month.from), monthOf(month.to - 1)]).toEqual([monthOf(at), monthOf(at)])
        expect([monthOf(month.from - 1), monthOf(month.to)]).not.toContain(monthOf(at))
        expect(dayOf(month.from)).toBe(`${monthOf(at)}-01`)
      }),
      { numRuns: 1000 },
    )
  })
})

/** `2026-11-16`: Sweden writes dates this way. */
function plainFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}
