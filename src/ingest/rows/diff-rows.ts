import type { SqlValue, Table } from '../../store/define-table.ts'

/** What makes `after` of `before`: all that is to be removed, by key, and then all that is to be inserted. */
export interface RowDiff {
  readonly remove: readonly SqlValue[][]
  readonly insert: readonly SqlValue[][]
}

/** Filled by `settleRequests` from the rows of all sessions, so no concern of one session's rows. */
const SETTLED = new Set(['is_counted', 'counted_session'])

/**
 * Compares two states of one session's rows. They mostly run in step: rows with the same key are compared pair by pair,
 * and only what follows the first difference in keys is looked up in a map. Any order is right, the same order is fast.
 */
export function diffRows(table: Table, before: readonly SqlValue[][], after: readonly SqlValue[][]): RowDiff {
  const remove: SqlValue[][] = []
  const insert: SqlValue[][] = []
  const key = table.key.map(name => Object.keys(table.columns).indexOf(name))
  const compared = Object.keys(table.columns).flatMap((name, at) => (SETTLED.has(name) ? [] : [at]))

  function compare(old: SqlValue[], row: SqlValue[]): void {
    if (isEqual(compared, old, row)) return
    remove.push(key.map(at => old[at] as SqlValue))
    insert.push(row)
  }

  let at = 0
  for (; at < before.length && at < after.length; at++) {
    const old = before[at] as SqlValue[]
    const row = after[at] as SqlValue[]
    if (!isEqual(key, old, row)) break
    compare(old, row)
  }
  if (at === before.length) return { remove, insert: insert.concat(after.slice(at)) }
  const rest = new Map(before.slice(at).map(old => [nameOf(key, old), old]))
  for (const row of after.slice(at)) {
    const name = nameOf(key, row)
    const old = rest.get(name)
    rest.delete(name)
    if (old) compare(old, row)
    else insert.push(row)
  }
  for (const old of rest.values()) remove.push(key.map(place => old[place] as SqlValue))
  return { remove, insert }
}

function isEqual(places: readonly number[], a: readonly SqlValue[], b: readonly SqlValue[]): boolean {
  for (const place of places) if (!isSame(a[place], b[place])) return false
  return true
}

function isSame(a: SqlValue | undefined, b: SqlValue | undefined): boolean {
  return a === b || (a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0)
}

/** Lengths keep apart what would read alike: keys may hold any text. */
function nameOf(key: readonly number[], row: readonly SqlValue[]): string {
  let name = ''
  for (const place of key) {
    const value = row[place]
    name += typeof value === 'string' ? `${value.length}:${value}` : `${value},`
  }
  return name
}
