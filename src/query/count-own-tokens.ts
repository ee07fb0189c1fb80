import {
  type ColumnRequest,
  countOnce,
  type OwnTokens,
  type RequestColumns,
  type SessionColumns,
  toColumns,
} from '../model/usage/request-columns.ts'
import type { Store } from '../store/store.ts'
import type { KnownSession } from './summarize-library.ts'

/**
 * Counts each request once over these sessions. The index has done that for all it holds: where those are the sessions
 * asked for, its numbers are the answer; where others join or some are left out, its requests are counted again.
 */
export function countOwnTokens(known: readonly KnownSession[], store: Store | undefined): readonly OwnTokens[] {
  const settled = known.map(item => ('read' in item ? undefined : item.indexed.ownTokens))
  if (!store || known.length === 0) return countOnce(known.map(item => columnsOf(item, NONE)))
  if (settled.every(tokens => tokens !== undefined) && known.length === countSessions(store)) return settled
  const bySession = readRequests(store)
  return countOnce(known.map(item => columnsOf(item, 'read' in item ? NONE : (bySession.get(item.session) ?? NONE))))
}

function columnsOf(item: KnownSession, indexed: RequestColumns): SessionColumns {
  return { id: item.source.id, columns: 'read' in item ? item.read.requests : indexed }
}

const NONE: RequestColumns = new Float64Array(0)

function countSessions(store: Store): number {
  return Number(store.get('SELECT count(*) AS count FROM sessions')?.count ?? 0)
}

function readRequests(store: Store): ReadonlyMap<number, RequestColumns> {
  const found = new Map<number, RequestColumns>()
  let session = -1
  let requests: ColumnRequest[] = []
  for (const row of store.iterate(REQUESTS)) {
    const columns = row as unknown as RequestRow
    if (columns.session !== session) {
      if (requests.length > 0) found.set(session, toColumns(requests))
      session = columns.session
      requests = []
    }
    requests.push(toRequest(columns))
  }
  if (requests.length > 0) found.set(session, toColumns(requests))
  return found
}

function toRequest(row: RequestRow): ColumnRequest {
  return {
    key: row.key,
    isAdvisor: row.is_advisor === 1,
    firstAt: row.first_at ?? undefined,
    rank: row.rank,
    winnerAt: row.winner_at ?? undefined,
    isUnfinished: row.is_unfinished === 1,
    webSearches: row.web_searches,
    recordedCostUsd: row.recorded_cost_usd ?? undefined,
    tokens: {
      input: row.input_tokens,
      output: row.output_tokens,
      cacheRead: row.cache_read_tokens,
      cacheWrite5m: row.cache_write_5m_tokens,
      cacheWrite1h: row.cache_write_1h_tokens,
      thinking: row.thinking_tokens,
    },
  }
}

const REQUESTS = `SELECT session, key, is_advisor, first_at, rank, winner_at, is_unfinished, web_searches, recorded_cost_usd,
  input_tokens, output_tokens, cache_read_tokens, cache_write_5m_tokens, cache_write_1h_tokens, thinking_tokens
FROM requests ORDER BY session, number`

interface RequestRow {
  readonly session: number
  readonly key: string
  readonly is_advisor: number
  readonly first_at: number | null
  readonly rank: number
  readonly winner_at: number | null
  readonly is_unfinished: number
  readonly web_searches: number
  readonly recorded_cost_usd: number | null
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_5m_tokens: number
  readonly cache_write_1h_tokens: number
  readonly thinking_tokens: number
}
