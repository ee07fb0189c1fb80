import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutMiddle, findCut } from './cut-text.ts'

test('a text that is not too long stays whole', () => {
  const text = 'x'.repeat(10_240)
  expect(cutMiddle(text)).toEqual({ text, rest: '' })
})

test('of a long text the first 8 KB and the last 2 KB are kept', () => {
  const text = `${'a'.repeat(8192)}${'b'.repeat(5000)}${'c'.repeat(2048)}`
  const { text: kept, rest } = cutMiddle(text)
  expect(kept).toBe(`${'a'.repeat(8192)}\n${'c'.repeat(2048)}`)
  expect(rest).toBe('b'.repeat(5000))
})

test('no cut goes through a character', () => {
  for (const shift of ['', 'x']) {
    const { text, rest } = cutMiddle(`${shift}${'😀'.repeat(10_000)}`)
    expect(text.isWellFormed() && rest.isWellFormed()).toBe(true)
    expect(`${shift}${'😀'.repeat(10_000)}`.slice(findCut(`${shift}${'😀'.repeat(10_000)}`, 100)).isWellFormed()).toBe(
      true,
    )
  }
})

test('a text is parted after a line, else a word, else anywhere', () => {
  expect(findCut('one two\nthree four five', 14)).toBe(8)
  expect(findCut('one two three four', 11)).toBe(8)
  expect(findCut('x'.repeat(30), 11)).toBe(11)
})

test('every part is shorter than asked for and not empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀'), minLength: 11, maxLength: 60 }), text => {
      const cut = findCut(text, 10)
      expect(cut).toBeGreaterThan(0)
      expect(cut).toBeLessThanOrEqual(10)
    }),
  )
})
