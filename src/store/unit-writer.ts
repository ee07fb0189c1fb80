import { FULL_TEXT } from './full-text.ts'
import type { Store } from './store.ts'
import { TEXT_COLUMNS, type TextColumn } from './tables/table.ts'

/** One piece of text that a search finds, with where it stands. */
export interface UnitText {
  readonly agent: string
  readonly kind: string
  readonly number: number
  readonly firstTurn: number
  readonly lastTurn: number
  readonly firstEntry: number
  readonly lastEntry: number
  readonly at?: number | null | undefined
  /** Length of all texts together. */
  readonly chars: number
  /** As strings, or as UTF-8: SQLite takes both for text here. */
  readonly texts: { readonly [Name in TextColumn]?: string | Uint8Array | undefined }
}

type UnitKey = Pick<UnitText, 'agent' | 'kind' | 'number'>

export interface UnitWriter {
  /** Replaces the unit with the same session, agent, kind and number. */
  putUnit(session: number, unit: UnitText): void
  removeUnit(session: number, unit: UnitKey): void
  removeUnits(session: number): void
}

const PLACE = 'session = ? AND agent = ? AND kind = ? AND number = ?'
const MARKS = TEXT_COLUMNS.map(() => '?').join(', ')

export function createUnitWriter(store: Store): UnitWriter {
  const find = store.prepare(`SELECT unit FROM units WHERE ${PLACE}`)
  const insert = store.prepare(
    `INSERT INTO units (session, agent, kind, number, first_turn, last_turn, first_entry, last_entry, at, chars)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = store.prepare('DELETE FROM units WHERE unit = ?')
  const insertText = store.prepare(`INSERT INTO ${FULL_TEXT} (rowid, ${TEXT_COLUMNS.join(', ')}) VALUES (?, ${MARKS})`)
  const removeText = store.prepare(`DELETE FROM ${FULL_TEXT} WHERE rowid = ?`)

  function drop(session: number, { agent, kind, number }: UnitKey): void {
    for (const { unit } of find.all(session, agent, kind, number) as { unit: number }[]) {
      removeText.run(unit)
      remove.run(unit)
    }
  }

  return {
    putUnit: (session, unit) =>
      store.guard(() => {
        drop(session, unit)
        const texts = TEXT_COLUMNS.map(name => unit.texts[name] || null)
        const { agent, chars, kind, number, firstTurn, lastTurn, firstEntry, lastEntry, at } = unit
        const place = [session, agent, kind, number, firstTurn, lastTurn, firstEntry, lastEntry, at ?? null, chars]
        insertText.run(Number(insert.run(...place).lastInsertRowid), ...texts)
      }),
    removeUnit: (session, unit) => store.guard(() => drop(session, unit)),
    removeUnits(session) {
      store.run(`DELETE FROM ${FULL_TEXT} WHERE rowid IN (SELECT unit FROM units WHERE session = ?)`, [session])
      store.run('DELETE FROM units WHERE session = ?', [session])
    },
  }
}
