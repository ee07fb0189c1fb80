import type { TextColumn } from '../model/text-column.ts'
import { FULL_TEXTS, type UnitKind } from './full-text.ts'
import type { Statement } from './open.ts'
import type { Store } from './store.ts'

/** One piece of text that a search finds, with where it stands. */
export interface UnitText {
  readonly agent: string
  readonly kind: UnitKind
  readonly number: number
  readonly firstTurn: number
  readonly lastTurn: number
  readonly firstEntry: number
  readonly lastEntry: number
  readonly firstAt?: number | null | undefined
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
const KINDS = Object.keys(FULL_TEXTS) as UnitKind[]

export function createUnitWriter(store: Store): UnitWriter {
  const find = store.prepare(`SELECT unit FROM units WHERE ${PLACE}`)
  const insert = store.prepare(
    `INSERT INTO units (session, agent, kind, number, first_turn, last_turn, first_entry, last_entry, first_at, at, chars)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = store.prepare('DELETE FROM units WHERE unit = ?')
  const texts: { readonly [Kind in UnitKind]: TextStatements } = {
    prose: prepare(store, 'prose'),
    tool: prepare(store, 'tool'),
  }

  function drop(session: number, { agent, kind, number }: UnitKey): void {
    for (const { unit } of find.all(session, agent, kind, number) as { unit: number }[]) {
      texts[kind].remove.run(unit)
      remove.run(unit)
    }
  }

  return {
    putUnit: (session, unit) =>
      store.guard(() => {
        drop(session, unit)
        const { agent, chars, kind, number, firstTurn, lastTurn, firstEntry, lastEntry, firstAt, at } = unit
        const place = [
          session,
          agent,
          kind,
          number,
          firstTurn,
          lastTurn,
          firstEntry,
          lastEntry,
          firstAt ?? null,
          at ?? null,
          chars,
        ]
        const values = FULL_TEXTS[kind].columns.map(name => unit.texts[name] || null)
        texts[kind].insert.run(Number(insert.run(...place).lastInsertRowid), ...values)
      }),
    removeUnit: (session, unit) => store.guard(() => drop(session, unit)),
    removeUnits(session) {
      for (const kind of KINDS) {
        const units = 'SELECT unit FROM units WHERE session = ? AND kind = ?'
        store.run(`DELETE FROM ${FULL_TEXTS[kind].name} WHERE rowid IN (${units})`, [session, kind])
      }
      store.run('DELETE FROM units WHERE session = ?', [session])
    },
  }
}

interface TextStatements {
  readonly insert: Statement
  readonly remove: Statement
}

function prepare(store: Store, kind: UnitKind): TextStatements {
  const { name, columns } = FULL_TEXTS[kind]
  const marks = columns.map(() => '?').join(', ')
  return {
    insert: store.prepare(`INSERT INTO ${name} (rowid, ${columns.join(', ')}) VALUES (?, ${marks})`),
    remove: store.prepare(`DELETE FROM ${name} WHERE rowid = ?`),
  }
}
