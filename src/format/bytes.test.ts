import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concatBytes, decodeUtf8, viewBytes } from './bytes.ts'

const bytes = fc.uint8Array({ maxLength: 60 })

test('decodes the same with and without the methods of Node', () => {
  fc.assert(
    fc.property(bytes, value => {
      expect(decodeUtf8(viewBytes(value))).toBe(decodeUtf8(value))
    }),
    {
      numRuns: 5000,
    },
  )
})

test('keeps a byte order mark', () => {
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, 0x61])
  expect([decodeUtf8(marked), decodeUtf8(viewBytes(marked))]).toEqual(['\uFEFFa', '\uFEFFa'])
})

test('decodes a part', () => {
  const text = new TextEncoder().encode('one two three')
  expect([decodeUtf8(text, 4, 7), decodeUtf8(viewBytes(text), 4, 7)]).toEqual(['two', 'two'])
})

test('puts parts together in order', () => {
  fc.assert(
    fc.property(fc.array(bytes), parts => {
      const whole = concatBytes(
        parts,
        parts.reduce((sum, part) => sum + part.length, 0),
      )
      expect([...whole]).toEqual(parts.flatMap(part => [...part]))
    }),
  )
})
