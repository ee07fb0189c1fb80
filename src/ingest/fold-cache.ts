import type { RowSet } from './rows/build-rows.ts'
import type { SessionFold } from './session-fold.ts'

/**
 * Sessions that a long-lived process has read and that may go on growing: what is appended is folded in without looking
 * at what came before. Holds for as long as nobody else writes the index.
 */
export interface FoldCache {
  /** The count of the index's commits when all of it was true. */
  commits: number
  take(session: number): LiveFold | undefined
  put(session: number, live: LiveFold): void
  clear(): void
  entries(): Iterable<readonly [session: number, live: LiveFold]>
}

export interface LiveFold {
  readonly fold: SessionFold
  /** The rows that the index has of it. */
  readonly rows: RowSet
}

/** People run a few sessions at a time; each costs about as much memory as a tenth of its transcript. */
const MAX_LIVE = 6

export function createFoldCache(): FoldCache {
  const live = new Map<number, LiveFold>()
  return {
    commits: -1,
    take(session) {
      const found = live.get(session)
      live.delete(session)
      return found
    },
    put(session, fold) {
      live.delete(session)
      live.set(session, fold)
      for (const oldest of live.keys()) {
        if (live.size <= MAX_LIVE) break
        live.delete(oldest)
      }
    },
    clear: () => live.clear(),
    entries: () => live.entries(),
  }
}
