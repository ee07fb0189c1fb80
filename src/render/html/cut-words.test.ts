import { expect, test } from 'vitest'
import { cutWords, titleWords } from './cut-words.ts'

test('cuts at a word, and only what is too long', () => {
  expect(cutWords('apples and pears', 16)).toBe('apples and pears')
  expect(cutWords('apples and pears', 15)).toBe('apples and…')
  expect(cutWords('apples and pears', 10)).toBe('apples…')
})

test('cuts a word that is too long itself, never inside a character', () => {
  expect(cutWords('a'.repeat(30), 10)).toBe(`${'a'.repeat(9)}…`)
  expect(cutWords(`${'a'.repeat(8)}😀😀`, 10)).toBe(`${'a'.repeat(8)}…`)
})

test('a title that the model cut in a word ends with a whole one', () => {
  const cut = 'some words of a prompt '.repeat(20).slice(0, 200)
  expect(titleWords(cut)).toMatch(/ (?:some|words|of|a|prompt)…$/)
})
