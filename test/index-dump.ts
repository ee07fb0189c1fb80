import { DatabaseSync } from 'node:sqlite'
import { TEXT_COLUMNS } from '../src/model/text-column.ts'
import { FULL_TEXTS } from '../src/store/full-text.ts'
import { TABLES } from '../src/store/tables/table.ts'

/** Tables about the disk, which the archive cannot know, and about where reading stopped. */
const OF_THE_DISK = new Set(['checks', 'states'])

/**
 * Everything an index says, table by table, in an order of its own. Units are named by what they are, not by their rowid,
 * and the full text is told as the terms of each unit.
 */
export function dumpIndex(path: string): { readonly [table: string]: readonly string[] } {
  const database = new DatabaseSync(path)
  try {
    const dump: { [table: string]: readonly string[] } = {}
    for (const { name, columns } of TABLES) {
      if (OF_THE_DISK.has(name)) continue
      const list = Object.keys(columns).filter(column => name !== 'units' || column !== 'unit')
      const rows = database.prepare(`SELECT ${list.map(column => `"${column}"`).join()} FROM "${name}"`).all()
      dump[name] = rows.map(row => JSON.stringify(row)).sort()
    }
    dump.texts = dumpTerms(database)
    return dump
  } finally {
    database.close()
  }
}

/** One line per unit: which terms stand where in it. */
function dumpTerms(database: DatabaseSync): readonly string[] {
  const byUnit = new Map<number, string[]>()
  for (const { name } of Object.values(FULL_TEXTS)) {
    database.exec(`CREATE VIRTUAL TABLE temp.${name}_terms USING fts5vocab('main', '${name}', 'instance')`)
    const terms = database.prepare(`SELECT doc, term, col, offset FROM temp.${name}_terms`)
    for (const { doc, term, col, offset } of terms.iterate()) {
      const known = byUnit.get(doc as number) ?? []
      byUnit.set(doc as number, known)
      known.push(`${name} ${TEXT_COLUMNS.indexOf(col as 'prompt')}:${offset}:${term}`)
    }
  }
  const lines: string[] = []
  for (const row of database.prepare('SELECT unit, session, agent, kind, number FROM units').iterate()) {
    const terms = byUnit.get(row.unit as number) ?? []
    byUnit.delete(row.unit as number)
    lines.push(`${row.session} ${row.agent} ${row.kind} ${row.number} ${terms.sort().join(' ')}`)
  }
  for (const doc of byUnit.keys()) lines.push(`a text without unit: ${doc}`)
  return lines.sort()
}
