import { leafKey } from '../summary-leaves.ts'
import type { Request, Tokens } from './request.ts'

/**
 * The requests of a session as numbers, to be compared with those of other sessions: resumes and forks repeat the
 * requests of their original (R3). One row is `STRIDE` numbers, so a thousand sessions travel between threads cheaply.
 */
export type RequestColumns = Float64Array

const STRIDE = 7

export function toColumns(requests: Iterable<Pick<Request, 'key' | 'firstAt' | 'rank' | 'tokens'>>): RequestColumns {
  const columns: number[] = []
  for (const { key, firstAt, rank, tokens } of requests) {
    const cacheWrite = tokens.cacheWrite5m + tokens.cacheWrite1h
    columns.push(leafKey(key), firstAt ?? Number.MAX_VALUE, rank)
    columns.push(tokens.input, tokens.output, tokens.cacheRead, cacheWrite)
  }
  return Float64Array.from(columns)
}

/** Tokens of the requests that belong to a session itself. */
export type OwnTokens = Pick<Tokens, 'input' | 'output' | 'cacheRead'> & { readonly cacheWrite: number }

export interface SessionColumns {
  readonly id: string
  readonly columns: RequestColumns
}

/** What decides which of several sessions owns a request (R7). */
export interface RequestOwner {
  /** When the request stands first in the session; undefined is later than any time. */
  readonly firstAt: number | undefined
  readonly rank: number
  /** The session's latest request. A fork repeats all that was there and goes on: the original ends earlier. */
  readonly sessionLastAt: number
  readonly sessionId: string
}

/** Below 0: `a` owns it. 0 only for sessions of one id. */
export function compareOwners(a: RequestOwner, b: RequestOwner): number {
  const first = (a.firstAt ?? Number.MAX_VALUE) - (b.firstAt ?? Number.MAX_VALUE)
  if (first !== 0) return first
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.sessionLastAt !== b.sessionLastAt) return a.sessionLastAt - b.sessionLastAt
  return a.sessionId < b.sessionId ? -1 : a.sessionId > b.sessionId ? 1 : 0
}

/**
 * Counts each request once over all sessions: the record with most output (R8), for the session it belongs to (R7). Among
 * records with as much output the one with more of the rest counts. Nothing depends on the order of the sessions, unless
 * two have one id.
 */
export function countOnce(sessions: readonly SessionColumns[]): readonly OwnTokens[] {
  const places = new Map<number, { session: number; owner: RequestOwner; columns: RequestColumns; row: number }>()
  for (const [session, { id, columns }] of sessions.entries()) {
    const sessionLastAt = lastAtOf(columns)
    for (let row = 0; row < columns.length; row += STRIDE) {
      const key = columns[row] as number
      const owner = { firstAt: columns[row + 1], rank: columns[row + 2] as number, sessionLastAt, sessionId: id }
      const known = places.get(key)
      if (!known) {
        places.set(key, { session, owner, columns, row })
        continue
      }
      if (compareOwners(owner, known.owner) < 0) {
        known.session = session
        known.owner = owner
      }
      if (compareCounts(columns, row, known.columns, known.row) > 0) {
        known.columns = columns
        known.row = row
      }
    }
  }
  const own = sessions.map(() => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }))
  for (const { session, columns, row } of places.values()) {
    const tokens = own[session] as { input: number; output: number; cacheRead: number; cacheWrite: number }
    tokens.input += columns[row + 3] as number
    tokens.output += columns[row + 4] as number
    tokens.cacheRead += columns[row + 5] as number
    tokens.cacheWrite += columns[row + 6] as number
  }
  return own
}

function lastAtOf(columns: RequestColumns): number {
  let last = 0
  for (let row = 0; row < columns.length; row += STRIDE) {
    const at = columns[row + 1] as number
    if (at > last && at < Number.MAX_VALUE) last = at
  }
  return last
}

/** Columns of the numbers, in the order in which they decide. */
const DECIDING = [4, 3, 5, 6]

function compareCounts(a: RequestColumns, rowA: number, b: RequestColumns, rowB: number): number {
  for (const column of DECIDING) {
    const difference = (a[rowA + column] as number) - (b[rowB + column] as number)
    if (difference !== 0) return difference
  }
  return 0
}
