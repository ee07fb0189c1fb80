import { isInside } from '../../source/session-projects.ts'
import { isAbsolute, unifySlashes } from './path-query.ts'

/** What a session tells about the places it worked in. */
export interface WorkPlaces {
  readonly projectPath: string
  readonly projectRemote: string | undefined
  /** Other projects that it worked in: what is theirs has their name. */
  readonly others?: readonly { readonly path: string; readonly remote?: string | undefined }[]
  /** Folders it was in. */
  readonly folders: readonly string[]
}

/**
 * One name for a file in all worktrees and clones of a repository: the project and the path below its root. Undefined
 * for a file outside the places of the session. Holds a NUL, so that it can never be a path. `path` with forward slashes.
 */
export function fileIdentity(path: string, places: WorkPlaces): string | undefined {
  if (!isAbsolute(path)) return `${projectKey(places)}\0${path.replace(/^\.\//, '')}`
  const other = findOther(path, places)
  if (other) return fileIdentity(path, { projectPath: other.path, projectRemote: other.remote, folders: [] })
  const roots = [places.projectPath, ...places.folders].map(folder => unifySlashes(folder).replace(/\/+$/, ''))
  // The longest root is the worktree; a folder inside the project is no root of its own.
  const [project = ''] = roots
  const outside = roots.filter(root => root === project || !root.startsWith(`${project}/`) || isWorktree(root))
  const root = outside
    .filter(candidate => path.startsWith(`${candidate}/`))
    .reduce<string | undefined>(
      (best, found) => (best === undefined || found.length > best.length ? found : best),
      undefined,
    )
  if (root === undefined) return undefined
  return `${projectKey(places)}\0${path.slice(root.length + 1).replace(CLIENT_WORKTREE, '')}`
}

function findOther(path: string, { projectPath, others = [] }: WorkPlaces) {
  const around = [{ path: projectPath }, ...others].filter(project => isInside(path, project.path))
  const nearest = around.sort((a, b) => b.path.length - a.path.length)[0]
  return others.find(other => other === nearest)
}

function projectKey({ projectPath, projectRemote }: WorkPlaces): string {
  return projectRemote === undefined ? unifySlashes(projectPath) : `remote ${projectRemote.toLowerCase()}`
}

/** The client makes worktrees inside the repository. */
const CLIENT_WORKTREE = /^\.claude\/worktrees\/[^/]+\//

function isWorktree(root: string): boolean {
  return /\/\.claude\/worktrees\/[^/]+$/.test(root)
}
