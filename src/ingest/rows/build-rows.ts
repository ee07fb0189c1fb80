/**
 * rows/ turns a session of the model into rows of the store. It decides nothing: every number and every text comes from
 * the model, and what a row leaves out is read again from the archive by span.
 */
import type { Session } from '../../model/session.ts'
import type { Story } from '../../narrative/story.ts'
import type { SqlValue, Table } from '../../store/define-table.ts'
import { createRowContext, type RowPlace } from './row-context.ts'
import { ROW_SOURCES } from './table.ts'

/** Rows by table, each list in the order of its key. */
export type RowSet = ReadonlyMap<Table, SqlValue[][]>

/** Without a story its tables stay empty. */
export function buildRows(session: Session, place: RowPlace, story?: Story): RowSet {
  const context = createRowContext(session, place, story)
  return new Map(ROW_SOURCES.map(({ table, list }) => [table, list(context)]))
}
