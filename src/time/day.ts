/** The calendar day in the machine's time zone: `2026-11-16`. */
export function formatDay(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return 'unknown day'
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** The time of day in the machine's time zone: `09:05`. */
export function formatTime(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return '--:--'
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** The same with seconds: `09:05:07`. */
export function formatClock(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '--:--:--' : `${formatTime(at)}:${pad(date.getSeconds())}`
}

/** `2026-11-16 09:05`. */
export function formatDayTime(at: number): string {
  return `${formatDay(at)} ${formatTime(at)}`
}

/** ISO 8601 in UTC, for JSON; undefined where there is no time. */
export function formatIso(at: number | undefined): string | undefined {
  if (at === undefined || !Number.isFinite(at)) return undefined
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
