import { DAY, dateOfWall, wallOfDate, weekOfWall } from './calendar.ts'

/** `2026-W47`, of the Monday that a week begins with, as a wall time. It is of the year that its Thursday is in (ISO 8601). */
export function formatIsoWeek(monday: number): string {
  const { year, week } = isoWeekOf(monday)
  return `${year}-W${String(week).padStart(2, '0')}`
}

/**
 * The Monday of `2026-W47`, as a wall time; of `W47` alone, the last such week that has begun `today`. Undefined where
 * the text is no week, or its year has no such one.
 */
export function parseIsoWeek(text: string, today: number): number | undefined {
  const [, year, number] = /^(?:(\d{4})-?)?w(\d{1,2})$/i.exec(text.trim()) ?? []
  if (number === undefined) return undefined
  if (year !== undefined) return mondayOf(Number(year), Number(number))
  const thisYear = isoWeekOf(weekOfWall(today)).year
  const monday = mondayOf(thisYear, Number(number))
  return monday !== undefined && monday <= today ? monday : mondayOf(thisYear - 1, Number(number))
}

function isoWeekOf(monday: number): { readonly year: number; readonly week: number } {
  const thursday = monday + 3 * DAY
  const { year } = dateOfWall(thursday)
  return { year, week: Math.floor((thursday - wallOfDate(year, 1, 1)) / (7 * DAY)) + 1 }
}

/** 4 January is always in the first one. */
function mondayOf(year: number, week: number): number | undefined {
  const monday = weekOfWall(wallOfDate(year, 1, 4)) + (week - 1) * 7 * DAY
  const found = isoWeekOf(monday)
  return found.year === year && found.week === week ? monday : undefined
}
