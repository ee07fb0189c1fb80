const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAY_MS = 24 * 60 * 60 * 1000

/** `Today`, `Yesterday`, `Saturday 14 November`; with the year where it is another one. Days as `2026-11-16`. */
export function nameDay(day: string, today: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  const gap = Math.round((Date.parse(`${today}T00:00:00Z`) - at) / DAY_MS)
  if (Number.isNaN(at)) return day
  if (gap === 0) return 'Today'
  if (gap === 1) return 'Yesterday'
  const date = new Date(at)
  const name = `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
  return day.slice(0, 4) === today.slice(0, 4) ? name : `${name} ${day.slice(0, 4)}`
}

/** `14 Nov`. */
export function shortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]?.slice(0, 3)}`
}
