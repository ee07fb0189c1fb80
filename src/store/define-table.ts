/** One value of a row, as SQLite stores it. */
export type SqlValue = string | number | null | Uint8Array

/** A column in three words: its type, whether it may be empty, what it says. */
export interface Column<Type extends ColumnType = ColumnType, Empty extends boolean = boolean> {
  readonly type: Type
  readonly isNullable: Empty
  /** For docs/store.md: one phrase. */
  readonly says: string
}

export type ColumnType = 'INTEGER' | 'TEXT' | 'REAL' | 'BLOB'

export interface Table<Columns extends ColumnMap = ColumnMap> {
  readonly name: string
  /** For docs/store.md: one or two sentences. */
  readonly says: string
  readonly columns: Columns
  /** Primary key, a beginning of `columns`. All but tables with a single INTEGER key are WITHOUT ROWID. */
  readonly key: readonly string[]
  readonly indexes: readonly TableIndex[]
}

export interface TableIndex {
  readonly on: readonly string[]
  /** Makes a partial index. */
  readonly where?: string
  /** Keys in random order: in a bulk load the index is built at the end (store/bulk-load.ts). */
  readonly isBuiltLast?: true
}

export interface ColumnMap {
  readonly [name: string]: Column
}

type ValueOf<C extends Column> = C['type'] extends 'TEXT' ? string : C['type'] extends 'BLOB' ? Uint8Array : number

/** A row as an object; a nullable column takes `undefined` too. */
export type RowOf<T extends Table> = {
  readonly [Name in keyof T['columns']]: T['columns'][Name] extends Column<ColumnType, true>
    ? ValueOf<T['columns'][Name]> | null | undefined
    : ValueOf<T['columns'][Name]>
}

/** What comes back from a query over all columns. */
export type StoredRow<T extends Table> = {
  readonly [Name in keyof T['columns']]: T['columns'][Name] extends Column<ColumnType, true>
    ? ValueOf<T['columns'][Name]> | null
    : ValueOf<T['columns'][Name]>
}

export function defineTable<const Columns extends ColumnMap>(table: {
  readonly name: string
  readonly says: string
  readonly columns: Columns
  readonly key: readonly (keyof Columns & string)[]
  readonly indexes?: Table['indexes']
}): Table<Columns> {
  return { indexes: [], ...table }
}

export const int = (says: string): Column<'INTEGER', false> => ({ type: 'INTEGER', isNullable: false, says })
export const maybeInt = (says: string): Column<'INTEGER', true> => ({ type: 'INTEGER', isNullable: true, says })
export const text = (says: string): Column<'TEXT', false> => ({ type: 'TEXT', isNullable: false, says })
export const maybeText = (says: string): Column<'TEXT', true> => ({ type: 'TEXT', isNullable: true, says })
export const maybeReal = (says: string): Column<'REAL', true> => ({ type: 'REAL', isNullable: true, says })
export const blob = (says: string): Column<'BLOB', false> => ({ type: 'BLOB', isNullable: false, says })

/** Epoch milliseconds. */
export const maybeTime = (says: string): Column<'INTEGER', true> => maybeInt(`${says}; epoch milliseconds`)
/** 0 or 1. */
export const flag = (says: string): Column<'INTEGER', false> => int(`1: ${says}`)

/** The values of a row in the order of the columns: what is bound, sent between threads and compared. */
export function toValues<T extends Table>(table: T, row: RowOf<T>): SqlValue[] {
  const values: SqlValue[] = []
  for (const name in table.columns) values.push((row[name as keyof RowOf<T>] ?? null) as SqlValue)
  return values
}
