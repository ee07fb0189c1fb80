import { expect, test } from 'vitest'
import { isNestedDeeper } from './nesting.ts'

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)

test('levels are counted up to the one that is too many, however many there are', () => {
  expect(isNestedDeeper(nested(3), 3)).toBe(false)
  expect(isNestedDeeper(nested(101), 100)).toBe(false)
  expect(isNestedDeeper(nested(102), 100)).toBe(true)
  expect(isNestedDeeper(nested(200_000), 100)).toBe(true)
  expect(isNestedDeeper({ a: { b: [1, { c: null }] } }, 3)).toBe(false)
  expect(isNestedDeeper('text', 0)).toBe(false)
})
