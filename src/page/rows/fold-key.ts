/** Names the fold of a row, or one of those inside of it. */
export function foldKey(row: string, inner?: number): string {
  return inner === undefined ? row : `${row}/${inner}`
}
