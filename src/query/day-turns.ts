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
  readonly origin: string
  readonly text: string
  readonly uuid: string | null
  /** Of the prompt, or of the first message where there is none: copies keep it. */
  readonly known_uuid: string | null
  readonly at: number
  readonly ended_at: number | null
  readonly active_ms: number
  readonly tool_calls: number
  readonly messages: number
  readonly is_interrupted: number
  readonly is_rewound: number
}

/**
 * Turns that began between two moments, in order. One that several sessions hold stands in the one that holds most of it
 * (where a conversation was cut off, a resume goes on with the turn), else in the one that had it first, wherever and
 * whenever that was: what is told of a day does not depend on what else is asked for.
 */
export function listDayTurns(
  store: Store,
  { from, to, within, without }: TurnRange,
  kept: ReadonlyMap<number, KeptSession>,
): readonly DayTurn[] {
  const rows = store.all(turnsOf(within.sql), [...within.values, from, to, from, to]) as unknown as DayTurn[]
  const own = without === undefined ? undefined : findOwnTurns(store, without)
  const rankOf = ({ session }: HeldTurn): number => kept.get(session)?.rank ?? Number.POSITIVE_INFINITY
  const isBefore = (one: HeldTurn, other: HeldTurn): boolean => {
    const larger = sizeOf(one) - sizeOf(other)
    return larger > 0 || (larger === 0 && rankOf(one) < rankOf(other))
  }
  const owners = new Map<string, HeldTurn>()
  for (const row of [...rows, ...listHolders(store, rows)]) {
    for (const key of keysOf(row)) {
      const known = owners.get(key)
      if (!known || isBefore(row, known)) owners.set(key, row)
    }
  }
  return rows.filter(row => {
    const isFirst = keysOf(row).every(key => owners.get(key)?.session === row.session)
    return isFirst && !own?.isCopied(row.session, '', row.number)
  })
}

type HeldTurn = Pick<DayTurn, 'session' | 'number' | 'text' | 'known_uuid' | 'at' | 'tool_calls' | 'messages'>

function sizeOf({ messages, tool_calls }: HeldTurn): number {
  return messages + tool_calls
}

/** The same turns in any session at any time: some releases gave copies new times. An index lookup each. */
function listHolders(store: Store, rows: readonly DayTurn[]): readonly HeldTurn[] {
  const uuids = new Set(rows.flatMap(({ known_uuid }) => known_uuid ?? []))
  return store.all(HOLDERS, [JSON.stringify([...uuids])]) as unknown as HeldTurn[]
}

const HOLDERS = `SELECT t.session, t.number, t.text, e.uuid AS known_uuid, coalesce(e.at, t.started_at) AS at, t.tool_calls, t.messages
FROM json_each(?) AS j
CROSS JOIN entries AS e ON e.uuid = j.value AND e.is_repeat = 0 AND e.agent = ''
CROSS JOIN turns AS t ON t.session = e.session AND t.agent = '' AND t.number = e.turn
WHERE t.prompt_entry = e.number OR (t.number = 0 AND e.message IS NOT NULL)`

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

/** Copies have the uuid of their original, or its moment; what begins without a prompt has no words, but a size. */
function keysOf(turn: HeldTurn): readonly string[] {
  const { known_uuid, text, at, number } = turn
  const said = number === 0 ? `(${sizeOf(turn)})` : text
  return [`at ${at} ${said}`, ...(known_uuid === null ? [] : [`uuid ${known_uuid} ${number === 0 ? '' : text}`])]
}

function turnsOf(within: string): string {
  return `SELECT t.session, t.number, t.origin, t.text, p.uuid, iif(t.number = 0, (${FIRST_MESSAGE}), p.uuid) AS known_uuid,
  coalesce(p.at, t.started_at) AS at, t.ended_at, t.active_ms, t.tool_calls, t.messages, t.is_interrupted, t.is_rewound
FROM sessions AS s
CROSS JOIN turns AS t ON t.session = s.session AND t.agent = ''
LEFT JOIN entries AS p ON p.session = t.session AND p.agent = '' AND p.number = t.prompt_entry
WHERE (${within}) AND s.ended_at >= ? AND s.started_at < ?
  AND coalesce(p.at, t.started_at) >= ? AND coalesce(p.at, t.started_at) < ? AND (t.number > 0 OR t.messages > 0)
ORDER BY at, t.session, t.number`
}

const FIRST_MESSAGE = `SELECT m.uuid FROM entries AS m WHERE m.session = t.session AND m.agent = '' AND m.turn = 0
  AND m.message IS NOT NULL AND m.is_repeat = 0 ORDER BY m.number LIMIT 1`
