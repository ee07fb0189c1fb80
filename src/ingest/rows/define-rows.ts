import assert from 'node:assert/strict'
import type { Column, RowOf, SqlValue, Table } from '../../store/define-table.ts'
import type { RowContext } from './row-context.ts'

/** Fills one table from a session: a row in `table.ts`. */
export interface RowSource {
  readonly table: Table
  list(context: RowContext): SqlValue[][]
}

/** `fill` gives the rows in the order of their key. */
export function defineRows<T extends Table>(
  table: T,
  fill: (context: RowContext, add: (row: RowOf<T>) => void) => void,
): RowSource {
  const toRow = rowMaker(table)
  return {
    table,
    list(context) {
      const rows: SqlValue[][] = []
      fill(context, row => rows.push(toRow(row)))
      return rows
    },
  }
}

/**
 * Makes rows that SQLite gives back as they are: a transcript may hold any number and any text, and a row that came back
 * changed would be written again at every sync. Fields must stand in the order of the columns: taking all values at once
 * is three times as fast as asking for each by name.
 */
export function rowMaker<T extends Table>(table: T): (row: RowOf<T>) => SqlValue[] {
  const names = Object.keys(table.columns)
  const columns = Object.values(table.columns)
  let isChecked = false
  return row => {
    if (!isChecked) assert.deepEqual(Object.keys(row), names, `fields of ${table.name} in the order of its columns`)
    isChecked = true
    const values: (SqlValue | undefined)[] = Object.values(row)
    for (let at = 0; at < values.length; at++) {
      const value = values[at]
      if (typeof value === 'number') {
        if (!Number.isSafeInteger(value)) values[at] = fitNumber(columns[at] as Column, value)
      } else if (typeof value === 'string') {
        if (!value.isWellFormed()) values[at] = value.toWellFormed()
      } else if (value === undefined) {
        values[at] = null
      }
    }
    return values as SqlValue[]
  }
}

function fitNumber(column: Column, value: number): number | null {
  if (Number.isNaN(value)) return column.isNullable ? null : 0
  if (column.type === 'REAL' && Number.isFinite(value)) return value
  return Math.trunc(Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER))
}
