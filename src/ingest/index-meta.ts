import { manifestSize } from '../archive/archive-folder.ts'
import type { Store } from '../store/store.ts'
import type { ArchiveStart } from './ingest-batches.ts'
import { keepPaths } from './keep-paths.ts'
import { hasUnfinished } from './unfinished.ts'

/** Must change whenever the same bytes give other rows: then the index is made again from the archive. */
export const DERIVATION = '5'

/** It is of this version, and as far as the archive. */
export function isCurrent(store: Store, keepDir: string): boolean {
  if (store.meta.get('derivation') !== DERIVATION || hasUnfinished(keepDir)) return false
  return readArchiveStart(store)?.manifestBytes === manifestSize(keepPaths(keepDir).archive)
}

/** How far the index has followed the archive; undefined where that is unknown. */
export function readArchiveStart(store: Store): ArchiveStart | undefined {
  const text = store.meta.get('archive')
  return text === undefined ? undefined : (JSON.parse(text) as ArchiveStart)
}

export function writeArchiveStart(store: Store, archive: ArchiveStart): void {
  store.meta.set('archive', JSON.stringify(archive))
}

/** A number that changes with every write, so that a plan made without the lock can be trusted, or not. */
export function countCommits(store: Store): number {
  return Number(store.meta.get('commits') ?? 0)
}

export function noteCommit(store: Store): void {
  store.meta.set('commits', String(countCommits(store) + 1))
}
