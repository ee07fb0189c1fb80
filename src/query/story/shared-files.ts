import type { Store } from '../../store/store.ts'

/** A file that a session changed, and the other sessions that changed it too. */
export interface FileNeighbours {
  /** Relative to the project. */
  readonly path: string
  readonly sessions: ReadonlySet<number>
}

/** A session may change hundreds of files: the ones it changed most tell most. */
const MAX_FILES = 40
/** A name with more changes than that is so common that it says nothing, and reading them all would take too long. */
const MAX_CHANGES = 400

/**
 * By index lookups on the names of files. A path is the same where it is equal, or equal below the folders of two clones
 * of one project: `folderOf` says where a session's project lies, undefined for one of another project.
 */
export function listFileNeighbours(
  store: Store,
  session: number,
  foldersOf: (session: number) => readonly string[] | undefined,
): readonly FileNeighbours[] {
  const own = foldersOf(session) ?? []
  return store.all(CHANGED, [session, MAX_FILES]).flatMap(row => {
    const path = row.path as string
    const name = relativeTo(path, own)
    const rows = store.all(SAME_NAME, [row.base_name as string, session, MAX_CHANGES])
    if (rows.length === MAX_CHANGES) return []
    const sessions = new Set<number>()
    for (const other of rows) {
      const number = other.session as number
      if (sessions.has(number)) continue
      const folders = foldersOf(number)
      const isSame =
        other.path === path || (folders && name !== path && relativeTo(other.path as string, folders) === name)
      if (isSame) sessions.add(number)
    }
    return sessions.size > 0 ? [{ path: name, sessions }] : []
  })
}

const CHANGED = `SELECT path, base_name FROM file_touches WHERE session = ? AND action <> 'read'
GROUP BY path ORDER BY count(*) DESC, path LIMIT ?`

/** The newest ones first: the key of the table follows the name in its index. */
const SAME_NAME = `SELECT session, path FROM file_touches
WHERE base_name = ? AND session <> ? AND action <> 'read' ORDER BY session DESC LIMIT ?`

function relativeTo(path: string, folders: readonly string[]): string {
  const plain = path.replaceAll('\\', '/')
  const folder = folders.find(one => one !== '' && one !== '/' && plain.startsWith(`${one}/`))
  return folder === undefined ? path : plain.slice(folder.length + 1)
}
