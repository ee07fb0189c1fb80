import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutStartToWidth, cutToWidth, displayWidth, padEndToWidth, padStartToWidth } from './width.ts'

function checkWidth(text: string, columns: number): void {
  expect(displayWidth(text)).toBe(columns)
}

function checkCut(text: string, width: number, expected: string): void {
  const cut = cutToWidth(text, width)
  expect(cut).toBe(expected)
  expect(displayWidth(cut)).toBeLessThanOrEqual(Math.max(0, width))
}

describe('width', () => {
  test('counts ASCII by length', () => checkWidth('hello', 5))
  test('counts CJK double', () => checkWidth('日本', 4))
  test('counts a family emoji as one picture', () => checkWidth('👩‍👩‍👧', 2))
  test('counts a combining accent as nothing', () => checkWidth('e\u0301', 1))
  test('ignores colour codes', () => checkWidth('\x1b[31mré\x1b[0m', 2))
  test('measures a million CJK characters', () => checkWidth('漢'.repeat(1_000_000), 2_000_000))
})

describe('cutting', () => {
  test('leaves what fits', () => checkCut('short', 5, 'short'))
  test('ends in an ellipsis', () => checkCut('too long', 5, 'too …'))
  test('never shows half of a wide character', () => checkCut('日本語', 4, '日…'))
  test('gives nothing for no room', () => checkCut('text', 0, ''))
  test('keeps the end of a path', () => expect(cutStartToWidth('/home/ada/app', 8)).toBe('…ada/app'))
  test('is never too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, width) => {
        expect(displayWidth(cutToWidth(text, width))).toBeLessThanOrEqual(width)
        expect(displayWidth(cutStartToWidth(text, width))).toBeLessThanOrEqual(width)
      }),
    )
  })
})

test('pads by columns, not by characters', () => {
  expect(padEndToWidth('日本', 6)).toBe('日本  ')
  expect(padStartToWidth('7', 3)).toBe('  7')
})
