import { describe, expect, test } from 'vitest'
import { countTrap } from './usage-fixture.ts'

/** Keys of rows with their input tokens. */
async function tell(trap: string, args: readonly string[]): Promise<readonly (readonly [string, number])[]> {
  const { rows } = await countTrap(trap, args)
  return rows.map(row => [row.key, row.inputTokens] as const)
}

describe('days of a zone', () => {
  const NEW_YORK = ['--tz', 'America/New_York']

  test('R30: a day is one of the chosen zone, also on the day that has 23 hours (days-of-a-zone)', async () => {
    expect(await tell('days-of-a-zone', ['daily', ...NEW_YORK])).toEqual([
      ['2026-03-07', 1000],
      ['2026-03-08', 2000 + 4000],
      ['2026-03-09', 8000],
    ])
    expect(await tell('days-of-a-zone', ['daily', '--tz', 'UTC'])).toEqual([
      ['2026-03-08', 1000 + 2000],
      ['2026-03-09', 4000 + 8000],
    ])
  })

  test('R30: bounds are days of the same zone, and --until holds its day (days-of-a-zone)', async () => {
    const day = ['--since', '2026-03-08', '--until', '2026-03-08']
    expect(await tell('days-of-a-zone', ['daily', ...NEW_YORK, ...day])).toEqual([['2026-03-08', 6000]])
    expect(await tell('days-of-a-zone', ['daily', '--tz', 'UTC', ...day])).toEqual([['2026-03-08', 3000]])
    expect(await tell('days-of-a-zone', ['models', ...NEW_YORK, ...day])).toEqual([['claude-haiku-4-5', 6000]])
  })

  test('R30: weeks begin on Monday and months on the first, in the same zone (days-of-a-zone)', async () => {
    expect(await tell('days-of-a-zone', ['weekly', ...NEW_YORK])).toEqual([
      ['2026-03-02', 1000 + 6000],
      ['2026-03-09', 8000],
    ])
    expect(await tell('days-of-a-zone', ['monthly', ...NEW_YORK])).toEqual([['2026-03', 15_000]])
  })
})

describe('blocks', () => {
  test('R31: a block begins at the full hour, ends after five, and runs over all sessions (five-hour-blocks)', async () => {
    const blocks = (await tell('five-hour-blocks', ['blocks'])).filter(([key]) => !key.startsWith('gap'))
    expect(blocks).toEqual([
      // 14:00 is five hours after 09:00 and no more; 14:01 is.
      ['2026-03-02T09:00:00.000Z', 1000 + 16_000 + 2000],
      ['2026-03-02T14:00:00.000Z', 4000],
      ['2026-03-02T20:00:00.000Z', 8000],
    ])
  })

  test('R31: a gap row without numbers stands where nothing was asked for (five-hour-blocks)', async () => {
    const { rows, totals } = await countTrap('five-hour-blocks', ['blocks'])
    const gaps = rows.filter(row => row.about.kind === 'gap')
    expect(gaps.map(({ about, requests, totalTokens }) => ({ about, requests, totalTokens }))).toEqual([
      {
        about: {
          kind: 'gap',
          startsAt: '2026-03-02T19:01:00.000Z',
          endsAt: '2026-03-02T20:30:00.000Z',
          hours: 89 / 60,
          idleHours: 5 + 89 / 60,
        },
        requests: 0,
        totalTokens: 0,
      },
    ])
    expect(totals.inputTokens).toBe(31_000)
  })
})
