import type { Store } from '../../store/store.ts'
import type { RecallContext } from './recall.ts'

/**
 * When the conversation of the running session was last compacted, by what the hooks saw and by what is kept, whichever
 * is later: hooks may have been set up after it, and the index may be a step behind them.
 */
export function findCompaction(
  store: Store,
  { sessionId, compactedAt }: Pick<RecallContext, 'sessionId' | 'compactedAt'>,
): number | undefined {
  if (sessionId === undefined) return compactedAt
  const kept = store.get(LAST, [sessionId])?.at as number | null | undefined
  return kept == null ? compactedAt : Math.max(kept, compactedAt ?? kept)
}

const LAST = `SELECT max(e.at) AS at FROM sessions AS s
CROSS JOIN segments AS g ON g.session = s.session AND g.agent = '' AND g.number > 0
CROSS JOIN entries AS e ON e.session = g.session AND e.agent = '' AND e.number = coalesce(g.boundary_entry, g.first_entry)
WHERE s.id = ?`
