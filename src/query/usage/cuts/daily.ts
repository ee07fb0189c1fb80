import { dateOfWall } from '../../../time/calendar.ts'
import type { UsageCut } from './cut.ts'
import { openPeriods } from './open-periods.ts'

/** A turn over midnight is in both days: each request in its own (R30). */
export const daily: UsageCut = {
  name: 'daily',
  aliases: ['day', 'days'],
  summary: 'By day',
  title: 'DAY',
  isByTime: true,
  needsIndex: false,
  needsRequests: false,
  none: '(no time)',
  open: world =>
    openPeriods(world, {
      unit: 'day',
      keyOf: world.zone.dayOf,
      describe: (key, wall) => ({ label: `${key} ${WEEKDAYS[dateOfWall(wall).daysSinceMonday]}`, about: {} }),
    }),
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
