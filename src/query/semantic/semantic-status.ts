import { statSync } from 'node:fs'
import { openEmbedder } from '../../embed/semantic-folder.ts'
import { isSemanticEnabled, semanticPaths } from '../../embed/semantic-paths.ts'
import { openVectors } from '../../embed/vectors.ts'
import type { Store } from '../../store/store.ts'

/** State of semantic search; what `--json` prints. */
export interface SemanticStatus {
  readonly schema: 'backscroll.semantic/1'
  readonly isEnabled: boolean
  /** What makes the vectors; undefined where it is off, or the word table is damaged. */
  readonly embedder: string | undefined
  /** Passages with a vector, of how many in the index. */
  readonly passages: number
  readonly total: number
  readonly wordBytes: number
  readonly vectorBytes: number
}

export function readSemanticStatus(keepDir: string, store: Store | undefined): SemanticStatus {
  const paths = semanticPaths(keepDir)
  const embedder = openEmbedder(keepDir)
  const vectors = embedder && openVectors(paths.vectors, embedder)
  return {
    schema: 'backscroll.semantic/1',
    isEnabled: isSemanticEnabled(keepDir),
    embedder: embedder?.name,
    passages: vectors?.size ?? 0,
    total: Number(store?.get("SELECT count(*) AS units FROM units WHERE kind = 'prose'")?.units ?? 0),
    wordBytes: sizeOf(paths.words),
    vectorBytes: sizeOf(paths.vectors),
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
