import { describe, expect, test } from 'vitest'
import { readUsageTimes } from '../../../query/usage/usage-times.ts'
import type { OptionValue } from '../define-command.ts'
import { typedTimes, usageZone } from './times.ts'

/** A Monday; in New York 05:30. */
const NOW = Date.parse('2026-11-16T10:30:00Z')

type Options = { readonly [name: string]: OptionValue }

function read(report: string, options: Options) {
  const app = { config: { zone: 'America/New_York' }, env: {}, platform: 'linux' }
  const asked = { args: {}, options }
  const zone = usageZone(app, asked)
  const { since, until, lastBlocks } = readUsageTimes(typedTimes(asked), { zone, now: NOW }, { name: report })
  return { zone: zone.name, since: formatAt(since), until: formatAt(until), lastBlocks }
}

function formatAt(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString()
}

function checkSince(report: string, options: Options, since: string): void {
  expect({ options, since: read(report, options).since }).toEqual({ options, since })
}

function checkRefused(options: Options, code: string): void {
  expect(() => read('daily', options)).toThrow(expect.objectContaining({ code }))
}

describe('R30: the zone', () => {
  test('is --tz, else --timezone, else the setting', () => {
    expect(read('daily', { tz: 'asia/tokyo', timezone: 'UTC' }).zone).toBe('Asia/Tokyo')
    expect(read('daily', { timezone: 'UTC' }).zone).toBe('UTC')
    expect(read('daily', {}).zone).toBe('America/New_York')
  })
  test('else that of the machine', () => {
    const zone = usageZone({ config: {}, env: {}, platform: 'linux' }, { args: {}, options: {} })
    expect(zone.wallOf(NOW)).toBe(NOW - new Date(NOW).getTimezoneOffset() * 60_000)
  })
  test('that nobody knows is refused', () => {
    checkRefused({ tz: 'Europe/Atlantis' }, 'bad-zone')
    checkRefused({ tz: '' }, 'bad-zone')
  })
})

describe('R30: bounds', () => {
  test('are in the zone, and --until holds its day', () => {
    expect(read('daily', { since: '20261101', until: '2026-11-01' })).toEqual({
      zone: 'America/New_York',
      since: '2026-11-01T04:00:00.000Z',
      until: '2026-11-02T05:00:00.000Z',
      lastBlocks: undefined,
    })
    expect(read('daily', { tz: 'Asia/Kathmandu', since: 'today' }).since).toBe('2026-11-15T18:15:00.000Z')
  })
  test('are none where nobody asks for any', () =>
    expect(read('daily', {})).toMatchObject({ since: undefined, until: undefined, lastBlocks: undefined }))
  test('that mean nothing are refused', () => {
    checkRefused({ since: 'soon' }, 'bad-time')
    checkRefused({ until: '' }, 'bad-time')
  })
  test('the wrong way round are refused', () => {
    checkRefused({ since: '2026-11-02', until: '2026-11-01' }, 'since-after-until')
    checkRefused({ since: '2026-11-01T09:30', until: '2026-11-01T09:30' }, 'since-after-until')
    expect(read('daily', { since: '2026-11-01', until: '2026-11-01' }).since).toBe('2026-11-01T04:00:00.000Z')
  })
})

describe('--last', () => {
  test('counts days of the zone, today too', () => {
    checkSince('daily', { last: 1 }, '2026-11-16T05:00:00.000Z')
    checkSince('daily', { last: 16 }, '2026-11-01T04:00:00.000Z')
    checkSince('daily', { last: 17 }, '2026-10-31T04:00:00.000Z')
    checkSince('sessions', { last: 7 }, '2026-11-10T05:00:00.000Z')
    checkSince('daily', { last: 1, tz: 'Pacific/Kiritimati' }, '2026-11-16T10:00:00.000Z')
  })
  test('counts weeks and months in reports by these', () => {
    checkSince('weekly', { last: 1 }, '2026-11-16T05:00:00.000Z')
    checkSince('weekly', { last: 3 }, '2026-11-02T05:00:00.000Z')
    checkSince('monthly', { last: 1 }, '2026-11-01T04:00:00.000Z')
    checkSince('monthly', { last: 12 }, '2025-12-01T05:00:00.000Z')
  })
  test('ends with today, this week or this month: a clock may be wrong', () => {
    expect(read('daily', { last: 2 }).until).toBe('2026-11-17T05:00:00.000Z')
    expect(read('weekly', { last: 2 }).until).toBe('2026-11-23T05:00:00.000Z')
    expect(read('monthly', { last: 2 }).until).toBe('2026-12-01T05:00:00.000Z')
    expect(read('weekly', { last: 2, until: 'yesterday' }).until).toBe('2026-11-16T05:00:00.000Z')
    expect(read('daily', { last: 2, until: '2027' }).until).toBe('2026-11-17T05:00:00.000Z')
  })
  test('leaves blocks to those who know the requests', () =>
    expect(read('blocks', { last: 3 })).toMatchObject({ since: undefined, until: undefined, lastBlocks: 3 }))
  test('counts back from --until, where that is past', () => {
    checkSince('daily', { last: 2, until: '2026-11-01' }, '2026-10-31T04:00:00.000Z')
    checkSince('daily', { last: 2, until: '2026' }, '2026-11-15T05:00:00.000Z')
  })
  test('may be more than there is', () => checkSince('daily', { last: 999_999_999 }, '1970-01-01T00:00:00.000Z'))
  test('does not go with --since', () => checkRefused({ last: 2, since: '7d' }, 'last-with-since'))
})
