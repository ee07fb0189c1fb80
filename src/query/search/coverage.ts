import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { Coverage } from './answer.ts'

/** What there is to search, of these sessions or of all. They are counted as lists do: those that hold a conversation. */
export function readCoverage(store: Store, isDeep: boolean, within?: ReadonlySet<number>): Coverage {
  const row = store.get(
    `SELECT sum(has_conversation) AS sessions, max(ended_at) AS newest, sum(left_out_bytes) AS left_out
     FROM sessions${within ? ' WHERE session IN (SELECT value FROM json_each(?))' : ''}`,
    within ? [JSON.stringify([...within])] : [],
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
