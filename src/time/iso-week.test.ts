import { expect, test } from 'vitest'
import { formatIsoWeek, parseIsoWeek } from './iso-week.ts'
import { parsePeriod } from './list-periods.ts'
import { formatWallDay } from './zone.ts'

const TODAY = wall('2026-11-18')

function wall(day: string): number {
  return parsePeriod(day, 'day') as number
}

test.each([
  ['2026-11-16', '2026-W47'],
  ['2025-12-29', '2026-W01'],
  ['2020-12-28', '2020-W53'],
  ['2021-01-04', '2021-W01'],
])('the week of %s is %s', (monday, week) => {
  expect(formatIsoWeek(wall(monday))).toBe(week)
  expect(formatWallDay(parseIsoWeek(week, TODAY) as number)).toBe(monday)
})

test.each([
  ['W47', '2026-11-16'],
  ['w46', '2026-11-09'],
  ['W48', '2025-11-24'],
  ['2026W5', '2026-01-26'],
])('%s alone is the one of %s', (text, monday) => {
  expect(formatWallDay(parseIsoWeek(text, TODAY) as number)).toBe(monday)
})

test.each(['2026-W54', '2026-W00', '2025-W53', 'W99', 'week 4', '', '2026-11'])('%s is none', text => {
  expect(parseIsoWeek(text, TODAY)).toBeUndefined()
})
