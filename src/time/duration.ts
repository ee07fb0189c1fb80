/** A length of time in its two largest units: `850ms`, `12s`, `4m 12s`, `2h 05m`, `3d 4h`. */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs) || durationMs < 0) return '0s'
  if (durationMs > 0 && durationMs < 1000) return `${Math.max(1, Math.round(durationMs))}ms`
  const seconds = Math.round(durationMs / 1000)
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}m ${pad(seconds % 60)}s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours}h ${pad(minutes % 60)}m`
  return `${Math.floor(hours / 24)}d ${hours % 24}h`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
