import type { Row, Store } from '../../store/store.ts'
import { findMainTurn } from '../lookups/fact-place.ts'

/** Where something stands: a turn of the main thread, and the entry that says it. */
export interface TurnPlace {
  /** Turn of the main thread in which it happened. */
  readonly turn: number
  /** Epoch milliseconds. */
  readonly at: number | undefined
  readonly entryUuid: string | undefined
}

/** A fact of a session, with the columns that were asked for. */
export interface PlacedRow extends TurnPlace {
  readonly session: number
  readonly agent: string
  readonly number: number
  readonly row: Row
}

export interface FactsAsked {
  readonly table:
    | 'file_touches'
    | 'commits'
    | 'pull_requests'
    | 'test_runs'
    | 'decisions'
    | 'open_threads'
    | 'corrections'
    | 'errors'
  /** Of the fact `f`. */
  readonly columns: readonly string[]
  /** Of the fact `f`. */
  readonly where?: string
}

/** Facts of some sessions, in the order of time, each in the turn of the main thread during which it came to be. */
export function readTurnFacts(
  store: Store,
  sessions: readonly number[],
  { table, columns, where = '1' }: FactsAsked,
): readonly PlacedRow[] {
  const mainTurns = new Map<string, number>()
  const mainTurnOf = (session: number, agent: string): number => {
    const key = `${session} ${agent}`
    const known = mainTurns.get(key) ?? findMainTurn(store, session, agent)
    mainTurns.set(key, known)
    return known
  }
  const sql = `SELECT f.session, f.agent, f.number, f.turn, coalesce(f.at, e.at) AS at, e.uuid, ${columns.join(', ')}
FROM json_each(?) AS j CROSS JOIN "${table}" AS f ON f.session = j.value
LEFT JOIN entries AS e ON e.session = f.session AND e.agent = f.agent AND e.number = f.entry
WHERE ${where} ORDER BY coalesce(f.at, e.at, 0), f.session, f.agent, f.number`
  return store.all(sql, [JSON.stringify(sessions)]).map(row => {
    const [session, agent] = [row.session as number, row.agent as string]
    return {
      session,
      agent,
      number: row.number as number,
      turn: agent === '' ? (row.turn as number) : mainTurnOf(session, agent),
      at: (row.at ?? undefined) as number | undefined,
      entryUuid: (row.uuid ?? undefined) as string | undefined,
      row,
    }
  })
}
