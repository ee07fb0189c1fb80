/** A count in at most five characters: `950`, `12.3k`, `4.1M`. */
export function formatCount(count: number): string {
  if (!Number.isFinite(count)) return '?'
  const size = Math.abs(count)
  if (size < 1000) return String(Math.round(count))
  for (const { limit, unit, suffix } of UNITS) {
    if (size < limit) return shorten(count / unit) + suffix
  }
  return `${shorten(count / 1e12)}T`
}

/** `1 session`, `2 sessions`, `1,234 sessions`. */
export function formatNumberOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatInteger(count)} ${count === 1 ? singular : plural}`
}

/** With a comma every three digits, whatever the language of the machine. */
export function formatInteger(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `950 B`, `12.3 KB`, `4.1 MB`, in steps of 1,000. */
export function formatBytes(bytes: number): string {
  const short = formatCount(bytes)
  const suffix = short.at(-1) ?? ''
  if (suffix >= '0' && suffix <= '9') return `${short} B`
  return `${short.slice(0, -1)} ${suffix === 'k' ? 'K' : suffix}B`
}

// 999,950 would round to `1000.0k`, so a unit ends where its successor begins after rounding.
const UNITS = [
  { limit: 999_500, unit: 1e3, suffix: 'k' },
  { limit: 999_500_000, unit: 1e6, suffix: 'M' },
  { limit: 999_500_000_000, unit: 1e9, suffix: 'G' },
]

function shorten(value: number): string {
  return Math.abs(value) < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}
