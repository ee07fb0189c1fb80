import { findTreeRoot, findWorkTree, type PlaceInTree } from '../../git/find-work-tree.ts'
import { listOldNames } from '../../git/list-old-names.ts'
import type { Git } from '../../git/run-git.ts'
import type { Store } from '../../store/store.ts'
import { type FoundPath, findPaths } from './path-names.ts'
import { PATH_DISK, type PathDisk, type PathPlace, type PathQuery, parsePathQuery, unifySlashes } from './path-query.ts'

export interface PathRequest extends PathPlace {
  /** As typed. */
  readonly text: string
  /** Undefined on a machine without git. */
  readonly git: Git | undefined
}

export interface PathAnswer {
  readonly query: PathQuery
  readonly found: readonly FoundPath[]
  /** The file on this machine that is meant, where there is one. */
  readonly file: string | undefined
  readonly tree: PlaceInTree | undefined
}

/** What a path means: recorded paths with the names the file had, and the file itself where it is still there. */
export async function searchPaths(store: Store, { text, git, ...place }: PathRequest): Promise<PathAnswer> {
  const { cwd, disk = PATH_DISK } = place
  const query = parsePathQuery(text, place)
  const file =
    query.wholes.find(disk.isFile) ??
    findBelow(cwd, findPaths(store, { query, file: undefined, tree: undefined }), disk)
  const tree = file === undefined ? undefined : findWorkTree(file)
  const oldNames = git && tree ? await listOldNames(git, tree) : []
  const found = findPaths(store, { query, file, tree: tree && { ...tree, oldNames } })
  return { query, found, file, tree }
}

/**
 * The one recorded path that lies in the working tree somebody stands in. Elsewhere no path that a transcript names is
 * ever opened.
 */
function findBelow(cwd: string, found: readonly FoundPath[], disk: PathDisk): string | undefined {
  const root = unifySlashes(findTreeRoot(cwd) ?? cwd)
  const here = found.filter(({ path, renamedFrom }) => {
    const unified = unifySlashes(path)
    return renamedFrom === undefined && unified.startsWith(`${root}/`) && !unified.includes('/../')
  })
  const [only, ...others] = here.map(({ path }) => path).filter(disk.isFile)
  return others.length === 0 ? only : undefined
}
