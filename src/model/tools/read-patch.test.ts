import { expect, test } from 'vitest'
import { countLines, countPatch, readPatch } from './read-patch.ts'

const HUNK = {
  oldStart: 3,
  oldLines: 2,
  newStart: 3,
  newLines: 2,
  lines: [' a', '-b', '+c', '\\ No newline at end of file'],
}

test('hunks are read from a result or from the list itself', () => {
  expect(readPatch({ structuredPatch: [HUNK] })).toEqual([HUNK])
  expect(readPatch([HUNK, 'x', null])).toEqual([HUNK])
})

test('what is missing or wrong reads as nothing', () => {
  for (const value of [undefined, null, 'text', 5, {}, { structuredPatch: 'x' }]) expect(readPatch(value)).toEqual([])
  expect(readPatch([{ lines: [1, '+a'] }])).toEqual([
    { oldStart: 0, oldLines: 0, newStart: 0, newLines: 0, lines: ['+a'] },
  ])
})

test('lines are counted by their first character', () => {
  const { ranges, ...counts } = countPatch([HUNK, HUNK]) ?? { ranges: undefined }
  expect(counts).toEqual({ added: 2, removed: 2, hunks: 2 })
  expect(ranges).toEqual([3, 2, 3, 2, 3, 2, 3, 2])
  expect(countPatch([])).toBeUndefined()
  expect(countPatch(undefined)).toBeUndefined()
})

test('ranges of the first 200 hunks are kept, wrong ones as 0', () => {
  expect(countPatch([{ oldStart: 'x', newLines: 4 }])?.ranges).toEqual([0, 0, 0, 4])
  const many = countPatch(Array.from({ length: 300 }, () => HUNK))
  expect(many?.hunks).toBe(300)
  expect(many?.ranges).toHaveLength(800)
})

test('a last line without newline is a line', () => {
  expect(['', 'a', 'a\n', 'a\nb', 'a\n\n', '\n'].map(countLines)).toEqual([0, 1, 1, 2, 2, 1])
  expect(countLines(7)).toBe(0)
})
