import { findTreeRoot } from '../../git/find-work-tree.ts'
import { shorten } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import type { FoundPath } from '../lookups/path-names.ts'
import { unifySlashes } from '../lookups/path-query.ts'
import { type PathRequest, searchPaths } from '../lookups/path-search.ts'

/** One file, under one recorded path: the same name in another worktree is another file. */
export interface ChosenPath {
  readonly path: string
  /** The file on this machine that is meant, where there is one: in a clone that was moved it has another path. */
  readonly file: string | undefined
  /** Somebody stands in the working tree it belongs to: where it is not there, it is gone. */
  readonly isHere: boolean
  /** Recorded paths under which the same file is known from before or after a rename: each has steps of its own. */
  readonly otherNames: readonly string[]
}

export interface PathChoice extends PathRequest {
  /** Sessions that were named with it: of several files, the one that they touched is meant. */
  readonly sessions: readonly number[]
}

/** Undefined where no session touched such a file. Throws where several are meant. */
export async function choosePath(keep: IndexedKeep, request: PathChoice): Promise<ChosenPath | undefined> {
  const { query, found, file } = await searchPaths(keep.store, request)
  const named = found.filter(({ renamedFrom }) => renamedFrom === undefined)
  const wholes = new Set([...query.wholes, ...(file === undefined ? [] : [unifySlashes(file)])])
  const exact = named.filter(({ path }) => wholes.has(unifySlashes(path)))
  const all = named.length > 0 ? named : found
  const left = [exact, narrow(keep, all, request.sessions), all].find(list => list.length > 0) ?? []
  const [only, ...others] = left.map(({ path }) => path)
  if (only === undefined) return undefined
  if (others.length > 0) throw ambiguous(request.text, [only, ...others])
  const root = unifySlashes(findTreeRoot(request.cwd) ?? request.cwd)
  const isHere = unifySlashes(only).startsWith(`${root}/`)
  const otherNames = found.filter(({ renamedFrom }) => renamedFrom === only).map(({ path }) => path)
  return { path: only, file, isHere, otherNames }
}

function narrow(
  { store }: IndexedKeep,
  found: readonly FoundPath[],
  sessions: readonly number[],
): readonly FoundPath[] {
  if (sessions.length === 0 || found.length < 2) return []
  const rows = store.all(`SELECT DISTINCT path FROM file_touches WHERE session IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(sessions),
  ])
  const touched = new Set(rows.map(row => row.path))
  return found.filter(({ path }) => touched.has(path))
}

const MAX_NAMED = 5

function ambiguous(text: string, paths: readonly string[]): UserError {
  const shown = paths.slice(0, MAX_NAMED).join(', ')
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  return new UserError({
    code: 'ambiguous-path',
    message: `"${shorten(text)}" fits ${paths.length} files: ${shown}${more}`,
    hint: 'Give more of the path, or all of it.',
  })
}
