import type { SqlValue, Table } from '../store/define-table.ts'
import { createRowWriter, type UnitText } from '../store/row-writer.ts'
import type { Store } from '../store/store.ts'
import { TABLES } from '../store/tables/table.ts'

/** Where rows go: straight into the index, or to the thread that writes it. Tables are named, to travel lightly. */
export interface RowSink {
  /** Drops everything derived from a session. */
  clear(session: number): void
  remove(table: string, keys: readonly (readonly SqlValue[])[]): void
  insert(table: string, rows: readonly (readonly SqlValue[])[]): void
  units(session: number, units: readonly UnitText[]): void
}

const BY_NAME: ReadonlyMap<string, Table> = new Map(TABLES.map(table => [table.name, table]))

export function createStoreSink(store: Store): RowSink {
  const writer = createRowWriter(store)
  return {
    clear: session => writer.removeSession(session),
    remove: (table, keys) => writer.remove(tableOf(table), keys),
    insert: (table, rows) => writer.insert(tableOf(table), rows),
    units(session, units) {
      for (const unit of units) writer.putUnit(session, unit)
    },
  }
}

function tableOf(name: string): Table {
  const table = BY_NAME.get(name)
  if (!table) throw new Error(`there is no table ${name}`)
  return table
}
