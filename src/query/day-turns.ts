import type { Store } from '../store/store.ts'
import type { KeptSession } from './lookups/kept-sessions.ts'
import { findOwnTurns } from './own-turns.ts'
import type { SqlCondition } from './sql-condition.ts'

/** Which turns: epoch milliseconds, end exclusive. */
export interface TurnRange {
  readonly from: number
  readonly to: number
  /** A condition on sessions `s`. */
  readonly within: SqlCondition
  /** Id of a session: what it holds itself is left out. */
  readonly without: string | undefined
}

/** A turn of the main thread. */
export interface DayTurn {
  readonly session: number
  readonly number: number
  readonly text: string
  readonly uuid: string | null
  readonly at: number
  readonly ended_at: number | null
  readonly active_ms: number
  readonly tool_calls: number
  readonly is_interrupted: number
  readonly is_rewound: number
}

/** Turns that began between two moments, in order; one that several sessions hold stands in the one that had it first. */
export function listDayTurns(
  store: Store,
  { from, to, within, without }: TurnRange,
  kept: ReadonlyMap<number, KeptSession>,
): readonly DayTurn[] {
  const rows = store.all(turnsOf(within.sql), [...within.values, from, to, from, to]) as unknown as DayTurn[]
  const own = without === undefined ? undefined : findOwnTurns(store, without)
  const rankOf = ({ session }: DayTurn): number => kept.get(session)?.rank ?? Number.POSITIVE_INFINITY
  const owners = new Map<string, DayTurn>()
  for (const row of rows) {
    for (const key of keysOf(row)) {
      const known = owners.get(key)
      if (!known || rankOf(row) < rankOf(known)) owners.set(key, row)
    }
  }
  return rows.filter(row => {
    const isFirst = keysOf(row).every(key => owners.get(key)?.session === row.session)
    return isFirst && !own?.isCopied(row.session, '', row.number)
  })
}

/** When the last turn before a moment began; undefined where there is none. `within` is a condition on sessions `s`. */
export function findTurnBefore(store: Store, before: number, within: SqlCondition): number | undefined {
  let last: number | undefined
  // Sessions come with the one that ended last: once one ended before the turn that is known, no other can have a later one.
  const sql = `SELECT s.session, s.ended_at FROM sessions AS s
WHERE (${within.sql}) AND s.started_at < ? AND s.ended_at IS NOT NULL ORDER BY s.ended_at DESC`
  for (const { session, ended_at } of store.iterate(sql, [...within.values, before])) {
    if (last !== undefined && (ended_at as number) <= last) break
    const at = store.get(LAST_BEFORE, [session as number, before])?.at as number | null | undefined
    if (typeof at === 'number' && (last === undefined || at > last)) last = at
  }
  return last
}

const LAST_BEFORE = `SELECT max(started_at) AS at FROM turns
WHERE session = ? AND agent = '' AND number > 0 AND started_at < ?`

/** Copies have the uuid of their original, or its moment; what begins without a prompt is nobody's copy. */
function keysOf({ uuid, text, at, number }: DayTurn): readonly string[] {
  return number === 0 ? [] : [`at ${at} ${text}`, ...(uuid === null ? [] : [`uuid ${uuid} ${text}`])]
}

function turnsOf(within: string): string {
  return `SELECT t.session, t.number, t.text, p.uuid, coalesce(p.at, t.started_at) AS at, t.ended_at, t.active_ms,
  t.tool_calls, t.is_interrupted, t.is_rewound
FROM sessions AS s
CROSS JOIN turns AS t ON t.session = s.session AND t.agent = ''
LEFT JOIN entries AS p ON p.session = t.session AND p.agent = '' AND p.number = t.prompt_entry
WHERE (${within}) AND s.ended_at >= ? AND s.started_at < ?
  AND coalesce(p.at, t.started_at) >= ? AND coalesce(p.at, t.started_at) < ? AND (t.number > 0 OR t.messages > 0)
ORDER BY at, t.session, t.number`
}
