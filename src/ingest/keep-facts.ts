import { readDamaged } from './damaged-files.ts'
import { createExcluder, type Excluder } from './exclude.ts'
import { keepPaths } from './keep-paths.ts'
import { peekIndex } from './peek-index.ts'
import { hasUnfinished } from './unfinished.ts'

/** What only those who write to a keep know of it; `readStatus` asks for it. */
export interface KeepFacts {
  readonly keepDir: string
  readonly indexPath: string
  readonly isUnfinished: boolean
  readonly damaged: ReturnType<typeof readDamaged>
  readonly isIndexReady: boolean
  readonly isExcluded: Excluder['isExcluded']
}

export function readKeepFacts(keepDir: string, excluded: readonly string[]): KeepFacts {
  return {
    keepDir,
    indexPath: keepPaths(keepDir).index,
    isUnfinished: hasUnfinished(keepDir),
    damaged: readDamaged(keepDir),
    isIndexReady: peekIndex(keepDir, { folders: [], isThorough: false }).isReady,
    isExcluded: createExcluder(excluded).isExcluded,
  }
}
