/** The one file that knows the binding. Everything else sees a `Connection`. */
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { SqlValue } from './define-table.ts'

/** What we use of a database; no more than Node 22.16 has (22.15 has no FTS5). */
export interface Connection {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

export interface Statement {
  all(...values: readonly SqlValue[]): unknown[]
  get(...values: readonly SqlValue[]): unknown
  iterate(...values: readonly SqlValue[]): Iterable<unknown>
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
}

/** Opens a file, which must exist if it is only read. `immutable` promises that nobody writes to it meanwhile. */
export function connect(path: string, mode: 'write' | 'read' | 'immutable'): Connection {
  const Database = loadBinding()
  if (mode === 'write') return new Database(path)
  if (mode === 'read') return new Database(path, { readOnly: true })
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return new Database(address, { readOnly: true })
}

let binding: typeof DatabaseSync | undefined

/** Loaded on first use. Node 22 warns that SQLite is experimental: true, and of no use to whoever reads our output. */
function loadBinding(): typeof DatabaseSync {
  if (binding) return binding
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    binding = process.getBuiltinModule('node:sqlite').DatabaseSync
  } finally {
    process.emitWarning = emitWarning
  }
  return binding
}
