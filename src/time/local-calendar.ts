import { createCalendar } from './calendar.ts'

/** The calendar of the machine's time zone, by its own `Date`. */
export const localCalendar = createCalendar({ wallOf, momentOf })

function wallOf(at: number): number {
  const date = new Date(at)
  const day = new Date(0).setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate())
  return new Date(day).setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds())
}

function momentOf(wall: number): number {
  const shown = new Date(wall)
  const date = new Date(0)
  date.setHours(0, 0, 0, 0)
  date.setFullYear(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate())
  return date.setHours(shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), shown.getUTCMilliseconds())
}
