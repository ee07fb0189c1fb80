import type { Row, RowPlace } from './row.ts'

/** Equal small rows one after the other become one with a count. Holds back one row at most. */
export function* foldRows(rows: Iterable<Row>): Iterable<Row> {
  let held: Row | undefined
  for (const row of rows) {
    if (held && isSame(held, row)) held = withOneMore(held, row)
    else {
      if (held) yield held
      held = row
    }
  }
  if (held) yield held
}

function isSame(first: Row, second: Row): boolean {
  if (first.kind === 'notice' && second.kind === 'notice') {
    return first.label === second.label && first.text === second.text && isBare(first, second) && isNear(first, second)
  }
  if (first.kind === 'repeat' && second.kind === 'repeat') return isNear(first, second)
  if (first.kind === 'error' && second.kind === 'error') {
    return first.isRetried && second.isRetried && isBare(first, second) && isNear(first, second)
  }
  return false
}

interface Openable {
  readonly parts: readonly unknown[]
  readonly rest?: readonly unknown[]
}

function isBare(...rows: readonly Openable[]): boolean {
  return rows.every(row => row.parts.length === 0 && (row.rest ?? []).length === 0)
}

type Near = Pick<RowPlace, 'depth' | 'isRewound' | 'minLevel'>

function isNear(first: Near, second: Near): boolean {
  return first.depth === second.depth && first.isRewound === second.isRewound && first.minLevel === second.minLevel
}

function withOneMore(row: Row, next: Row): Row {
  if (row.kind === 'notice' || row.kind === 'repeat') return { ...row, count: row.count + 1 }
  if (row.kind !== 'error' || next.kind !== 'error') return row
  const isKnown = row.message.includes(next.message) || row.message.length > 200
  return { ...row, count: row.count + 1, message: isKnown ? row.message : `${row.message}, ${next.message}` }
}
