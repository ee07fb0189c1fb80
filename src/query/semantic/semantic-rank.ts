import { openEmbedder } from '../../embed/semantic-folder.ts'
import { semanticPaths } from '../../embed/semantic-paths.ts'
import { openVectors, type VectorHit } from '../../embed/vectors.ts'

/** Passages that are about what a question is about, whatever words they use. */
export interface SemanticIndex {
  /** Best first. They are units of prose as of the last sync: one may have changed since, or be gone. */
  rank(text: string, limit: number): readonly VectorHit[]
  /** Passages with a vector. */
  readonly size: number
}

/** For whoever asks often: both files are read once. Undefined where semantic search is off. */
export function openSemantic(keepDir: string): SemanticIndex | undefined {
  const embedder = openEmbedder(keepDir)
  if (!embedder) return undefined
  const vectors = openVectors(semanticPaths(keepDir).vectors, embedder)
  return {
    size: vectors.size,
    rank(text, limit) {
      const query = embedder.embed(text.slice(0, MAX_QUERY))
      return query && limit > 0 ? vectors.search(query, limit) : []
    },
  }
}

/** Undefined where semantic search is off; empty where no word of the question is known. */
export function semanticRank(
  keepDir: string,
  queryText: string,
  limit = MEANT_UNITS,
): readonly VectorHit[] | undefined {
  return openSemantic(keepDir)?.rank(queryText, limit)
}

/** With twenty, results of LoCoMo fell. */
const MEANT_UNITS = 200
/** A question has words, not chapters. */
const MAX_QUERY = 20_000
