import type { Session } from '../model/session.ts'
import { createFolderFinder, listProjectPaths, type Project, projectKeyOf } from '../source/project.ts'
import { type SessionProjects, settleProjects } from '../source/session-projects.ts'
import { pathOf, type SessionSource } from '../source/session-source.ts'
import type { Library } from './library.ts'
import { nameSources } from './short-ids.ts'

/** What a session is called among all, and whose it is. */
export interface SessionPlace {
  /** As lists and citations name it. */
  readonly shortId: string
  readonly project: Project
  /** It is found from these too. */
  readonly otherProjects: readonly Project[]
}

/** As the index has it, which knows what a folder was when it was there; else from the folders it worked in. */
export function placeSession(
  library: Library,
  source: SessionSource,
  { cwds, work }: Pick<Session, 'cwds' | 'work'>,
): SessionPlace {
  const path = pathOf(source)
  const listed = library.sources.find(other => pathOf(other) === path) ?? source
  const { own, others } =
    findKept(library, listed) ?? settleProjects(cwds[0] ?? source.folder, work, createFolderFinder())
  return { shortId: nameSources(library.sources).get(listed) ?? source.id, project: own, otherProjects: others }
}

function findKept({ keep, sessionOf }: Library, source: SessionSource): SessionProjects | undefined {
  const session = sessionOf(source)
  const row = session === undefined ? undefined : keep?.store?.get(KEPT, [session])
  return (
    row && {
      own: {
        path: row.project_path as string,
        name: row.project_name as string,
        remote: (row.project_remote as string | null) ?? undefined,
      },
      others: JSON.parse(row.other_projects as string) as Project[],
    }
  )
}

const KEPT = 'SELECT project_path, project_name, project_remote, other_projects FROM sessions WHERE session = ?'

/** One project, as `ofProjectExactly` says it of sessions in the index. */
export function isSameProject(one: Project, other: Project): boolean {
  if (one.remote === undefined || other.remote === undefined) {
    const paths = listProjectPaths(other)
    return listProjectPaths(one).some(path => paths.includes(path))
  }
  return projectKeyOf(one) === projectKeyOf(other)
}
