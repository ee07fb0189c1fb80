import { type Project, projectKeyOf } from '../source/project.ts'
import type { Store } from '../store/store.ts'

/** The projects of kept sessions by their folders, each once, in the order given: clones of a repository are one. */
export function listProjectsAt(store: Store, paths: readonly string[]): readonly Project[] {
  const found = new Map<string, Project>()
  for (const path of new Set(paths)) {
    const row = store.get(AT, [path])
    if (row?.name === null || row === undefined) continue
    const project = { path, name: row.name as string, remote: (row.remote as string | null) ?? undefined }
    const key = projectKeyOf(project)
    if (!found.has(key)) found.set(key, project)
  }
  return [...found.values()]
}

/** Its first sessions may have been kept before it had a remote. */
const AT = 'SELECT max(project_name) AS name, max(project_remote) AS remote FROM sessions WHERE project_path = ?'
