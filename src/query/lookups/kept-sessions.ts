import type { Store } from '../../store/store.ts'
import { shortIdOf } from '../search/session-facts.ts'
import { shortIds } from '../short-ids.ts'

/** What lookups need to know of every session, to name it and to say which of two that repeat each other came first. */
export interface KeptSession {
  readonly sessionId: string
  /** Enough of the id to name it to a command, as lists do: `3f2a1b2c`, or `3f2a1b2c~2` where several bear one id. */
  readonly shortId: string
  /** Smaller: began earlier. A copy that keeps the times of its original ends later, as a rule. */
  readonly rank: number
}

interface Row {
  readonly session: number
  readonly id: string
}

/** By number of the session. */
export function readKeptSessions(store: Store): ReadonlyMap<number, KeptSession> {
  const rows = store.all(IN_ORDER) as unknown as Row[]
  const names = nameSessions(store, rows)
  return new Map(
    rows.map(({ session, id }, rank) => [session, { sessionId: id, shortId: names.get(session) ?? id, rank }]),
  )
}

/** The same of these alone, where naming all of them would take longer than the question. */
export function readNamedSessions(store: Store, sessions: readonly number[]): ReadonlyMap<number, KeptSession> {
  const rows = store.all(IN_ORDER.replace('ORDER BY', `${AMONG} ORDER BY`), [JSON.stringify(sessions)])
  return new Map(
    (rows as unknown as Row[]).map(({ session, id }, rank) => [
      session,
      { sessionId: id, shortId: shortIdOf(store, id, session), rank },
    ]),
  )
}

const AMONG = 'WHERE s.session IN (SELECT value FROM json_each(?))'

/** A session without any time comes last, and a fork that says so after what it may be a fork of. */
const IN_ORDER = `SELECT session, id FROM sessions AS s
ORDER BY started_at IS NULL, started_at,
  EXISTS (SELECT 1 FROM lineage AS l WHERE l.session = s.session AND l.kind IN ('forked-from', 'resumed-from')),
  ended_at, session`

/** The same names as those of `nameSources`, which lists and `show` use: of several that bear one id the largest is first. */
function nameSessions(store: Store, rows: readonly Row[]): ReadonlyMap<number, string> {
  const short = shortIds(rows.map(({ id }) => id))
  const names = new Map(rows.map(({ session, id }) => [session, short.get(id) ?? id]))
  const seen = new Map<string, number>()
  for (const { session, id } of store.all(SHARED_IDS) as unknown as Row[]) {
    const at = (seen.get(id) ?? 0) + 1
    seen.set(id, at)
    if (at > 1) names.set(session, `${short.get(id) ?? id}~${at}`)
  }
  return names
}

const SHARED_IDS = `SELECT session, id FROM sessions
WHERE id IN (SELECT id FROM sessions GROUP BY id HAVING count(*) > 1)
ORDER BY id, size_bytes DESC, path`
