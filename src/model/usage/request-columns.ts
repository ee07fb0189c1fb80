import { leafKey } from '../summary-leaves.ts'
import type { Request, Tokens } from './request.ts'

/**
 * The requests of a session as numbers, to be compared with those of other sessions: resumes and forks repeat the
 * requests of their original (R3). One row is `STRIDE` numbers, so a thousand sessions travel between threads cheaply.
 */
export type RequestColumns = Float64Array

const STRIDE = 6

export function toColumns(requests: Iterable<Pick<Request, 'key' | 'firstAt' | 'tokens'>>): RequestColumns {
  const columns: number[] = []
  for (const { key, firstAt, tokens } of requests) {
    const cacheWrite = tokens.cacheWrite5m + tokens.cacheWrite1h
    columns.push(leafKey(key), firstAt ?? Number.MAX_VALUE, tokens.input, tokens.output, tokens.cacheRead, cacheWrite)
  }
  return Float64Array.from(columns)
}

/** Tokens of the requests that belong to a session itself. */
export type OwnTokens = Pick<Tokens, 'input' | 'output' | 'cacheRead'> & { readonly cacheWrite: number }

/**
 * Counts each request once over all sessions: the record with most output (R8), for the session in which it stood first
 * (R7). Among records with as much output the one with more of the rest counts, so that sums do not depend on the order of
 * the sessions; that order only says which of two equals owns the request.
 */
export function countOnce(sessions: readonly RequestColumns[]): readonly OwnTokens[] {
  const places = new Map<number, { owner: number; at: number; columns: RequestColumns; row: number }>()
  for (const [session, columns] of sessions.entries()) {
    for (let row = 0; row < columns.length; row += STRIDE) {
      const key = columns[row] as number
      const at = columns[row + 1] as number
      const known = places.get(key)
      if (!known) {
        places.set(key, { owner: session, at, columns, row })
        continue
      }
      if (at < known.at) {
        known.owner = session
        known.at = at
      }
      if (compareCounts(columns, row, known.columns, known.row) > 0) {
        known.columns = columns
        known.row = row
      }
    }
  }
  const own = sessions.map(() => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }))
  for (const { owner, columns, row } of places.values()) {
    const tokens = own[owner] as { input: number; output: number; cacheRead: number; cacheWrite: number }
    tokens.input += columns[row + 2] as number
    tokens.output += columns[row + 3] as number
    tokens.cacheRead += columns[row + 4] as number
    tokens.cacheWrite += columns[row + 5] as number
  }
  return own
}

/** Columns of the numbers, in the order in which they decide. */
const DECIDING = [3, 2, 4, 5]

function compareCounts(a: RequestColumns, rowA: number, b: RequestColumns, rowB: number): number {
  for (const column of DECIDING) {
    const difference = (a[rowA + column] as number) - (b[rowB + column] as number)
    if (difference !== 0) return difference
  }
  return 0
}
