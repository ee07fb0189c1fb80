import type { SqlValue, StoredRow, Table } from './define-table.ts'
import type { Store } from './store.ts'

/** Whole rows, typed by their table. `rest` is what follows FROM: `WHERE session = ? ORDER BY number`. */
export function readRows<T extends Table>(
  store: Store,
  table: T,
  rest = '',
  values: readonly SqlValue[] = [],
): StoredRow<T>[] {
  return store.all(`SELECT * FROM "${table.name}" ${rest}`, values) as unknown as StoredRow<T>[]
}
