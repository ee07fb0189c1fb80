import { isBulkLoading } from '../store/bulk-load.ts'
import { hasTraces } from '../store/forget-session.ts'
import { listGone } from '../store/gone-sessions.ts'
import { tryLock } from '../store/lock.ts'
import { openStoreForReading, openStoreForWriting } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { UserError } from '../user-error.ts'
import { readDamaged } from './damaged-files.ts'
import { noteFolders } from './glance.ts'
import { countCommits, isCurrent } from './index-meta.ts'
import { hasUnjoined } from './joined-sessions.ts'
import { keepPaths } from './keep-paths.ts'
import { type Known, type KnownFolder, NOTHING_KNOWN, readKnown } from './known.ts'
import type { Plan } from './plan.ts'
import type { SyncRequest } from './sync.ts'

/** The index as a reader finds it. */
export interface PeekedIndex {
  /** It is there, of this version, as far as the archive, and nothing was put off. */
  readonly isReady: boolean
  readonly known: Known
  /** Changes with every write. */
  readonly commits: number
}

/** Looks without the lock: most syncs find nothing to do and end here. */
export function peekIndex(
  keepDir: string,
  options: { readonly folders: readonly KnownFolder[] | undefined; readonly isThorough: boolean },
): PeekedIndex {
  const nothing = { isReady: false, known: NOTHING_KNOWN, commits: -1 }
  let store: Store | undefined
  try {
    store = openStoreForReading(keepPaths(keepDir).index)
    if (!store || !isCurrent(store, keepDir)) return nothing
    if (options.isThorough && (isBulkLoading(store) || hasTraces(store) || hasUnjoined(store))) return nothing
    const known = readKnown(store, { folders: options.folders, damaged: readDamaged(keepDir) })
    return { isReady: true, known, commits: countCommits(store) }
  } catch (error) {
    if (error instanceof UserError) return nothing
    throw error
  } finally {
    store?.close()
  }
}

/** A whole sync that found nothing to do still notes that it was here, and says how many sessions are kept only. */
export function noteVisit(
  { keepDir, roots, now }: Pick<SyncRequest, 'keepDir' | 'roots' | 'now'>,
  { sources }: Pick<Plan, 'sources'>,
  startedAt: number,
): number | undefined {
  const { lock: lockPath, index } = keepPaths(keepDir)
  const lock = tryLock(lockPath)
  if (!lock) return undefined
  try {
    const store = openStoreForWriting(index)
    try {
      store.transaction(() => {
        store.meta.set('last_sync_at', String(now()))
        noteFolders(store, { sources, roots, startedAt })
      })
      return listGone(store).size
    } finally {
      store.close()
    }
  } catch (error) {
    // A keep that cannot be written to has nothing to note; it was only to be looked at.
    if (error instanceof UserError) return undefined
    throw error
  } finally {
    lock.release()
  }
}
