import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { listFolder } from '../source/list-folder.ts'
import type { Root } from '../source/roots.ts'
import type { SessionSource } from '../source/session-source.ts'
import { openStoreForReading } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { UserError } from '../user-error.ts'
import { isCurrent } from './index-meta.ts'
import { keepPaths } from './keep-paths.ts'
import type { ChangedFolder } from './plan.ts'

/**
 * A look that takes milliseconds at any size, for questions that cannot wait: folders that changed since the last whole
 * sync (files came or went), and the sessions that were active last (they grow). An old session that somebody goes on
 * with is found by the next whole sync.
 */
export function glance(keepDir: string, roots: readonly Root[]): readonly ChangedFolder[] | undefined {
  let store: Store | undefined
  try {
    store = openStoreForReading(keepPaths(keepDir).index)
    return store && isCurrent(store, keepDir) ? listChanged(store, roots) : undefined
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  } finally {
    store?.close()
  }
}

/** What folders looked like at a whole sync, for the next glance. A time that is too new may hide what came after it. */
export function noteFolders(
  store: Store,
  {
    sources,
    roots,
    startedAt,
  }: { readonly sources: readonly SessionSource[]; readonly roots: readonly Root[]; readonly startedAt: number },
): void {
  const times: { [path: string]: number } = {}
  for (const path of listFolders(sources, roots)) {
    const time = statQuietly(path)?.mtimeMs ?? 0
    times[path] = time > startedAt - SURE_MS ? 0 : time
  }
  store.meta.set(FOLDERS, JSON.stringify(times))
}

const FOLDERS = 'folders'
const SURE_MS = 2000
const RECENT_SESSIONS = 200

/** Folders with sessions, and those between them and the root, in which new ones appear. */
function listFolders(sources: readonly SessionSource[], roots: readonly Root[]): ReadonlySet<string> {
  const folders = new Set(roots.map(root => root.path))
  for (const { folder, root } of sources) {
    for (let path = folder; path.startsWith(root.path) && !folders.has(path); path = dirname(path)) folders.add(path)
  }
  return folders
}

function listChanged(store: Store, roots: readonly Root[]): readonly ChangedFolder[] | undefined {
  const times = JSON.parse(store.meta.get(FOLDERS) ?? '{}') as { readonly [path: string]: number }
  if (roots.some(root => root.isFile || times[root.path] === undefined)) return undefined
  const changed = new Map<string, ChangedFolder>()
  const projects = new Set(store.all('SELECT DISTINCT folder FROM sessions').map(row => row.folder as string))
  for (const [path, time] of Object.entries(times)) {
    if (statQuietly(path)?.mtimeMs === time) continue
    const root = roots.find(({ path: above }) => path.startsWith(above))
    if (!root) return undefined
    if (projects.has(path)) changed.set(path, { root, path })
    // A folder between: what is new in it are folders that nobody has seen yet.
    else
      for (const child of listSubFolders(path))
        if (times[child] === undefined) changed.set(child, { root, path: child })
  }
  for (const { folder, path, size_bytes, mtime } of listRecent(store)) {
    const root = roots.find(({ path: above }) => (folder as string).startsWith(above))
    const stat = root && !changed.has(folder as string) ? statQuietly(path as string) : undefined
    if (root && stat && (stat.size !== size_bytes || stat.mtimeMs !== mtime)) {
      changed.set(folder as string, { root, path: folder as string })
    }
  }
  return [...changed.values()]
}

function listSubFolders(path: string): readonly string[] {
  return listFolder(path, []).folders.map(folder => folder.path)
}

function listRecent(store: Store) {
  return store.all(
    `SELECT s.folder, c.path, c.size_bytes, c.mtime
     FROM (SELECT session, folder FROM sessions ORDER BY ended_at DESC LIMIT ${RECENT_SESSIONS}) AS s
     JOIN files AS f ON f.session = s.session AND f.role IN ('main', 'agent')
     JOIN checks AS c ON c.path = f.path AND c.is_present = 1`,
  )
}

function statQuietly(path: string): { readonly size: number; readonly mtimeMs: number } | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
