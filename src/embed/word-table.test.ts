import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { createWordEmbedder } from './word-embedder.ts'
import { readWordTable, type WeighedWord, type WordTable, writeWordTable } from './word-table.ts'

/** One direction for animals, one for machines, one for weather. */
const WORDS: readonly WeighedWord[] = [
  { word: 'cat', weight: 1, vector: [1, 0.1, 0] },
  { word: 'kitten', weight: 1, vector: [0.9, 0, 0.1] },
  { word: 'engine', weight: 1, vector: [0, 1, 0.1] },
  { word: 'motor', weight: 1, vector: [0.1, 0.9, 0] },
  { word: 'rain', weight: 1, vector: [0, 0.1, 1] },
  { word: 'the', weight: 0.001, vector: [0, 0, 1] },
  { word: 'straße', weight: 1, vector: [0.2, 0.9, 0] },
]

function makeTable(words: readonly WeighedWord[] = WORDS): { readonly path: string; readonly table: WordTable } {
  const path = join(makeTree({}), 'words.bin')
  writeWordTable(path, 'hand-made', words)
  return { path, table: readWordTable(path) as WordTable }
}

/** Half of a pair of code units is no text: it has no bytes of its own. */
function isText(text: string): boolean {
  return text.isWellFormed()
}

function compare(one: Int8Array | undefined, other: Int8Array | undefined): number {
  return (one ?? new Int8Array()).reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0) / (127 * 127)
}

describe('a word table', () => {
  test('finds every word it was made with and no other', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).filter(isText), {
          minLength: 1,
          maxLength: 20,
        }),
        words => {
          const { table } = makeTable(words.map((word, at) => ({ word, weight: at + 1, vector: [1, -1] })))
          words.forEach((word, at) => {
            const sum = new Float64Array(2)
            table.addTo(sum, table.find(word))
            expect(sum.map(Math.round)).toEqual(Float64Array.of(at + 1, -at - 1))
            expect(words.includes(`${word}x`) || table.find(`${word}x`) === -1).toBe(true)
          })
        },
      ),
      { numRuns: 30 },
    )
  })

  test('that was changed or cut is not used', () => {
    const { path } = makeTable()
    const bytes = readFileSync(path)
    for (const at of [0, 5, bytes.length - 1]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ 1
      writeFileSync(path, damaged)
      expect(readWordTable(path)).toBeUndefined()
    }
    writeFileSync(path, bytes.subarray(0, -3))
    expect(readWordTable(path)).toBeUndefined()
    writeFileSync(path, bytes)
    expect(readWordTable(path)?.size).toBe(WORDS.length)
  })
})

describe('the word embedder', () => {
  const { table } = makeTable()
  const embedder = createWordEmbedder(table)

  test('puts like words near each other, in any case and order', () => {
    const kitten = embedder.embed('The KITTEN')
    expect(compare(kitten, embedder.embed('a cat'))).toBeGreaterThan(0.9)
    expect(compare(kitten, embedder.embed('a motor'))).toBeLessThan(0.3)
    expect(embedder.embed('cat rain')).toEqual(embedder.embed('rain, cat!'))
    expect(embedder.embed('Straße')).toBeDefined()
  })

  test('reads names by their parts', () => {
    expect(embedder.embed('catEngine')).toEqual(embedder.embed('cat engine'))
    expect(embedder.embed('src/cat_engine.ts')).toEqual(embedder.embed('cat engine'))
  })

  test('lets rare words count more', () => {
    expect(compare(embedder.embed('the the the cat'), embedder.embed('cat'))).toBeGreaterThan(0.99)
  })

  test.each(['', ' \0\n', 'xyzzy', '…', '漢字', 'é', `${'a1'.repeat(200)}`])('knows nothing about %j', text => {
    expect(embedder.embed(text)).toBeUndefined()
  })

  test('is of length one, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...WORDS.map(({ word }) => word), '\0', 'xyz'), { maxLength: 30 }),
        words => {
          const vector = embedder.embed(words.join(' '))
          if (vector) expect(Math.sqrt(compare(vector, vector))).toBeCloseTo(1, 1)
          else expect(words.some(word => table.find(word) >= 0)).toBe(false)
        },
      ),
    )
  })
})
