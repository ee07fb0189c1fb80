import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { TOP_BYTES } from '../../model/summary-leaves.ts'
import { HEAD_ENTRIES, type KnownSiblings, type Siblings } from '../../source/siblings.ts'

/**
 * What the tops of transcripts tell about their neighbours, for a process that opens many sessions one after the other: a
 * folder may hold hundreds. A top that is whole does not change any more.
 */
export interface KnownNeighbours {
  /** Gives what is known and still holds; what is read meanwhile is known from then on. */
  use<Result>(read: (known: KnownSiblings) => Result): Result
  /** Becomes another where a transcript came into the folder or left it, or one that had hardly begun went on. */
  markOf(folder: string): string
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
    markOf(folder) {
      const marks = [`${mtimeOf(folder)}`]
      for (const [path, told] of known) {
        if (dirname(path) === folder && hasHardlyBegun(told)) marks.push(`${path} ${sizeOf(path)}`)
      }
      return marks.join('\n')
    },
  }
}

function hasHardlyBegun({ heads }: Siblings): boolean {
  return heads.some(({ times }) => times.size < HEAD_ENTRIES)
}

function sizeOf(path: string): number {
  return look(path)?.size ?? -1
}

function mtimeOf(path: string): number {
  return look(path)?.mtimeMs ?? -1
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
