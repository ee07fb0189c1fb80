import type { SqlValue } from '../../store/define-table.ts'

/** Which sessions a lookup is about. */
export interface LookupScope {
  /** A project's name, the end of its path, or its remote. */
  readonly project: string | undefined
  /** Epoch milliseconds. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly limit: number
}

/** Conditions on a fact `f` joined with its session `s`, to be put behind `WHERE`. */
export function scopeConditions(scope: LookupScope): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const conditions: string[] = []
  const values: SqlValue[] = []
  if (scope.project !== undefined) {
    const path = scope.project.replace(/[\\/]+$/, '')
    conditions.push(
      `(lower(s.project_name) = lower(?) OR lower(s.project_path) = lower(?) OR lower(s.project_remote) = lower(?)
        OR substr(replace(lower(s.project_path), '\\', '/'), -length(?) - 1) = '/' || lower(?))`,
    )
    values.push(path, path, path, path, path.replaceAll('\\', '/'))
  }
  if (scope.since !== undefined) {
    conditions.push('f.at >= ?')
    values.push(scope.since)
  }
  if (scope.until !== undefined) {
    conditions.push('f.at < ?')
    values.push(scope.until)
  }
  return { sql: conditions.length === 0 ? '1' : conditions.join(' AND '), values }
}
