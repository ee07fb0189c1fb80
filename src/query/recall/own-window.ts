import type { Store } from '../../store/store.ts'
import { findOwnTurns, type OwnTurns } from '../own-turns.ts'
import type { EntryRow } from '../search/entry-reader.ts'
import type { UnitMatch } from '../search/match-units.ts'
import type { RecallContext } from './recall.ts'

/**
 * What the running session has in its window: all it said since its last compaction. Sessions that were resumed or forked
 * repeat entries under the same uuids; those are in the window too, whichever session they are found in.
 */
export interface OwnWindow {
  /** All of the unit is in the window. */
  isWithin(unit: Pick<UnitMatch, 'session' | 'firstAt'>): boolean
  holds(entry: Pick<EntryRow, 'session' | 'at' | 'uuid'> & Partial<Pick<EntryRow, 'agent' | 'turn'>>): boolean
}

export function openOwnWindow(
  store: Store,
  { sessionId, compactedAt }: Pick<RecallContext, 'sessionId' | 'compactedAt'>,
): OwnWindow {
  const rows = sessionId === undefined ? [] : store.all('SELECT session FROM sessions WHERE id = ?', [sessionId])
  const own = new Set(rows.map(row => row.session as number))
  const isSince = (at: number | undefined): boolean =>
    compactedAt === undefined || at === undefined || at >= compactedAt
  let turns: OwnTurns | undefined
  const copied = (): OwnTurns => {
    turns ??= findOwnTurns(store, sessionId ?? '')
    return turns
  }
  return {
    isWithin: ({ session, firstAt }) => own.has(session) && isSince(firstAt),
    holds({ session, agent = '', turn = -1, at, uuid }) {
      if (own.has(session)) return isSince(at)
      if (own.size === 0) return false
      // Some forks give new uuids; when those entries left the window is not known.
      if (compactedAt === undefined && copied().isCopied(session, agent, turn)) return true
      if (uuid === undefined) return false
      const sql = `SELECT at FROM entries
        WHERE uuid = ? AND is_repeat = 0 AND session IN (SELECT value FROM json_each(?)) LIMIT 1`
      const copy = store.get(sql, [uuid, JSON.stringify([...own])])
      return copy !== undefined && isSince((copy.at as number | null) ?? undefined)
    },
  }
}
