/** How long ago, in one unit: `just now`, `5m ago`, `3h ago`, `2d ago`, `in 4d`. */
export function formatAge(at: number, now: number): string {
  const gap = now - at
  if (!Number.isFinite(gap)) return 'unknown'
  const size = Math.abs(gap)
  if (size < MINUTE) return 'just now'
  const text = inOneUnit(size)
  return gap > 0 ? `${text} ago` : `in ${text}`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function inOneUnit(size: number): string {
  if (size < HOUR) return `${Math.floor(size / MINUTE)}m`
  if (size < DAY) return `${Math.floor(size / HOUR)}h`
  if (size < 60 * DAY) return `${Math.floor(size / DAY)}d`
  if (size < 730 * DAY) return `${Math.floor(size / (30.44 * DAY))}mo`
  return `${Math.floor(size / (365.25 * DAY))}y`
}
