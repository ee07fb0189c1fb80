import { findProject, listProjectPaths, type Project, projectKeyOf } from '../source/project.ts'
import { pathOf, type SessionSource } from '../source/session-source.ts'
import type { Library } from './library.ts'
import { nameSources } from './short-ids.ts'

/** What a session is called among all, and whose it is. */
export interface SessionPlace {
  /** As lists and citations name it. */
  readonly shortId: string
  readonly project: Project
}

/** As the index has it, which knows what a folder was when it was there; else from the folder it worked in. */
export function placeSession(library: Library, source: SessionSource, cwd: string | undefined): SessionPlace {
  const path = pathOf(source)
  const listed = library.sources.find(other => pathOf(other) === path) ?? source
  return {
    shortId: nameSources(library.sources).get(listed) ?? source.id,
    project: findKept(library, listed) ?? findProject(cwd ?? source.folder),
  }
}

function findKept({ keep, sessionOf }: Library, source: SessionSource): Project | undefined {
  const session = sessionOf(source)
  if (session === undefined) return undefined
  const row = keep?.store?.get('SELECT project_path, project_name, project_remote FROM sessions WHERE session = ?', [
    session,
  ])
  return (
    row && {
      path: row.project_path as string,
      name: row.project_name as string,
      remote: (row.project_remote as string | null) ?? undefined,
    }
  )
}

/** One project, as `ofProjectExactly` says it of sessions in the index. */
export function isSameProject(one: Project, other: Project): boolean {
  if (one.remote === undefined || other.remote === undefined) {
    const paths = listProjectPaths(other)
    return listProjectPaths(one).some(path => paths.includes(path))
  }
  return projectKeyOf(one) === projectKeyOf(other)
}
