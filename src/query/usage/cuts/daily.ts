import { dateOfWall } from '../../../time/calendar.ts'
import { definePeriods } from './define-periods.ts'

/** A turn over midnight is in both days: each request in its own (R30). */
export const daily = definePeriods({
  name: 'daily',
  aliases: ['day', 'days'],
  summary: 'By day',
  title: 'DAY',
  unit: 'day',
  keyIn: zone => zone.dayOf,
  describe: (key, wall) => ({ label: `${key} ${WEEKDAYS[dateOfWall(wall).daysSinceMonday]}`, about: {} }),
})

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
