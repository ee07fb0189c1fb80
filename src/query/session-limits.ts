import { listProjectPaths, type Project } from '../source/project.ts'
import type { Store } from '../store/store.ts'
import { allOf, type SqlCondition } from './sql-condition.ts'

/** Which kept sessions may answer a running one. */
export interface SessionLimits {
  /** This one and no other that shares its name; undefined: all. */
  readonly project: Project | undefined
  /** Id of the session that asks. */
  readonly without: string | undefined
}

/** A condition on sessions `s`. What other sessions repeat of the one that asks is for the question to leave out. */
export function ofLimits({ project, without }: SessionLimits): SqlCondition {
  return allOf([
    project && ofProjectExactly(project),
    without === undefined ? undefined : { sql: 's.id <> ?', values: [without] },
  ])
}

/**
 * The sessions `s` of which `projectKeyOf` says the same. A folder that had no remote yet when its first sessions were
 * kept, or has none any more, is still the same folder; so is one that a link leads to.
 */
export function ofProjectExactly(project: Project): SqlCondition {
  const { remote } = project
  const paths = listProjectPaths(project)
  const isHere = paths.length === 1 ? 's.project_path = ?' : `s.project_path IN (${paths.map(() => '?').join(', ')})`
  if (remote === undefined) return { sql: isHere, values: paths }
  return {
    sql: `lower(s.project_remote) = lower(?) OR (s.project_remote IS NULL AND ${isHere})`,
    values: [remote, ...paths],
  }
}

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
