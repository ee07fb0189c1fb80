import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth } from '../../text/width.ts'
import { cutLine, type Line, lineWidth, printLine, span, spread, word, wrapLine } from './line.ts'
import { colorStyle, plainStyle, type Tone } from './style.ts'

const tones: readonly Tone[] = ['plain', 'dim', 'bold', 'accent', 'good', 'bad']
const anyLine = fc
  .array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom(...tones)), { maxLength: 6 })
  .map(parts => parts.map(([text, tone]) => span(text, tone)))

test('wraps any line within its width and keeps every character but spaces', () => {
  fc.assert(
    fc.property(anyLine, fc.integer({ min: 10, max: 60 }), fc.integer({ min: 0, max: 6 }), (line, width, hanging) => {
      const wrapped = wrapLine(line, width, hanging)
      for (const part of wrapped) expect(lineWidth(part)).toBeLessThanOrEqual(width)
      expect(textOf(wrapped).replaceAll(' ', '')).toBe(textOf([line]).replaceAll(' ', ''))
    }),
  )
})

test('cuts and spreads any line within its width', () => {
  fc.assert(
    fc.property(anyLine, anyLine, fc.integer({ min: 12, max: 60 }), (left, right, width) => {
      expect(lineWidth(cutLine(left, width))).toBeLessThanOrEqual(width)
      expect(lineWidth(spread(left, right, width))).toBeLessThanOrEqual(width)
    }),
  )
})

test('lets no control character through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const printed = printLine([span(text), word(text, 'bad')], plainStyle)
      expect(printed).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
    }),
  )
})

test('breaks at spaces and sets following lines in', () => {
  checkWrap([span('name  one two three four')], { width: 14, hanging: 6 }, [
    'name  one two',
    '      three',
    '      four',
  ])
})

test('breaks inside a word only where it does not fit alone', () => {
  checkWrap([span('see aaaaaaaaaaaaaaa')], { width: 10, hanging: 0 }, ['see aaaaaa', 'aaaaaaaaa'])
})

test('counts wide characters twice', () => {
  checkWrap([span('果物の終わり')], { width: 6, hanging: 0 }, ['果物の', '終わり'])
})

test('puts the right side flush with the edge', () => {
  const line = spread([span('a long text that is cut')], [span('12s')], 20)
  expect(printLine(line, plainStyle)).toBe('a long text th…  12s')
  expect(displayWidth(printLine(line, colorStyle))).toBe(20)
})

function checkWrap(line: Line, options: { width: number; hanging: number }, expected: readonly string[]): void {
  const wrapped = wrapLine(line, options.width, options.hanging).map(part => printLine(part, plainStyle))
  expect(wrapped).toEqual(expected)
}

function textOf(lines: readonly Line[]): string {
  return lines.flatMap(line => line.map(part => part.text)).join('')
}
