import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Root } from '../source/roots.ts'
import type { SessionSource } from '../source/session-source.ts'
import type { CatalogSession } from './catalog.ts'
import { unify } from './kept-source.ts'

/** Sessions on disk beside those that are kept: which are the same, and which are left in the archive alone. */
export interface JoinedSessions {
  readonly onDisk: readonly SessionSource[]
  /** Numbers in the archive of those on disk that are kept too. */
  readonly numbers: ReadonlyMap<SessionSource, number>
  readonly onlyKept: readonly CatalogSession[]
}

/**
 * The same folder and name is the same session, whatever links the folder was reached by. Where the disk has no main
 * transcript any more and the archive has, the session is that of the archive: it holds more.
 */
export function joinKept(sources: readonly SessionSource[], kept: readonly CatalogSession[]): JoinedSessions {
  const byPlace = groupByPlace(kept)
  const numbers = new Map<SessionSource, number>()
  const onDisk: SessionSource[] = []
  const matched = new Set<CatalogSession>()
  for (const source of sources) {
    const same = byPlace.get(placeKey(realFolderOf(source), source.name)) ?? []
    const session = same.find(({ folder }) => folder === source.folder) ?? same[0]
    if (session?.hasMain && !source.main) continue
    onDisk.push(source)
    if (!session) continue
    numbers.set(source, session.session)
    for (const other of same) matched.add(other)
  }
  return { onDisk, numbers, onlyKept: kept.filter(session => !matched.has(session)) }
}

/** Several where a folder was kept under two names: they are one all the same. */
function groupByPlace(kept: readonly CatalogSession[]): ReadonlyMap<string, readonly CatalogSession[]> {
  const findReal = createRealFinder()
  const groups = new Map<string, CatalogSession[]>()
  for (const session of kept) {
    const key = placeKey(findReal(session), session.name)
    const group = groups.get(key)
    if (group) group.push(session)
    else groups.set(key, [session])
  }
  return groups
}

/** Those that stood in one of these places: a root, a folder in it or above it, a transcript. */
export function keptBelow(kept: readonly CatalogSession[], places: readonly string[]): readonly CatalogSession[] {
  const folders = places.map(place => unify(place).replace(/\/+$/, ''))
  return kept.filter(({ folder, name, rootPath }) => {
    const own = `${unify(folder)}/${name}`
    return folders.some(place => isBelow(own, place) || unify(rootPath) === place || `${own}.jsonl` === place)
  })
}

/** What a root is called, with and without links. */
export function placesOf(roots: readonly Root[]): readonly string[] {
  return roots.flatMap(root => [root.path, root.realPath])
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function placeKey(folder: string, name: string): string {
  return `${folder}\0${name}`
}

/** Links above and at the root are followed, those inside it are part of the folder's name: a listing goes the same way. */
function realFolderOf({ root, folder }: SessionSource): string {
  const top = root.isFile ? dirname(root.path) : root.path
  const realTop = root.isFile ? dirname(root.realPath) : root.realPath
  return folder.startsWith(top) ? realTop + folder.slice(top.length) : folder
}

/** The same for a kept session, where that root still exists. */
function createRealFinder(): (kept: CatalogSession) => string {
  const known = new Map<string, string>()
  return ({ folder, rootPath }) => {
    const top = folder.startsWith(rootPath) ? rootPath : dirname(rootPath)
    const real = known.get(top) ?? realPathOr(top)
    known.set(top, real)
    return folder.startsWith(top) ? real + folder.slice(top.length) : folder
  }
}

function realPathOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
