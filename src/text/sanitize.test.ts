import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitizeLine, sanitizeText } from './sanitize.ts'

function checkText(text: string, expected: string): void {
  expect(sanitizeText(text)).toBe(expected)
}

function checkLine(text: string, expected: string): void {
  expect(sanitizeLine(text)).toBe(expected)
}

const DANGEROUS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/

describe('text of many lines', () => {
  test('leaves ordinary text alone', () => checkText('two\nlines\tand 日本語 👩‍👩‍👧', 'two\nlines\tand 日本語 👩‍👩‍👧'))
  test('takes colour codes out', () => checkText('\x1b[1;31mred\x1b[0m', 'red'))
  test('shows any other escape sequence', () => checkText('\x1b]0;title\x07\x1b[2J', '␛]0;title␇␛[2J'))
  test('shows C1 controls and bidi overrides', () => checkText('\x9b31m\u202eevil', '<U+009B>31m<U+202E>evil'))
  test('turns CRLF into a newline and shows a lone CR', () => checkText('a\r\nb\rc', 'a\nb␍c'))
  test('replaces half a surrogate pair', () => checkText('a\ud83db', 'a\ufffdb'))
  test('lets nothing dangerous through', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => !DANGEROUS.test(sanitizeText(text))))
  })
  test('cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => sanitizeText(sanitizeText(text)) === sanitizeText(text)),
    )
  })
  test('stays fast on megabytes of unfinished escapes', () => {
    const hostile = '\x1b[1;2;3'.repeat(300_000)
    expect(sanitizeText(hostile)).toHaveLength(hostile.length)
  })
})

describe('one line', () => {
  test('folds white space', () => checkLine('  a\n\n\tb \u00a0 c ', 'a b c'))
  test('shows control characters', () => checkLine('a\x00b\x7f', 'a␀b␡'))
  test('never holds a line break', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => !/[\r\n\t]/.test(sanitizeLine(text))))
  })
})
