/** backscroll/store: the index, for whoever wants to ask it in SQL. docs/store.md describes its tables. */
export { TEXT_COLUMNS, type TextColumn } from '../model/text-column.ts'
export type { Column, ColumnType, SqlValue, StoredRow, Table } from './define-table.ts'
export { openStoreForReading } from './open-store.ts'
export { readRows } from './read-rows.ts'
export { SCHEMA_VERSION } from './schema.ts'
export type { Row, Store } from './store.ts'
export { TABLES } from './tables/table.ts'
