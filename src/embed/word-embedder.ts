import { splitName } from '../text/split-name.ts'
import { type Embedder, quantize } from './embedder.ts'
import type { WordTable } from './word-table.ts'

/** The mean of the words' vectors, each as heavy as the word is rare. Order is lost; what it is about stays. */
export function createWordEmbedder(table: WordTable): Embedder {
  // A text repeats its words, and texts repeat those of others: most are looked up once.
  const known = new Map<string, number>()

  function find(word: string): number {
    const found = known.get(word)
    if (found !== undefined) return found
    const place = table.find(word.toLowerCase())
    if (known.size >= KNOWN_WORDS) known.clear()
    known.set(word, place)
    return place
  }

  return {
    name: table.name,
    dimensions: table.dimensions,
    embed(text) {
      const sum = new Float64Array(table.dimensions)
      for (const [word] of text.matchAll(WORD)) {
        if (word.length > MAX_WORD) continue
        const whole = find(word)
        if (whole >= 0) table.addTo(sum, whole)
        else {
          for (const part of splitName(word)) {
            const place = find(part)
            if (place >= 0) table.addTo(sum, place)
          }
        }
      }
      return quantize(sum)
    },
  }
}

const WORD = /[\p{L}\p{N}]+/gu
/** Longer runs are hashes and encoded data. */
const MAX_WORD = 80
const KNOWN_WORDS = 100_000
