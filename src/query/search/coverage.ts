import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { Coverage } from './answer.ts'

/** What there is to search. Sessions are counted as lists do: those that hold a conversation. */
export function readCoverage(store: Store, isDeep: boolean): Coverage {
  const row = store.get(
    'SELECT sum(has_conversation) AS sessions, max(ended_at) AS newest, sum(left_out_bytes) AS left_out FROM sessions',
  )
  const synced = Number(store.meta.get('last_sync_at') ?? Number.NaN)
  return {
    sessions: (row?.sessions as number | null | undefined) ?? 0,
    newestAt: formatIso((row?.newest as number | null | undefined) ?? undefined),
    syncedAt: Number.isFinite(synced) ? formatIso(synced) : undefined,
    leftOutBytes: (row?.left_out as number | null | undefined) ?? 0,
    isDeep,
  }
}
