import { dateOfWall } from '../../../time/calendar.ts'
import { definePeriods } from './define-periods.ts'

export const monthly = definePeriods({
  name: 'monthly',
  aliases: ['month', 'months'],
  summary: 'By month',
  title: 'MONTH',
  unit: 'month',
  keyIn: zone => zone.monthOf,
  describe: (key, wall) => ({ label: `${key} ${MONTHS[dateOfWall(wall).month - 1]}`, about: {} }),
})

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
