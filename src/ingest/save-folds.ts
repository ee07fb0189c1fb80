import { toValues } from '../store/define-table.ts'
import { createRowWriter } from '../store/row-writer.ts'
import { packState } from '../store/saved-state.ts'
import { states } from '../store/tables/kept.ts'
import type { FoldCache } from './fold-cache.ts'
import { countCommits } from './index-meta.ts'
import { openWritableKeep, type WritableKeepRequest } from './writable-keep.ts'

/** Writes down where reading stopped, so that another process can go on. Left out where somebody else wrote meanwhile. */
export async function saveFolds(
  request: Pick<WritableKeepRequest, 'keepDir' | 'threads' | 'now' | 'waitForLockMs'>,
  folds: FoldCache,
): Promise<void> {
  const keep = await openWritableKeep(request, { isFresh: false, isThorough: false })
  if (!keep) return
  try {
    if (keep.caughtUp > 0 || countCommits(keep.store) !== folds.commits) return folds.clear()
    const rows = [...folds.entries()].map(([session, { fold }]) =>
      toValues(states, { session, saved_at: request.now(), state: packState(fold.save()) }),
    )
    keep.store.transaction(() => createRowWriter(keep.store).insert(states, rows))
  } finally {
    keep.close()
  }
}
