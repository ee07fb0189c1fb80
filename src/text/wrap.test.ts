import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayWidth } from './width.ts'
import { expandTabs, wrapText } from './wrap.ts'

function checkWrap(text: string, width: number, expected: string[]): void {
  expect(wrapText(text, width)).toEqual(expected)
}

describe('wrapping', () => {
  test('breaks at spaces', () => checkWrap('one two three', 7, ['one two', 'three']))
  test('keeps line breaks and empty lines', () => checkWrap('a\n\nb', 10, ['a', '', 'b']))
  test('breaks a word that alone is too long', () => checkWrap('abcdefgh', 3, ['abc', 'def', 'gh']))
  test('keeps indentation before a long word', () => checkWrap('  abcdefgh', 5, ['  abc', 'defgh']))
  test('breaks between wide characters', () => checkWrap('日本語', 4, ['日本', '語']))
  test('keeps the indentation of a line that fits', () => checkWrap('    x', 10, ['    x']))
  test('gives each line of a nonsense width one character', () => checkWrap('ab', 0, ['a', 'b']))
  test('takes a very long line', () => expect(wrapText('x y '.repeat(250_000), 80)).toHaveLength(12_500))
  test('keeps every visible character and no line is too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 30 }), (text, width) => {
        const lines = wrapText(text, width)
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })
})

test('a tab reaches to the next stop', () => {
  expect(expandTabs('\ta\tb')).toBe('    a   b')
})
