import { join } from 'node:path'

/** What stands in the folder that backscroll keeps its things in. */
export interface KeepPaths {
  /** Precious: the exact bytes of everything kept. */
  readonly archive: string
  /** Disposable: made from the archive. */
  readonly index: string
  /** Held by whoever writes. */
  readonly lock: string
}

export function keepPaths(keepDir: string): KeepPaths {
  return { archive: join(keepDir, 'archive'), index: join(keepDir, 'index.db'), lock: join(keepDir, 'lock.db') }
}
