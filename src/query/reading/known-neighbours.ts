import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { TOP_BYTES } from '../../model/summary-leaves.ts'
import type { SessionSource } from '../../source/session-source.ts'
import { HEAD_ENTRIES, type KnownSiblings, type Siblings } from '../../source/siblings.ts'

/**
 * What the tops of transcripts tell about their neighbours, for a process that opens many sessions one after the other: a
 * folder may hold hundreds. A top that is whole does not change any more.
 */
export interface KnownNeighbours {
  /** Gives what is known and still holds; what is read meanwhile is known from then on. */
  use<Result>(read: (known: KnownSiblings) => Result): Result
  /** To ask later whether there is something new about the neighbours of a session, without reading them. */
  surround(source: SessionSource, now: number): Surroundings
}

/** The folder of a session, and the transcripts in it that had only just begun. */
export interface Surroundings {
  /** A transcript came into the folder or left it, or one that had just begun went on. */
  hasChanged(): boolean
}

const MAX_KNOWN = 5000
/** What was written to before that goes on under uuids of its own. */
const JUST_MS = 24 * 60 * 60_000

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
    surround({ folder, main }, now) {
      const folderTime = look(folder)?.mtimeMs
      const begun: string[] = []
      for (const [path, told] of known) {
        if (dirname(path) !== folder || path === main?.path || !hasShortHead(told)) continue
        const mtimeMs = (sizes.get(path) ?? 0) < TOP_BYTES ? look(path)?.mtimeMs : undefined
        if (mtimeMs !== undefined && Math.abs(now - mtimeMs) < JUST_MS) begun.push(path)
      }
      const before = begun.map(path => sizes.get(path))
      return {
        hasChanged: () => look(folder)?.mtimeMs !== folderTime || begun.some((path, at) => sizeOf(path) !== before[at]),
      }
    },
  }
}

function hasShortHead({ heads }: Siblings): boolean {
  return heads.some(({ times }) => times.size < HEAD_ENTRIES)
}

function sizeOf(path: string): number {
  return look(path)?.size ?? -1
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
