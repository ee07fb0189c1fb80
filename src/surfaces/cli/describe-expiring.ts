import type { Overview } from '../../query/overview.ts'
import { formatInteger, formatNumberOf } from '../../text/count.ts'

/** What the client will delete soon, and whether that matters; without a full stop. Undefined where it is nothing. */
export function describeExpiring(expiring: Overview['expiring']): string | undefined {
  if (expiring.length === 0) return undefined
  return `Claude Code will delete ${formatNumberOf(expiring.length, 'session')} within a week${formatSafe(expiring)}`
}

function formatSafe(expiring: Overview['expiring']): string {
  const kept = expiring.filter(session => session.isKept).length
  if (kept === 0) return ''
  return kept === expiring.length
    ? '; the archive keeps all of it'
    : `; the archive keeps ${formatInteger(kept)} of them`
}
