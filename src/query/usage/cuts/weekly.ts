import { formatIsoWeek } from '../../../time/iso-week.ts'
import { definePeriods } from './define-periods.ts'

export const weekly = definePeriods({
  name: 'weekly',
  aliases: ['week', 'weeks'],
  summary: 'By week, from Monday on',
  title: 'WEEK',
  unit: 'week',
  keyIn: zone => zone.weekOf,
  describe: (key, monday) => {
    const week = formatIsoWeek(monday)
    return { label: `${key} ${week.slice(week.indexOf('W'))}`, about: { week } }
  },
})
