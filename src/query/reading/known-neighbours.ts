import { statSync } from 'node:fs'
import { TOP_BYTES } from '../../model/summary-leaves.ts'
import type { KnownSiblings } from '../../source/siblings.ts'

/**
 * What the tops of transcripts tell about their neighbours, for a process that opens many sessions one after the other: a
 * folder may hold hundreds. A top that is whole does not change any more.
 */
export interface KnownNeighbours {
  /** Gives what is known and still holds; what is read meanwhile is known from then on. */
  use<Result>(read: (known: KnownSiblings) => Result): Result
}

const MAX_KNOWN = 5000

export function createKnownNeighbours(): KnownNeighbours {
  const known: KnownSiblings = new Map()
  const sizes = new Map<string, number>()
  const drop = (path: string): void => {
    known.delete(path)
    sizes.delete(path)
  }
  return {
    use(read) {
      for (const [path, size] of sizes) {
        if (known.size > MAX_KNOWN || (size < TOP_BYTES && sizeOf(path) !== size)) drop(path)
      }
      const result = read(known)
      for (const path of known.keys()) if (!sizes.has(path)) sizes.set(path, sizeOf(path))
      return result
    },
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? -1
  } catch {
    return -1
  }
}
