import type { SqlValue } from './define-table.ts'
import { withPlainMarks } from './numbered-values.ts'
import type { Connection, Statement } from './open.ts'
import { translate, withStoreErrors } from './store-error.ts'

/**
 * The index: SQLite with our words for its errors. It knows SQL and nothing about transcripts, and holds nothing that
 * the archive could not give again. One process writes (it holds the lock of lock.ts); readers never wait for it.
 */

export interface Row {
  readonly [column: string]: SqlValue
}

/** How the index was found when it was opened for writing. `must-rebuild`: too old for any migration, see recreateSchema. */
export type StoreState = 'new' | 'current' | 'migrated' | 'must-rebuild'

const KEPT_STATEMENTS = 200

export class Store {
  readonly path: string
  readonly isReadOnly: boolean
  readonly state: StoreState
  readonly #connection: Connection
  readonly #statements = new Map<string, Statement>()
  #isInTransaction = false

  constructor(
    connection: Connection,
    facts: { readonly path: string; readonly isReadOnly: boolean; readonly state: StoreState },
  ) {
    this.#connection = connection
    this.path = facts.path
    this.isReadOnly = facts.isReadOnly
    this.state = facts.state
  }

  all(sql: string, values: readonly SqlValue[] = []): Row[] {
    const plain = withPlainMarks(sql, values)
    return withStoreErrors(this.path, () => this.#prepare(plain.sql).all(...plain.values) as Row[])
  }

  get(sql: string, values: readonly SqlValue[] = []): Row | undefined {
    const plain = withPlainMarks(sql, values)
    return withStoreErrors(this.path, () => this.#prepare(plain.sql).get(...plain.values) as Row | undefined)
  }

  /** Rows one by one. The statement is its own, so loops may be nested; a loop left early lets go of its snapshot. */
  *iterate(sql: string, values: readonly SqlValue[] = []): Generator<Row, void, void> {
    try {
      const plain = withPlainMarks(sql, values)
      yield* this.#connection.prepare(plain.sql).iterate(...plain.values) as Iterable<Row>
    } catch (error) {
      throw translate(this.path, error)
    }
  }

  run(sql: string, values: readonly SqlValue[] = []): { readonly changes: number; readonly lastId: number } {
    const plain = withPlainMarks(sql, values)
    return withStoreErrors(this.path, () => {
      const { changes, lastInsertRowid } = this.#prepare(plain.sql).run(...plain.values)
      return { changes: Number(changes), lastId: Number(lastInsertRowid) }
    })
  }

  /** Statements without values, several at once. */
  exec(sql: string): void {
    withStoreErrors(this.path, () => this.#connection.exec(sql))
  }

  /** A statement to be run many times; its errors are those of the binding: run it inside `guard`. */
  prepare(sql: string): Statement {
    return withStoreErrors(this.path, () => this.#connection.prepare(sql))
  }

  guard<T>(run: () => T): T {
    return withStoreErrors(this.path, run)
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction
  }

  /** For a reader: from here to the end, every query sees the same state. */
  begin(): void {
    this.exec(this.isReadOnly ? 'BEGIN' : 'BEGIN IMMEDIATE')
    this.#isInTransaction = true
  }

  commit(): void {
    this.exec('COMMIT')
    this.#isInTransaction = false
  }

  /** Never fails: a full disk or a broken one has often ended the transaction already. */
  rollback(): void {
    this.#isInTransaction = false
    try {
      this.#connection.exec('ROLLBACK')
    } catch {
      // Nothing to take back.
    }
  }

  /** All of it or nothing. Inside another transaction it is a part of that one. */
  transaction<T>(run: () => T): T {
    if (this.#isInTransaction) return run()
    this.begin()
    try {
      const result = run()
      this.commit()
      return result
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  readonly meta = {
    get: (key: string): string | undefined => {
      const row = this.get('SELECT value FROM meta WHERE key = ?', [key])
      return row === undefined ? undefined : String(row.value)
    },
    /** Without a value the key is removed. */
    set: (key: string, value: string | undefined): void => {
      if (value === undefined) this.run('DELETE FROM meta WHERE key = ?', [key])
      else this.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [key, value])
    },
  }

  close(): void {
    if (this.#isInTransaction) this.rollback()
    this.#statements.clear()
    this.#connection.close()
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known) return known
    if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear()
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
