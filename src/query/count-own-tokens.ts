import {
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
  let requests: Parameters<typeof toColumns>[0] & unknown[] = []
  for (const row of store.iterate(REQUESTS)) {
    const columns = row as unknown as RequestRow
    if (columns.session !== session) {
      if (requests.length > 0) found.set(session, toColumns(requests))
      session = columns.session
      requests = []
    }
    requests.push({
      key: columns.key,
      firstAt: columns.first_at ?? undefined,
      rank: columns.rank,
      tokens: {
        input: columns.input_tokens,
        output: columns.output_tokens,
        cacheRead: columns.cache_read_tokens,
        cacheWrite5m: columns.cache_write_5m_tokens,
        cacheWrite1h: columns.cache_write_1h_tokens,
        thinking: 0,
      },
    })
  }
  if (requests.length > 0) found.set(session, toColumns(requests))
  return found
}

const REQUESTS = `SELECT session, key, first_at, rank, input_tokens, output_tokens, cache_read_tokens, cache_write_5m_tokens,
  cache_write_1h_tokens FROM requests ORDER BY session, number`

interface RequestRow {
  readonly session: number
  readonly key: string
  readonly first_at: number | null
  readonly rank: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_5m_tokens: number
  readonly cache_write_1h_tokens: number
}
