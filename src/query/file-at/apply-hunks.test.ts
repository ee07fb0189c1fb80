import { structuredPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyHunks } from './apply-hunks.ts'

test('gives the new text for any two texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\n', ' x', '\t') })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { hunks } = structuredPatch('', '', before, after, undefined, undefined, { context: 2 })
      expect(applyHunks(before, hunks)).toBe(after)
    }),
  )
})

test('gives tabs back that the client wrote as spaces', () => {
  const lines = [' func a() {', '-  one', '+  if x {', '+    two', '+  }', ' }']
  const hunk = { oldStart: 1, oldLines: 3, newStart: 1, newLines: 5, lines }
  expect(applyHunks('func a() {\n\tone\n}\n', [hunk])).toBe('func a() {\n\tif x {\n\t\ttwo\n\t}\n}\n')
})

test('refuses a text that it does not fit', () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }
  expect(applyHunks('c\n', [hunk])).toBeUndefined()
  expect(applyHunks('', [{ ...hunk, oldStart: 9 }])).toBeUndefined()
})
