import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import type { SearchAnswer } from '../../../query/search/answer.ts'

export interface Searcher {
  search(text: string, limit: number): SearchAnswer
  /** Somebody was typing until just now. */
  readonly isOpen: boolean
  close(): void
}

const IDLE_MS = 2000

/**
 * Searches an index that is open only while somebody types: a reader that stays would hold up a sync that tidies, and
 * would see the state of the day it came.
 */
export function createSearcher(
  open: () => IndexedKeep,
  ask: (keep: IndexedKeep, request: { readonly text: string; readonly limit: number }) => SearchAnswer,
  idleMs = IDLE_MS,
): Searcher {
  let keep: IndexedKeep | undefined
  let timer: NodeJS.Timeout | undefined
  function close(): void {
    clearTimeout(timer)
    keep?.close()
    keep = undefined
  }
  return {
    search(text, limit) {
      clearTimeout(timer)
      keep ??= open()
      try {
        return ask(keep, { text, limit })
      } finally {
        timer = setTimeout(close, idleMs)
        timer.unref()
      }
    },
    get isOpen() {
      return keep !== undefined
    },
    close,
  }
}
