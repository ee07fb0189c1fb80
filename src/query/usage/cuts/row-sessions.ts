import type { SessionUsage, UsageSession } from '../usage-source.ts'
import type { OpenCut } from './cut.ts'

/** The sessions that a row is made of. */
export interface RowSessions {
  readonly first: UsageSession
  readonly count: number
}

/** Counted for all rows when the first one is asked for. */
export function openRowSessions(
  groups: readonly SessionUsage[],
  keyOf: OpenCut['keyOf'],
): (key: string) => RowSessions | undefined {
  let rows: ReadonlyMap<string, RowSessions> | undefined
  return key => {
    rows ??= countSessions(groups, keyOf)
    return rows.get(key)
  }
}

function countSessions(groups: readonly SessionUsage[], keyOf: OpenCut['keyOf']): ReadonlyMap<string, RowSessions> {
  const rows = new Map<string, Counted>()
  for (const { session, facts } of groups) {
    let before: string | readonly string[] | undefined
    for (const fact of facts) {
      const keys = keyOf(fact, session)
      if (keys === before) continue
      before = keys
      if (typeof keys === 'string') note(rows, keys, session)
      else for (const key of keys) note(rows, key, session)
    }
  }
  return rows
}

interface Counted {
  readonly first: UsageSession
  last: string
  count: number
}

function note(rows: Map<string, Counted>, key: string, session: UsageSession): void {
  const row = rows.get(key)
  if (!row) rows.set(key, { first: session, last: session.id, count: 1 })
  else if (row.last !== session.id) {
    row.last = session.id
    row.count++
  }
}
