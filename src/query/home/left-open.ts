import type { Store } from '../../store/store.ts'

/** What a session left open at its end; a later one may have closed it. */
export interface LeftOpen {
  readonly count: number
  /** The first of it, as recorded. */
  readonly first: string
}

/** By the number of the session; those that left nothing open are not there. */
export function listLeftOpen(store: Store, sessions: readonly number[]): ReadonlyMap<number, LeftOpen> {
  const rows = store.all(OPEN, [JSON.stringify(sessions)])
  return new Map(
    rows.map(({ session, count, text }) => [session as number, { count: count as number, first: text as string }]),
  )
}

/** The other columns are of the row with the least number. */
const OPEN = `SELECT session, count(*) AS count, min(number), text FROM open_threads
WHERE session IN (SELECT value FROM json_each(?))
GROUP BY session`
