import { DAY, dateOfWall, wallOfDate, weekOfWall } from './calendar.ts'
import { formatWallDay } from './zone.ts'

export type PeriodUnit = 'day' | 'week' | 'month'

/**
 * Every day, week or month from one to another, both included, by the names that a zone gives them. Undefined where a
 * name is none, or where there are more than `limit`: one broken clock puts thousands of years between two days.
 */
export function listPeriods(
  unit: PeriodUnit,
  first: string,
  last: string,
  limit: number,
): readonly string[] | undefined {
  const end = parsePeriod(last, unit)
  let wall = parsePeriod(first, unit)
  if (wall === undefined || end === undefined) return undefined
  const found: string[] = []
  while (wall <= end) {
    if (found.length === limit) return undefined
    found.push(formatWallDay(wall).slice(0, unit === 'month' ? -3 : undefined))
    wall = nextPeriod(wall, unit)
  }
  return found
}

/** Where a day, week or month begins, as a wall time; undefined where the name is none. */
export function parsePeriod(name: string, unit: PeriodUnit): number | undefined {
  const [, year, month, day] = /^(\d{4,6})-(\d{2})(?:-(\d{2}))?$/.exec(name) ?? []
  if ((day === undefined) !== (unit === 'month')) return undefined
  const wall = wallOfDate(Number(year), Number(month), Number(day ?? 1))
  // There is no 30 February.
  if (!formatWallDay(wall).startsWith(name)) return undefined
  return unit === 'week' ? weekOfWall(wall) : wall
}

/** Where the next one begins. */
export function nextPeriod(wall: number, unit: PeriodUnit): number {
  if (unit !== 'month') return wall + (unit === 'week' ? 7 : 1) * DAY
  const { year, month } = dateOfWall(wall)
  return wallOfDate(year, month + 1, 1)
}
