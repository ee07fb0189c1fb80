import { compareOwners, type RequestOwner } from '../model/usage/request-columns.ts'
import type { Store } from './store.ts'
import { SETTLED } from './tables/settled-requests.ts'

/**
 * Over all sessions each request counts once (usage rules R3, R7, R8): for the session it belongs to, with the numbers of
 * the row that has most output, or as much and more of the rest. Looks only at requests that changed since it last ran
 * (table `unsettled`), and at those that changed sessions share with others, and writes `own_*` of every session
 * concerned. `changed` names sessions whose row was written anew. Call it in the transaction that wrote the rows. Same
 * rule as countOnce in model/usage/request-columns.ts.
 */
export function settleRequests(store: Store, changed: Iterable<number>): void {
  const concerned = new Set(changed)
  for (const { session } of store.all('SELECT DISTINCT session FROM unsettled')) concerned.add(session as number)
  const keys = new Set(store.all(IN_QUESTION).map(({ key }) => key as string))
  for (const session of concerned) for (const { key } of store.all(SHARED, [session])) keys.add(key as string)
  const sessionOf = sessionFinder(store)
  for (const key of keys) {
    for (const row of settle(store, key, sessionOf)) concerned.add(row.session)
  }
  store.run('DELETE FROM unsettled')
  for (const session of concerned) store.run(ADD_UP, [session])
}

/**
 * Most requests stand in one session and are inserted as counted: those are right as they are and never leave SQL, which
 * is twice as fast. CROSS JOIN fixes the order of the loops, the few keys outside.
 */
const IN_QUESTION = `SELECT DISTINCT u.key FROM unsettled AS u CROSS JOIN requests AS r ON r.key = u.key
WHERE r.session <> u.session OR r.is_counted <> 1 OR r.counted_session IS NOT NULL`

/** A session that grows ends later, which may decide who owns what it shares. */
const SHARED = `SELECT key FROM requests INDEXED BY requests_by_session_number_is_counted_counted_session
WHERE (${SETTLED}) AND session = ?1
UNION SELECT key FROM requests WHERE (${SETTLED}) AND counted_session = ?1`

/** Total is a float: a sum of hostile numbers saturates instead of failing. */
const sum = (column: string) => `CAST(min(total(${column}), ${Number.MAX_SAFE_INTEGER}) AS INTEGER)`

/** The session is a value on both sides: joined to `sessions`, the view would be read whole for each. */
const ADD_UP = `UPDATE sessions
SET (own_input_tokens, own_output_tokens, own_cache_read_tokens, own_cache_write_tokens) = (
  SELECT ${sum('input_tokens')}, ${sum('output_tokens')}, ${sum('cache_read_tokens')},
    ${sum('cache_write_5m_tokens + cache_write_1h_tokens')}
  FROM counted_requests WHERE counted_requests.session = ?1)
WHERE session = ?1`

interface RequestRow {
  readonly session: number
  readonly number: number
  readonly first_at: number | null
  readonly rank: number
  readonly output_tokens: number
  readonly input_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
  readonly is_counted: number
  readonly counted_session: number | null
}

type SessionFinder = (session: number) => Pick<RequestOwner, 'sessionId' | 'sessionLastAt'>

function sessionFinder(store: Store): SessionFinder {
  const known = new Map<number, ReturnType<SessionFinder>>()
  return session => {
    let found = known.get(session)
    if (!found) {
      const row = store.get(SESSION, [session])
      found = { sessionId: String(row?.id ?? ''), sessionLastAt: Number(row?.last_at ?? 0) }
      known.set(session, found)
    }
    return found
  }
}

const SESSION = `SELECT (SELECT id FROM sessions WHERE session = ?1) AS id,
  (SELECT max(first_at) FROM requests WHERE session = ?1) AS last_at`

/** Decides about one request and returns all its rows. They come by session: among equals the first is preferred. */
function settle(store: Store, key: string, sessionOf: SessionFinder): readonly RequestRow[] {
  const rows = store.all(
    `SELECT session, number, first_at, rank, output_tokens, input_tokens, cache_read_tokens,
       cache_write_5m_tokens + cache_write_1h_tokens AS cache_write_tokens, is_counted, counted_session
     FROM requests WHERE key = ? ORDER BY session, number`,
    [key],
  ) as unknown as RequestRow[]
  if (rows.length === 0) return rows
  const owner = rows.reduce((best, row) => (isOwner(row, best, sessionOf) ? row : best))
  const winner = rows.reduce((best, row) => (compareCounts(row, best) > 0 ? row : best))
  for (const row of rows) {
    const isCounted = row === owner ? 1 : 0
    const countedSession = row !== owner ? owner.session : winner.session !== owner.session ? winner.session : null
    if (row.is_counted === isCounted && row.counted_session === countedSession) continue
    store.run('UPDATE requests SET is_counted = ?, counted_session = ? WHERE session = ? AND number = ?', [
      isCounted,
      countedSession,
      row.session,
      row.number,
    ])
  }
  return rows
}

/** Sessions are looked up only where times and ranks are equal. */
function isOwner(row: RequestRow, other: RequestRow, sessionOf: SessionFinder): boolean {
  const ownerOf = ({ first_at, rank, session }: RequestRow, isTie: boolean): RequestOwner => ({
    firstAt: first_at ?? undefined,
    rank,
    ...(isTie ? sessionOf(session) : NOT_ASKED),
  })
  const isTie = row.first_at === other.first_at && row.rank === other.rank
  return compareOwners(ownerOf(row, isTie), ownerOf(other, isTie)) < 0
}

const NOT_ASKED = { sessionId: '', sessionLastAt: 0 }

const DECIDING = ['output_tokens', 'input_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const

function compareCounts(a: RequestRow, b: RequestRow): number {
  const deciding = DECIDING.find(name => a[name] !== b[name])
  return deciding === undefined ? 0 : a[deciding] - b[deciding]
}
