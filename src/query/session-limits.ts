import { listProjectPaths, type Project } from '../source/project.ts'
import type { Store } from '../store/store.ts'
import { allOf, type SqlCondition } from './sql-condition.ts'

/** Which kept sessions may answer a running one. */
export interface SessionLimits {
  /** This one and no other that shares its name; undefined: all. */
  readonly project: Project | undefined
  /** Id of the session that asks. */
  readonly without: string | undefined
  /** None that programs alone drove: what they asked and settled is nobody's own. */
  readonly onlyPersons?: boolean | undefined
}

/** A condition on sessions `s`. What other sessions repeat of the one that asks is for the question to leave out. */
export function ofLimits({ project, without, onlyPersons }: SessionLimits): SqlCondition {
  return allOf([
    project && ofProjectExactly(project),
    without === undefined ? undefined : { sql: 's.id <> ?', values: [without] },
    onlyPersons ? OF_PERSONS : undefined,
  ])
}

/** A part of a conversation that begins in the middle has no turns at all. */
export const OF_PERSONS = '(s.turns > 0 OR s.other_turns = 0)'

/**
 * The sessions `s` of which `projectKeyOf` says the same. A folder that had no remote yet when its first sessions were
 * kept, or has none any more, is still the same folder; so is one that a link leads to.
 */
export function ofProjectExactly(project: Project): SqlCondition {
  const { remote } = project
  const paths = listProjectPaths(project)
  const places = paths.map(() => '?').join(', ')
  return ofAnyProject(column => {
    const isHere = paths.length === 1 ? `${column.path} = ?` : `${column.path} IN (${places})`
    if (remote === undefined) return { sql: isHere, values: paths }
    return {
      sql: `lower(${column.remote}) = lower(?) OR (${column.remote} IS NULL AND ${isHere})`,
      values: [remote, ...paths],
    }
  })
}

/** Where the facts of a project stand, and the folder that the session began in. */
type ProjectColumns = Readonly<Record<'path' | 'name' | 'remote' | 'cwd', string>>

/**
 * What is asked holds of the project that a session `s` belongs to, or of another that it is found from. Asked on its own,
 * so that an index is read and not the wide table.
 */
export function ofAnyProject(asked: (column: ProjectColumns) => SqlCondition): SqlCondition {
  const own = asked({ path: 'p.project_path', name: 'p.project_name', remote: 'p.project_remote', cwd: 'p.cwd' })
  const other = asked({ ...OTHER, cwd: 'p.cwd' })
  return {
    sql: `s.session IN (SELECT p.session FROM sessions AS p WHERE (${own.sql}) OR (p.other_projects <> '[]'
  AND EXISTS (SELECT 1 FROM json_each(p.other_projects) AS o WHERE ${other.sql})))`,
    values: [...own.values, ...other.values],
  }
}

const OTHER = { path: "o.value ->> 'path'", name: "o.value ->> 'name'", remote: "o.value ->> 'remote'" }

export function listWithin(store: Store, limits: SessionLimits): ReadonlySet<number> {
  const { sql, values } = ofLimits(limits)
  return new Set(
    store.all(`SELECT s.session FROM sessions AS s WHERE ${sql}`, values).map(row => row.session as number),
  )
}

/** Ids of the sessions whose id begins so, or whose file is called so. */
export function listCalled(store: Store, text: string, limits: SessionLimits): readonly string[] {
  const { sql, values } = ofLimits(limits)
  const isCalled = 'lower(substr(s.id, 1, length(?))) = lower(?) OR lower(s.name) = lower(?)'
  return store
    .all(`SELECT DISTINCT s.id FROM sessions AS s WHERE (${sql}) AND (${isCalled}) ORDER BY s.id`, [
      ...values,
      text,
      text,
      text,
    ])
    .map(row => row.id as string)
}
