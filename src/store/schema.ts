import { createHash } from 'node:crypto'
import type { Table, TableIndex } from './define-table.ts'
import { FULL_TEXT_DDL, setEverydayMerging } from './full-text.ts'
import { latestVersion } from './migrations/migrate.ts'
import { MIGRATIONS } from './migrations/table.ts'
import { type Connection, connect } from './open.ts'
import { COUNTED_REQUESTS_DDL, UNSETTLED_TRIGGERS } from './request-views.ts'
import type { Store } from './store.ts'
import { meta, unsettled } from './tables/internal.ts'
import { TABLES } from './tables/table.ts'

/** 'Bscr': tells our files from other databases. */
export const APPLICATION_ID = 0x42736372

export const SCHEMA_VERSION = latestVersion(MIGRATIONS)

export const INTERNAL_TABLES: readonly Table[] = [meta, unsettled]

const ALL_TABLES = [...TABLES, ...INTERNAL_TABLES]

/** Makes everything in an empty database. In a transaction, so that a reader finds all or nothing. */
export function createSchema(store: Store, version = SCHEMA_VERSION): void {
  store.transaction(() => {
    for (const statement of listStatements()) store.exec(statement)
    setEverydayMerging(store)
    store.meta.set('schema', schemaMark())
    store.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`)
  })
}

/**
 * Empties an index that cannot be migrated, or is to be filled again, and makes the current tables. Readers see the old
 * rows until the transaction of the caller is committed.
 */
export function recreateSchema(store: Store): void {
  store.transaction(() => {
    dropSchema(store)
    createSchema(store)
  })
}

/** Drops every table, view and trigger, whichever version made them. */
function dropSchema(store: Store): void {
  const things = store.all(
    `SELECT type, name, sql LIKE 'CREATE VIRTUAL%' AS is_virtual FROM sqlite_schema
     WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     ORDER BY is_virtual DESC, type = 'table'`,
  )
  // The tables behind a virtual one go with it: hence IF EXISTS.
  for (const { type, name } of things) store.exec(`DROP ${String(type)} IF EXISTS ${quote(String(name))}`)
}

/** The tables, views and triggers of a database, as text: those of an index that is whole are the same everywhere. */
export function readShape(connection: Connection): string {
  const things = connection.prepare(SHAPE).all() as readonly { readonly thing: string }[]
  const hash = createHash('sha256')
  for (const { thing } of things) hash.update(`${thing}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Indexes come and go with bulk loads, and what stands behind full text is written by SQLite, in words of its version. */
const SHAPE = `SELECT type || ' ' || name || ' ' || iif(sql LIKE 'CREATE TABLE ''%', '', sql) AS thing
FROM sqlite_schema WHERE type <> 'index' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`

declare const BACKSCROLL_SCHEMA_SHAPE: string
let knownShape: string | undefined

/** What `readShape` must give. */
export function schemaShape(): string {
  if (typeof BACKSCROLL_SCHEMA_SHAPE === 'string') return BACKSCROLL_SCHEMA_SHAPE
  if (knownShape !== undefined) return knownShape
  const connection = connect(':memory:', 'write')
  try {
    for (const statement of listStatements()) connection.exec(statement)
    knownShape = readShape(connection)
    return knownShape
  } finally {
    connection.close()
  }
}

/** Put in by scripts/build.js: making it takes milliseconds, and every process that opens the index needs it. */
declare const BACKSCROLL_SCHEMA_MARK: string

/**
 * Names the schema by its text. An index of the same version with another mark was made by another state of this code:
 * it is rebuilt, as no step of a migration leads to it.
 */
export function schemaMark(): string {
  if (typeof BACKSCROLL_SCHEMA_MARK === 'string') return BACKSCROLL_SCHEMA_MARK
  return createHash('sha256').update(listStatements().join(';\n')).digest('hex').slice(0, 16)
}

/** Every CREATE statement, in an order that works. */
function listStatements(): readonly string[] {
  return [
    ...ALL_TABLES.map(createTable),
    ...ALL_TABLES.flatMap(table => table.indexes.map(index => createIndex(table, index))),
    ...FULL_TEXT_DDL,
    COUNTED_REQUESTS_DDL,
    ...UNSETTLED_TRIGGERS,
  ]
}

/** STRICT, so that no text hides in a column of numbers; WITHOUT ROWID, so that a session's rows lie together. */
function createTable({ name, columns, key }: Table): string {
  const lines = Object.entries(columns).map(([column, { type, isNullable }]) => {
    return `  ${quote(column)} ${type}${isNullable ? '' : ' NOT NULL'}`
  })
  const [only] = key
  const isRowid = key.length === 1 && only !== undefined && columns[only]?.type === 'INTEGER'
  lines.push(`  PRIMARY KEY (${key.map(quote).join(', ')})`)
  return `CREATE TABLE ${quote(name)} (\n${lines.join(',\n')}\n) STRICT${isRowid ? '' : ', WITHOUT ROWID'}`
}

export function createIndex(table: Table, index: TableIndex): string {
  const where = index.where === undefined ? '' : ` WHERE ${index.where}`
  return `CREATE INDEX ${quote(indexName(table, index))} ON ${quote(table.name)} (${index.on.map(quote).join(', ')})${where}`
}

export function indexName(table: Table, { on }: TableIndex): string {
  return `${table.name}_by_${on.join('_')}`
}

/** Column names such as `end` are words of SQL. */
export function quote(name: string): string {
  return `"${name}"`
}
