import type { Store } from '../../store/store.ts'

/** Files that a session changed, in a few words. */
export interface ChangedFiles {
  readonly count: number
  /** Last parts of their paths, the one changed last first; not all of them. */
  readonly names: readonly string[]
}

const MAX_NAMES = 3

/** By the number of the session; those that changed none are not there. */
export function listChangedFiles(store: Store, sessions: readonly number[]): ReadonlyMap<number, ChangedFiles> {
  const found = new Map<number, { count: number; names: string[] }>()
  for (const { session, path } of store.all(CHANGED, [JSON.stringify(sessions)])) {
    const files = found.get(session as number) ?? { count: 0, names: [] }
    found.set(session as number, files)
    files.count++
    if (files.names.length < MAX_NAMES) files.names.push(lastPart(path as string))
  }
  return found
}

const CHANGED = `SELECT session, path FROM file_touches
WHERE session IN (SELECT value FROM json_each(?)) AND action <> 'read'
GROUP BY session, path ORDER BY session, max(coalesce(at, 0)) DESC, path`

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) || path
}
