import { advisorKeyRange, messageKeyOf } from '../model/usage/advisor-key.ts'
import { compareNamedWinners, isAsGood, isSidechainRank, type NamedWinner } from '../model/usage/compare-winners.ts'
import { compareOwners, type RequestOwner } from '../model/usage/request-columns.ts'
import type { Store } from './store.ts'
import { SETTLED } from './tables/settled-requests.ts'

/**
 * Over all sessions each request counts once (usage rules R3, R7, R8): for the session it belongs to, with the numbers of
 * the row that wins. Advisors count as the winning row's session has them (R14). Looks only at requests that changed since
 * it last ran (table `unsettled`), and at those that changed sessions share with others, and writes `own_*` of every
 * session concerned. `changed` names sessions whose row was written anew. Call it in the transaction that wrote the rows.
 * Same rule as countOnce in model/usage/request-columns.ts.
 */
export function settleRequests(store: Store, changed: Iterable<number>): void {
  const concerned = new Set(changed)
  for (const { session } of store.all('SELECT DISTINCT session FROM unsettled')) concerned.add(session as number)
  const sessionOf = sessionFinder(store)
  for (const message of findMessages(store, concerned)) {
    for (const row of settle(store, message, sessionOf)) concerned.add(row.session)
  }
  store.run('DELETE FROM unsettled')
  for (const session of concerned) store.run(ADD_UP, [session])
}

/** Keys of messages in question. A key that may be an advisor's stands for its message too. */
function findMessages(store: Store, concerned: ReadonlySet<number>): ReadonlySet<string> {
  const messages = new Set<string>()
  const add = ({ key }: { readonly key?: unknown }): void => {
    messages.add(key as string).add(messageKeyOf(key as string, true))
  }
  store.all(IN_QUESTION).forEach(add)
  store.all(ADVISORS).forEach(add)
  for (const session of concerned) store.all(SHARED, [session]).forEach(add)
  return messages
}

/**
 * Most requests stand in one session and are inserted as counted: those are right as they are and never leave SQL, which
 * is twice as fast. CROSS JOIN fixes the order of the loops, the few keys outside.
 */
const IN_QUESTION = `SELECT DISTINCT u.key FROM unsettled AS u CROSS JOIN requests AS r ON r.key = u.key
WHERE r.session <> u.session OR r.is_counted <> 1 OR r.counted_session IS NOT NULL`

/** Only one session may hold an advisor's call whose message stands in several. */
const ADVISORS = `SELECT DISTINCT key FROM unsettled WHERE instr(key, '#') > 0`

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
  readonly key: string
  readonly session: number
  readonly number: number
  readonly first_at: number | null
  readonly rank: number
  readonly winner_at: number | null
  readonly is_unfinished: number
  readonly is_advisor: number
  readonly model: string
  readonly speed: string | null
  readonly geo: string | null
  readonly service_tier: string | null
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_5m_tokens: number
  readonly cache_write_1h_tokens: number
  readonly thinking_tokens: number
  readonly context_tokens: number
  readonly web_searches: number
  readonly web_fetches: number
  readonly recorded_cost_usd: number | null
  readonly is_counted: number
  readonly counted_session: number | null
}

const COLUMNS = `key, session, number, first_at, rank, winner_at, is_unfinished, is_advisor, model, speed, geo, service_tier,
  input_tokens, output_tokens, cache_read_tokens, cache_write_5m_tokens, cache_write_1h_tokens, thinking_tokens,
  context_tokens, web_searches, web_fetches, recorded_cost_usd, is_counted, counted_session`

/** A message and its advisors: two ranges of the index by key. */
const FAMILY = `SELECT ${COLUMNS} FROM requests WHERE key = ?1
UNION ALL SELECT ${COLUMNS} FROM requests WHERE key >= ?2 AND key < ?3 AND is_advisor = 1`

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

/** Decides about one message and its advisors, and returns all their rows. */
function settle(store: Store, message: string, sessionOf: SessionFinder): readonly RequestRow[] {
  const found = store.all(FAMILY, [message, ...advisorKeyRange(message)]) as unknown as RequestRow[]
  const rows = found.filter(({ key, is_advisor }) => messageKeyOf(key, is_advisor === 1) === message)
  const messages = rows.filter(({ key }) => key === message)
  if (messages.length === 0) return rows
  const owner = messages.reduce((best, row) => (isOwner(row, best, sessionOf) ? row : best))
  const best = messages.reduce((best, row) => (isWinner(row, best, sessionOf) ? row : best))
  const winner = isAsGood(winnerOf(owner, sessionOf), winnerOf(best, sessionOf)) ? owner : best
  mark(store, messages, { owner: owner.session, winner: winner.session })
  const advisors = rows.filter(({ key }) => key !== message)
  for (const copies of Map.groupBy(advisors, ({ key }) => key).values()) {
    const holds = (session: number) => copies.some(row => row.session === session)
    const isOwners = holds(winner.session) && holds(owner.session)
    mark(store, copies, { owner: isOwners ? owner.session : winner.session, winner: winner.session })
  }
  return rows
}

/** Writes down for each row of one request whether it counts. `owner` and `winner` are sessions. */
function mark(
  store: Store,
  rows: readonly RequestRow[],
  { owner, winner }: { readonly owner: number; readonly winner: number },
): void {
  for (const row of rows) {
    const isCounted = row.session === owner ? 1 : 0
    const countedSession = isCounted === 0 ? owner : winner === owner ? null : winner
    if (row.is_counted === isCounted && row.counted_session === countedSession) continue
    store.run('UPDATE requests SET is_counted = ?, counted_session = ? WHERE session = ? AND number = ?', [
      isCounted,
      countedSession,
      row.session,
      row.number,
    ])
  }
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

function isWinner(row: RequestRow, other: RequestRow, sessionOf: SessionFinder): boolean {
  if (row.output_tokens !== other.output_tokens) return row.output_tokens > other.output_tokens
  return compareNamedWinners(winnerOf(row, sessionOf), winnerOf(other, sessionOf)) < 0
}

function winnerOf(row: RequestRow, sessionOf: SessionFinder): NamedWinner {
  return {
    output: row.output_tokens,
    isSidechain: isSidechainRank(row.rank),
    winnerAt: row.winner_at ?? undefined,
    isUnfinished: row.is_unfinished === 1,
    input: row.input_tokens,
    cacheRead: row.cache_read_tokens,
    cacheWrite5m: row.cache_write_5m_tokens,
    cacheWrite1h: row.cache_write_1h_tokens,
    thinking: row.thinking_tokens,
    webSearches: row.web_searches,
    recordedCostUsd: row.recorded_cost_usd ?? undefined,
    sessionId: sessionOf(row.session).sessionId,
    contextTokens: row.context_tokens,
    webFetches: row.web_fetches,
    model: row.model,
    speed: row.speed ?? '',
    geo: row.geo ?? '',
    serviceTier: row.service_tier ?? '',
    number: row.number,
  }
}
