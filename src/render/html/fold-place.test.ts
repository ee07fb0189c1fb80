import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldPlace } from './fold-place.ts'

const shown = { lines: 4, characters: 40 }

test('folds after the first lines', () => {
  expect(foldPlace('a\n'.repeat(20), shown)).toBe(8)
})

test('does not fold a short text, or one little longer', () => {
  expect(foldPlace('a\n'.repeat(4), shown)).toBeUndefined()
  expect(foldPlace('a\n'.repeat(5), shown)).toBeUndefined()
  expect(foldPlace('', shown)).toBeUndefined()
})

test('folds one very long line at a space', () => {
  expect(foldPlace('word '.repeat(40), shown)).toBe(40)
  expect(foldPlace('x'.repeat(400), shown)).toBe(40)
})

test('folds before a line that is too long', () => {
  expect(foldPlace(`a\n${'x'.repeat(400)}`, shown)).toBe(2)
})

test('never parts the halves of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 30, maxLength: 200 }), text => {
      const at = foldPlace(text, shown)
      if (at !== undefined) expect(text.slice(0, at).isWellFormed()).toBe(true)
    }),
  )
})
