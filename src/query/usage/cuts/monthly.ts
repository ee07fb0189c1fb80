import { dateOfWall } from '../../../time/calendar.ts'
import type { UsageCut } from './cut.ts'
import { openPeriods } from './open-periods.ts'

export const monthly: UsageCut = {
  name: 'monthly',
  aliases: ['month', 'months'],
  summary: 'By month',
  title: 'MONTH',
  isByTime: true,
  needsIndex: false,
  needsRequests: false,
  none: '(no time)',
  open: world =>
    openPeriods(world, {
      unit: 'month',
      keyOf: world.zone.monthOf,
      describe: (key, wall) => ({ label: `${key} ${MONTHS[dateOfWall(wall).month - 1]}`, about: {} }),
    }),
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
