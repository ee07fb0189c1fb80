import { join } from 'node:path'
import { type SqlValue, type Table, toValues } from '../src/store/define-table.ts'
import { openStoreForWriting } from '../src/store/open-store.ts'
import type { RowWriter } from '../src/store/row-writer.ts'
import type { Store } from '../src/store/store.ts'
import { TABLES } from '../src/store/tables/table.ts'
import { makeTree } from './temp-tree.ts'

/** Where an index may be made; the folder is removed after the tests of the file. */
export function tempIndexPath(): string {
  return join(makeTree({}), 'index.db')
}

export function openTempStore(): Store {
  return openStoreForWriting(tempIndexPath())
}

/** The values of a row: those given, and something harmless for the rest. */
export function makeRow(table: Table, given: { readonly [column: string]: SqlValue }): SqlValue[] {
  const row: { [column: string]: SqlValue } = {}
  for (const [name, { type, isNullable }] of Object.entries(table.columns)) {
    row[name] = name in given ? (given[name] as SqlValue) : isNullable ? null : HARMLESS[type]
  }
  return toValues(table, row as never)
}

const HARMLESS = { INTEGER: 0, REAL: 0, TEXT: '', BLOB: new Uint8Array(0) }

/** `count` rows in every table that speaks of a session, with this text in every column that takes one. */
export function fillSession(writer: RowWriter, session: number, text: string, count = 3): void {
  for (const table of TABLES.filter(({ name, columns }) => 'session' in columns && name !== 'units')) {
    const rows = Array.from({ length: count }, (_, number) => {
      const given: { [column: string]: SqlValue } = {}
      for (const [name, { type }] of Object.entries(table.columns)) {
        if (type === 'INTEGER') given[name] = name === 'session' ? session : session * 1000 + number
        else given[name] = type === 'BLOB' ? Buffer.from(text) : type === 'REAL' ? number : `${text} ${name} ${number}`
      }
      return makeRow(table, given)
    })
    writer.insert(table, rows)
  }
  for (let number = 0; number < count; number++) {
    writer.putUnit(session, makeUnit({ number, texts: { prompt: `${text} ${number}`, output: `${text} said` } }))
  }
}

export function makeUnit(given: Partial<Parameters<RowWriter['putUnit']>[1]>): Parameters<RowWriter['putUnit']>[1] {
  return {
    agent: '',
    kind: 'prose',
    number: 0,
    firstTurn: 1,
    lastTurn: 2,
    firstEntry: 0,
    lastEntry: 9,
    chars: 0,
    texts: {},
    ...given,
  }
}

/** Units whose text matches, as `session/number`. */
export function search(store: Store, query: string, table = 'prose_text'): string[] {
  const rows = store.all(
    `SELECT u.session, u.number FROM ${table} JOIN units AS u ON u.unit = ${table}.rowid
     WHERE ${table} MATCH ? ORDER BY u.session, u.number`,
    [query],
  )
  return rows.map(row => `${row.session}/${row.number}`)
}
