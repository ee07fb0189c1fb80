import { CacheLayers } from './cache-layers.ts'
import type { MissCause } from './context-report.ts'
import type { ContextMarks, ContextRow } from './context-rows.ts'
import { type BeforeMiss, findCause } from './miss-cause.ts'

/** Less than this, or a smaller share of what was cached, is no miss: a client changes the end of a context all the time. */
export const MISS_THRESHOLD = { tokens: 1000, share: 0.02 } as const

export interface FoundMiss {
  /** Index of the request. */
  readonly at: number
  readonly cause: MissCause
  readonly tokens: number
  readonly cachedTokens: number
  readonly before: BeforeMiss
}

/** Where a prefix that had been in the cache was paid for again. The first request fills the cache: it misses nothing. */
export function findMisses(rows: readonly ContextRow[], marks: ContextMarks): readonly FoundMiss[] {
  const misses: FoundMiss[] = []
  const layers = new CacheLayers()
  rows.forEach((row, at) => {
    const before = findBefore(rows, at)
    const previous = rows[at - 1]
    const first = rows[0]
    if (before && previous && first) {
      const cachedTokens = cachedAfter(before)
      const tokens = countMissed(row, cachedTokens)
      if (isMiss(tokens, cachedTokens)) {
        const facts = {
          first,
          before,
          previous,
          lifeMs: layers.lifeAt(readBy(row)),
          cachedTokens,
          readTokens: readBy(row),
        }
        misses.push({ at, cause: findCause(row, facts, marks), tokens, cachedTokens, before: facts })
      }
    }
    layers.add(row)
  })
  return misses
}

/** The request whose context this one goes on from: the last one on the side that was not taken back. */
export function findBefore(rows: readonly ContextRow[], at: number): ContextRow | undefined {
  if (rows[at]?.isRewound) return rows[at - 1]
  for (let back = at - 1; back >= 0; back--) {
    const row = rows[back]
    if (row && !row.isRewound) return row
  }
  return undefined
}

/** Where a request made several passes its counts are sums (R14): no pass had more than the largest context. */
function cachedAfter(row: ContextRow): number {
  return Math.min(row.cacheRead + row.cacheWrite5m + row.cacheWrite1h, row.contextTokens)
}

export function readBy(row: ContextRow): number {
  return Math.min(row.cacheRead, row.contextTokens)
}

/** What was lost and is not among what was paid for now has left the context: taken back, or compacted. */
function countMissed(row: ContextRow, cachedTokens: number): number {
  const paid = row.input + row.cacheWrite5m + row.cacheWrite1h
  return Math.max(0, Math.min(cachedTokens - readBy(row), paid))
}

function isMiss(tokens: number, cachedTokens: number): boolean {
  return tokens >= MISS_THRESHOLD.tokens && tokens >= cachedTokens * MISS_THRESHOLD.share
}
