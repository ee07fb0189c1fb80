import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { quantize } from './embedder.ts'
import type { VectorRow } from './vector-blocks.ts'
import { openVectors, type Vectors } from './vectors.ts'

const EMBEDDER = { name: 'test 1', dimensions: 6 }

function makePath(): string {
  return join(makeTree({}), 'vectors.bin')
}

function row(session: number, number: number, vector: readonly number[] | undefined, more: Partial<VectorRow> = {}) {
  const quantized = vector && quantize(Float64Array.from(vector))
  return { session, agent: '', number, chars: 10, at: 1000, vector: quantized, ...more }
}

const vectorOf = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 6, maxLength: 6 })
const rowOf = fc
  .record({
    session: fc.integer({ min: 1, max: 4 }),
    agent: fc.constantFrom('', 'a1', 'ä\u0000"'),
    number: fc.integer({ min: 0, max: 3 }),
    chars: fc.integer({ min: 0, max: 9 }),
    at: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
    vector: vectorOf,
  })
  .map(({ vector, ...key }): VectorRow => ({ ...key, vector: quantize(Float64Array.from(vector)) }))

function nameOf({ session, agent, number }: Pick<VectorRow, 'session' | 'agent' | 'number'>): string {
  return JSON.stringify([session, agent, number])
}

/** The plain version: a map of rows, all of them compared. */
function searchPlainly(rows: Iterable<VectorRow>, query: Int8Array): readonly { name: string; dot: number }[] {
  return [...rows]
    .map(({ vector, ...key }) => ({
      name: nameOf(key),
      dot: query.reduce((sum, value, at) => sum + value * (vector?.[at] ?? 0), 0),
    }))
    .filter(({ dot }) => dot > 0)
    .sort((one, other) => other.dot - one.dot)
}

function checkSame(vectors: Vectors, rows: ReadonlyMap<string, VectorRow>): void {
  const keys = [...rows.values()].map(({ vector: _, ...key }) => key)
  const sort = <Key extends Parameters<typeof nameOf>[0]>(list: readonly Key[]): readonly Key[] =>
    [...list].sort((one, other) => nameOf(one).localeCompare(nameOf(other)))
  expect(sort(vectors.keys())).toEqual(sort(keys))
  expect(vectors.size).toBe(rows.size)
  const query = Int8Array.from([40, -30, 20, 10, 90, -60])
  const plain = searchPlainly(rows.values(), query)
  const found = vectors.search(query, 5)
  expect(found.map(({ score }) => Math.round(score * 127 * 127))).toEqual(plain.slice(0, 5).map(({ dot }) => dot))
  const dots = new Map(plain.map(({ name, dot }) => [name, dot]))
  for (const hit of found) expect(dots.get(nameOf(hit))).toBe(Math.round(hit.score * 127 * 127))
}

describe('vectors', () => {
  test('are what was added last under each key, when they are opened again too', () => {
    fc.assert(
      fc.property(fc.array(fc.array(rowOf, { maxLength: 5 }), { maxLength: 5 }), batches => {
        const path = makePath()
        const vectors = openVectors(path, EMBEDDER)
        const rows = new Map<string, VectorRow>()
        for (const batch of batches) {
          vectors.add(batch)
          for (const added of batch) rows.set(nameOf(added), added)
        }
        checkSame(vectors, rows)
        checkSame(openVectors(path, EMBEDDER), rows)
        vectors.keepOnly(({ session }) => session !== 2)
        for (const [name, { session }] of rows) if (session === 2) rows.delete(name)
        checkSame(vectors, rows)
        checkSame(openVectors(path, EMBEDDER), rows)
        vectors.add([row(9, 9, [1, 2, 3, 4, 5, 6])])
        expect(openVectors(path, EMBEDDER).size).toBe(rows.size + 1)
      }),
      { numRuns: 60 },
    )
  })

  test('that were cut off while being written are as if never added, wherever the cut is', () => {
    const path = makePath()
    openVectors(path, EMBEDDER).add([row(1, 0, [1, 0, 0, 0, 0, 0])])
    const before = readFileSync(path).length
    openVectors(path, EMBEDDER).add([row(1, 0, [0, 1, 0, 0, 0, 0]), row(2, 0, [0, 0, 1, 0, 0, 0])])
    const whole = readFileSync(path)
    for (let size = before; size < whole.length; size++) {
      writeFileSync(path, whole)
      truncateSync(path, size)
      const cut = openVectors(path, EMBEDDER)
      expect(cut.search(Int8Array.from([127, 0, 0, 0, 0, 0]), 3)).toEqual([
        { session: 1, agent: '', number: 0, score: 1 },
      ])
      cut.add([row(3, 0, [0, 0, 0, 1, 0, 0])])
      expect(
        openVectors(path, EMBEDDER)
          .keys()
          .map(({ session }) => session),
      ).toEqual([1, 3])
    }
  })

  test('are not read past a block that is damaged', () => {
    const path = makePath()
    openVectors(path, EMBEDDER).add([row(1, 0, [1, 0, 0, 0, 0, 0])])
    const first = readFileSync(path).length
    openVectors(path, EMBEDDER).add([row(2, 0, [1, 0, 0, 0, 0, 0])])
    const bytes = readFileSync(path)
    bytes[first + 50] = (bytes[first + 50] as number) ^ 1
    writeFileSync(path, bytes)
    expect(openVectors(path, EMBEDDER).size).toBe(1)
  })

  test('leave no byte of what was taken out, cut ends included', () => {
    const path = makePath()
    const secret = [11, 22, 33, 44, 55, 66]
    const vectors = openVectors(path, EMBEDDER)
    vectors.add([row(1, 0, [1, 0, 0, 0, 0, 0]), row(2, 0, secret, { agent: 'secret-agent' })])
    vectors.add([row(2, 0, [1, 1, 1, 1, 1, 1], { agent: 'secret-agent' })])
    appendFileSync(path, 'secret-agent')
    openVectors(path, EMBEDDER).keepOnly(({ session }) => session === 1)
    const bytes = readFileSync(path)
    expect(bytes.includes('secret-agent')).toBe(false)
    expect(bytes.includes(Buffer.from(quantize(Float64Array.from(secret)) as Int8Array))).toBe(false)
    expect(openVectors(path, EMBEDDER).size).toBe(1)
  })

  test('of another embedder, or bytes of something else, count as none and are replaced', () => {
    const path = makePath()
    openVectors(path, EMBEDDER).add([row(1, 0, [1, 0, 0, 0, 0, 0])])
    const other = openVectors(path, { name: 'test 2', dimensions: 6 })
    expect(other.size).toBe(0)
    other.add([row(5, 0, [1, 0, 0, 0, 0, 0])])
    expect(openVectors(path, EMBEDDER).size).toBe(0)
    expect(openVectors(path, { name: 'test 2', dimensions: 6 }).keys()).toHaveLength(1)
    writeFileSync(path, 'not vectors at all')
    expect(openVectors(path, EMBEDDER).size).toBe(0)
  })

  test('without a direction are kept and never found', () => {
    const path = makePath()
    const vectors = openVectors(path, EMBEDDER)
    expect(existsSync(path)).toBe(false)
    vectors.add([row(1, 0, undefined), row(1, 1, [-1, 0, 0, 0, 0, 0])])
    expect(openVectors(path, EMBEDDER).size).toBe(2)
    expect(vectors.search(Int8Array.from([127, 0, 0, 0, 0, 0]), 10)).toEqual([])
  })
})
