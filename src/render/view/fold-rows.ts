import type { Row } from './row.ts'

/** Equal small rows one after the other become one with a count. Holds back one row at most. */
export function* foldRows(rows: Iterable<Row>): Iterable<Row> {
  let held: Row | undefined
  for (const row of rows) {
    if (held && isSame(held, row)) held = withOneMore(held)
    else {
      if (held) yield held
      held = row
    }
  }
  if (held) yield held
}

function isSame(first: Row, second: Row): boolean {
  if (first.kind === 'notice' && second.kind === 'notice') {
    return (
      first.label === second.label && first.text === second.text && hasNoParts(first, second) && isNear(first, second)
    )
  }
  if (first.kind === 'error' && second.kind === 'error') {
    return first.message === second.message && hasNoParts(first, second) && isNear(first, second)
  }
  return false
}

function hasNoParts(
  first: { readonly parts: readonly unknown[] },
  second: { readonly parts: readonly unknown[] },
): boolean {
  return first.parts.length === 0 && second.parts.length === 0
}

function isNear(first: { depth: number; isRewound: boolean }, second: { depth: number; isRewound: boolean }): boolean {
  return first.depth === second.depth && first.isRewound === second.isRewound
}

function withOneMore(row: Row): Row {
  return row.kind === 'notice' || row.kind === 'error' ? { ...row, count: row.count + 1 } : row
}
