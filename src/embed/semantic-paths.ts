import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What semantic search keeps, in a folder of its own beside archive and index. All of it can be made again. */
export interface SemanticPaths {
  readonly folder: string
  readonly words: string
  readonly vectors: string
  /** Held by whoever writes vectors. */
  readonly lock: string
  /** Up to which state of the index there are vectors. */
  readonly done: string
}

export function semanticPaths(keepDir: string): SemanticPaths {
  const folder = join(keepDir, 'semantic')
  return {
    folder,
    words: join(folder, 'words.bin'),
    vectors: join(folder, 'vectors-1.bin'),
    lock: join(folder, 'lock.db'),
    done: join(folder, 'done.json'),
  }
}

/** The word table is there: that is all that switches it on. */
export function isSemanticEnabled(keepDir: string): boolean {
  return existsSync(semanticPaths(keepDir).words)
}
