import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deleteTo, EMPTY_LINE, insertText, type Move, moveCursor } from './query-line.ts'

const MOVES: readonly Move[] = ['left', 'right', 'word-left', 'word-right', 'home', 'end']

describe('the line that is typed', () => {
  test('takes text at the cursor', () => {
    const line = moveCursor(insertText(EMPTY_LINE, 'ad'), 'left')
    expect(insertText(line, 'bc')).toEqual({ text: 'abcd', cursor: 3 })
  })
  test('takes a paste of many lines as one, without anything that a terminal would obey', () => {
    expect(insertText(EMPTY_LINE, 'one\r\n\ttwo\x1b\u202ethree').text).toBe('one twothree')
  })
  test('takes the words of coloured text, and nothing of its codes', () => {
    for (const pasted of [
      '\x1b[31mhello\x1b[0m',
      '\x1b[1;38;5;4mhel\x1b[Klo',
      '\x9b31mhello',
      '\x1b]8;;https://x.test/\x1b\\hello\x1b]8;;\x07',
      '\x1b(B\x1b7hello\x1b=',
    ]) {
      expect(insertText(EMPTY_LINE, pasted).text).toBe('hello')
    }
  })
  test('cuts what is far too long', () => {
    expect(insertText(EMPTY_LINE, 'word '.repeat(10_000)).text.length).toBe(10_000)
  })
  test('moves and deletes by what a reader sees as a character, and by words', () => {
    const line = insertText(EMPTY_LINE, 'hi e\u0301👨‍👩‍👧')
    expect(deleteTo(line, 'left').text).toBe('hi e\u0301')
    expect(deleteTo(deleteTo(line, 'left'), 'left').text).toBe('hi ')
    expect(deleteTo(insertText(EMPTY_LINE, 'one two  '), 'word-left').text).toBe('one ')
    expect(deleteTo(moveCursor(line, 'home'), 'word-right')).toEqual({ text: ' e\u0301👨‍👩‍👧', cursor: 0 })
  })
  test('keeps its cursor within the text, whatever is typed', () => {
    const steps = fc.array(fc.oneof(fc.constantFrom(...MOVES), fc.string({ unit: 'grapheme', maxLength: 4 })))
    fc.assert(
      fc.property(steps, taken => {
        let line = EMPTY_LINE
        for (const step of taken) {
          line = (MOVES as readonly string[]).includes(step) ? moveCursor(line, step as Move) : insertText(line, step)
          expect(line.cursor).toBeGreaterThanOrEqual(0)
          expect(line.cursor).toBeLessThanOrEqual(line.text.length)
        }
      }),
    )
  })
})
