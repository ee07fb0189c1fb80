import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findObjectEnd } from './object-end.ts'

function check(text: string, end: number): void {
  const bytes = new TextEncoder().encode(text)
  expect(findObjectEnd(bytes, 0, bytes.length)).toBe(end)
}

test('finds the closing brace', () => check('{"a":{"b":[1]}} {', 15))
test('skips braces in strings', () => check('{"a":"}{"}x', 10))
test('skips escaped quotes', () => check(String.raw`{"a":"\"}"}`, 11))
test('says when the object does not close', () => check('{"a":[1]', -1))
test('says when a string does not close', () => check('{"a":"b}', -1))
test('ends at an escape at the very end', () => check('{"a":"\\', -1))

test('finds the end of any object, whatever follows', () => {
  const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { noNullPrototype: true })
  fc.assert(
    fc.property(value, fc.string(), (object, rest) => {
      const text = JSON.stringify(object)
      check(text + rest, new TextEncoder().encode(text).length)
    }),
  )
})
