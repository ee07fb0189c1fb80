import type { Store } from '../../store/store.ts'
import { OF_PERSONS, ofAnyProject, ofLimits, ofProjectExactly, type SessionLimits } from '../session-limits.ts'
import { allOf, anyOf, type SqlCondition } from '../sql-condition.ts'

/** Which sessions a lookup is about. */
export interface LookupScope {
  /** A project's name, or the end of its path or of its remote. */
  readonly project: string | undefined
  /** Epoch milliseconds. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly limit: number
  /** For a running session that asks: no other project's, and nothing that it holds itself. */
  readonly limits?: SessionLimits | undefined
}

/** When a fact `f` of a session `s` happened. Some lines of the client bear no time: then it is when the session ended. */
export const FACT_AT = 'coalesce(f.at, s.ended_at, s.changed_at)'

/**
 * Conditions on a fact `f` joined with its session `s`, to be put behind `WHERE`. The session that asks is left in: what
 * it repeats of others must be known to be left out too (`selectFacts`).
 */
export function scopeConditions(scope: LookupScope): SqlCondition {
  const exactly = scope.limits?.project && ofProjectExactly(scope.limits.project)
  return allOf([
    exactly,
    scope.limits?.onlyPersons ? OF_PERSONS : undefined,
    ofProject(scope.project),
    when(scope.since, `${FACT_AT} >= ?`),
    when(scope.until, `${FACT_AT} < ?`),
  ])
}

/** How many sessions a lookup looks into. */
export function countScopedSessions(store: Store, scope: LookupScope): number {
  const { sql, values } = scopedSessions(scope)
  return store.get(`SELECT count(*) AS sessions FROM sessions AS s WHERE ${sql}`, values)?.sessions as number
}

/** Numbers of the same. */
export function listScopedSessions(store: Store, scope: Omit<LookupScope, 'limit'>): readonly number[] {
  const { sql, values } = scopedSessions(scope)
  const rows = store.all(`SELECT s.session FROM sessions AS s WHERE ${sql} ORDER BY s.session`, values)
  return rows.map(({ session }) => session as number)
}

/** Conditions on those sessions `s`. */
export function scopedSessions(scope: Omit<LookupScope, 'limit'>): SqlCondition {
  return allOf([
    's.has_conversation = 1',
    ofScope(scope),
    when(scope.since, 'coalesce(s.ended_at, s.changed_at) >= ?'),
    when(scope.until, 'coalesce(s.started_at, s.changed_at) < ?'),
  ])
}

/** A condition on sessions `s`: whose they are, whatever the time. */
export function ofScope({ project, limits }: Pick<LookupScope, 'project' | 'limits'>): SqlCondition {
  return allOf([limits && ofLimits(limits), ofProject(project)])
}

function when(at: number | undefined, sql: string): SqlCondition | undefined {
  return at === undefined ? undefined : { sql, values: [at] }
}

/** As `matchesProject` of source/ says it. SQLite knows capitals of English alone: others must be typed as they are. */
function ofProject(project: string | undefined): SqlCondition | undefined {
  if (project === undefined) return undefined
  const asTyped = project.replaceAll('\\', '/').replace(/^\/+|\/+$/g, '')
  if (asTyped === '') return { sql: '0', values: [] }
  const wanted = [asTyped.replace(/[A-Z]/g, letter => letter.toLowerCase()), asTyped.toLowerCase()]
  const endings = [...new Set(wanted)]
  return ofAnyProject(column =>
    anyOf(
      endings.flatMap(ending => [
        { sql: `lower(${column.name}) = ?`, values: [ending] },
        ...[column.path, column.remote, column.cwd].map(place => endsWith(place, ending)),
      ]),
    ),
  )
}

function endsWith(column: string, ending: string): SqlCondition {
  const path = `'/' || trim(replace(lower(${column}), '\\', '/'), '/')`
  return { sql: `substr(${path}, -length(?)) = ?`, values: [`/${ending}`, `/${ending}`] }
}
