import { manifestSize } from '../archive/archive-folder.ts'
import type { Store } from '../store/store.ts'
import type { ArchiveStart } from './ingest-batches.ts'
import { keepPaths } from './keep-paths.ts'
import { hasUnfinished } from './unfinished.ts'

/** Must change whenever the same bytes give other rows: then the index is made again from the archive. */
export const DERIVATION = '11'

/** It is of this version, and as far as the archive. */
export function isCurrent(store: Store, keepDir: string): boolean {
  if (store.meta.get('derivation') !== DERIVATION || hasUnfinished(keepDir) || isCatchingUp(store)) return false
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

/**
 * Sessions of the archive are being read into the index, or that was cut off: each batch is as far as the archive, all of
 * them together are not.
 */
export function isCatchingUp(store: Store): boolean {
  return store.meta.get('catching_up') !== undefined
}

/** The same for an index that began empty: what it has is a part of what there is. */
export function isHalfMade(store: Store): boolean {
  return store.meta.get('catching_up') === 'all'
}

/** One that was cut off goes on: what began empty stays half made. */
export function beginCatchUp(store: Store): void {
  if (isHalfMade(store)) return
  const isEmpty = store.get('SELECT 1 FROM sessions LIMIT 1') === undefined
  store.meta.set('catching_up', isEmpty ? 'all' : 'some')
}

export function endCatchUp(store: Store, archive: ArchiveStart): void {
  store.transaction(() => {
    writeArchiveStart(store, archive)
    store.meta.set('catching_up', undefined)
  })
}

/** A number that changes with every write, so that a plan made without the lock can be trusted, or not. */
export function countCommits(store: Store): number {
  return Number(store.meta.get('commits') ?? 0)
}

export function noteCommit(store: Store): void {
  store.meta.set('commits', String(countCommits(store) + 1))
}
