import { findProject, type Project } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import { ofProjectExactly } from '../session-limits.ts'

/** The project of a folder, where sessions of it are kept; undefined where there are none. */
export function findKeptProject(store: Store, folder: string): Project | undefined {
  const project = findProject(folder)
  const { sql, values } = ofProjectExactly(project)
  return store.get(`SELECT 1 FROM sessions AS s WHERE ${sql} LIMIT 1`, values) ? project : undefined
}
