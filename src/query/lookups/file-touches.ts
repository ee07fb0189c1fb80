import type { Store } from '../../store/store.ts'
import { allOf, type SqlCondition } from '../sql-condition.ts'
import type { FactRow } from './collapse-copies.ts'
import type { KeptSession } from './kept-sessions.ts'
import { baseNameOf, unifySlashes } from './path-query.ts'
import type { LookupScope } from './scope.ts'
import { type SelectedFacts, selectFacts } from './select-facts.ts'

export type FileAction = 'read' | 'create' | 'write' | 'edit' | 'delete'
/** `change`: all but reading. */
export type ActionFilter = FileAction | 'change'

export interface TouchRow extends FactRow {
  readonly path: string
  readonly action: FileAction
  readonly added: number
  readonly removed: number
  readonly is_user_modified: number
  /** Entry with the call, and entry with its result. */
  readonly use_entry: number | null
  readonly result_entry: number | null
}

export interface TouchRequest {
  /** As recorded. */
  readonly paths: readonly string[]
  readonly action: ActionFilter | undefined
  readonly scope: LookupScope
}

/** What was done to these paths, each call once however many sessions repeat it, newest first. */
export function selectTouches(
  store: Store,
  sessions: ReadonlyMap<number, KeptSession>,
  { paths, action, scope }: TouchRequest,
): SelectedFacts<TouchRow> {
  const names = [...new Set(paths.map(path => baseNameOf(unifySlashes(path))))]
  return selectFacts<TouchRow>(store, sessions, {
    table: 'file_touches',
    columns: ['f.path', 'f.action', 'f.added', 'f.removed', 'f.is_user_modified', 'c.use_entry', 'c.result_entry'],
    scope,
    where: allOf([
      { sql: 'f.base_name IN (SELECT value FROM json_each(?))', values: [JSON.stringify(names)] },
      { sql: 'f.path IN (SELECT value FROM json_each(?))', values: [JSON.stringify(paths)] },
      ofAction(action),
    ]),
    fits: () => true,
    contentOf: row => `${row.action} ${row.path}`,
  })
}

export function ofAction(action: ActionFilter | undefined): SqlCondition | undefined {
  if (action === undefined) return undefined
  return action === 'change' ? { sql: "f.action <> 'read'", values: [] } : { sql: 'f.action = ?', values: [action] }
}
