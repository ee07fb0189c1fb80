import { DAY, dateOfWall, wallOfDate } from '../../../time/calendar.ts'
import { definePeriods } from './define-periods.ts'

export const weekly = definePeriods({
  name: 'weekly',
  aliases: ['week', 'weeks'],
  summary: 'By week, from Monday on',
  title: 'WEEK',
  unit: 'week',
  keyIn: zone => zone.weekOf,
  describe: (key, monday) => {
    const { year, week } = isoWeek(monday)
    const number = `W${String(week).padStart(2, '0')}`
    return { label: `${key} ${number}`, about: { week: `${year}-${number}` } }
  },
})

/** A week belongs to the year that its Thursday is in (ISO 8601). */
function isoWeek(monday: number): { readonly year: number; readonly week: number } {
  const thursday = monday + 3 * DAY
  const { year } = dateOfWall(thursday)
  return { year, week: Math.floor((thursday - wallOfDate(year, 1, 1)) / (7 * DAY)) + 1 }
}
