import type { KeptSession } from './kept-sessions.ts'

/** Where a fact stands, and what makes it the same fact in another session. */
export interface FactRow {
  readonly session: number
  readonly agent: string
  readonly number: number
  readonly turn: number
  readonly entry: number | null
  readonly call: number | null
  readonly at: number | null
  /** Id of the tool call it comes from. */
  readonly call_id: string | null
  /** Id of the entry it stands in. */
  readonly uuid: string | null
}

/** A fact once, in the session in which it stood first. */
export interface SoleFact<Row extends FactRow> {
  readonly row: Row
  /** Sessions that repeat it. */
  readonly copies: ReadonlySet<number>
}

/**
 * Resumes and forks repeat what their original says: with the same ids and other times (1.0.x), the same ids and times
 * (forks), or other ids of entries and the same times (forks by the SDK). Ids of tool calls always stay. `contentOf`
 * tells apart several facts of one entry, and different calls that bear one id. The order of rows stays.
 */
export function collapseCopies<Row extends FactRow>(
  rows: readonly Row[],
  sessions: ReadonlyMap<number, KeptSession>,
  contentOf: (row: Row) => string,
): readonly SoleFact<Row>[] {
  const rankOf = (row: Row): number => sessions.get(row.session)?.rank ?? Number.POSITIVE_INFINITY
  const owners = new Map<string, Row>()
  const copies = new Map<Row, ReadonlySet<number>>()
  for (const row of [...rows].sort((a, b) => rankOf(a) - rankOf(b))) {
    const keys = keysOf(row, contentOf(row))
    const owner = keys.map(key => owners.get(key)).find(known => known && known.session !== row.session)
    if (owner) copies.set(owner, new Set([...(copies.get(owner) ?? []), row.session]))
    else copies.set(row, NONE)
    for (const key of keys) if (!owners.has(key)) owners.set(key, owner ?? row)
  }
  return rows.filter(row => copies.has(row)).map(row => ({ row, copies: copies.get(row) ?? NONE }))
}

const NONE: ReadonlySet<number> = new Set()

function keysOf({ call_id, uuid, at }: FactRow, content: string): readonly string[] {
  if (call_id !== null) return [`call ${call_id} ${content}`]
  return [...(uuid === null ? [] : [`entry ${uuid} ${content}`]), ...(at === null ? [] : [`at ${at} ${content}`])]
}
