import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCut, MAX_FRAME_BYTES } from './cut-frames.ts'

function cutOf(text: string, frameBytes = 10, scannedBytes = 0): number | undefined {
  return findCut(Buffer.from(text), frameBytes, scannedBytes)
}

describe('a frame ends', () => {
  test('nowhere while it is short', () => {
    expect(cutOf('')).toBeUndefined()
    expect(cutOf('one\ntwo\n')).toBeUndefined()
  })

  test('after the last line end that fits', () => {
    expect(cutOf('one\ntwo\nthree\n')).toBe(8)
    expect(cutOf('123456789\n')).toBe(10)
    expect(cutOf('\n234567890')).toBe(1)
  })

  test('after the first line end where the line is longer', () => {
    expect(cutOf('1234567890\nab')).toBe(11)
    expect(cutOf('12345678901234\nab\n')).toBe(15)
  })

  test('nowhere while a long line is open', () => {
    expect(cutOf('12345678901234')).toBeUndefined()
  })

  test('in a line that no window holds', () => {
    expect(findCut(Buffer.alloc(MAX_FRAME_BYTES + 5, 'x'), 10, 0)).toBe(MAX_FRAME_BYTES)
    expect(findCut(Buffer.alloc(MAX_FRAME_BYTES - 1, 'x'), 10, 0)).toBeUndefined()
  })

  test('at the same place however far an earlier look came', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (text, frameBytes) => {
        let scanned = 0
        let found: number | undefined
        for (let length = 1; length <= text.length && found === undefined; length++) {
          found = cutOf(text.slice(0, length), frameBytes, scanned)
          scanned = length
        }
        expect(found).toBe(cutOf(text, frameBytes))
      }),
    )
  })
})
