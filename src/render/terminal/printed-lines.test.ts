import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth } from '../../text/width.ts'
import { lineWidth, printLine } from './line.ts'
import { printedLines } from './printed-lines.ts'
import { colorStyle, plainStyle } from './style.ts'

function checkPlain(text: string, expected: readonly string[], width = 40): void {
  expect([...printedLines(text, width)].map(line => printLine(line, plainStyle))).toEqual(expected)
}

function checkColour(text: string, expected: string): void {
  expect([...printedLines(text, 40, 'bad')].map(line => printLine(line, colorStyle)).join('\n')).toBe(expected)
}

test('draws colours in codes of our own', () => {
  checkColour('\x1b[1;31mred\x1b[m', '\x1b[1;31mred\x1b[0m')
  checkColour('\x1b[105;97mx', '\x1b[97;105mx\x1b[0m')
  checkColour('\x1b[48:2::1:2:3mx', '\x1b[48;2;1;2;3mx\x1b[0m')
  checkColour('\x1b[38;5;200mx', '\x1b[38;5;200mx\x1b[0m')
})

test('keeps the tone where the text has no colours', () => {
  checkColour('plain', '\x1b[31mplain\x1b[39m')
  checkColour('\x1b[32mok\x1b[0m but', '\x1b[32mok\x1b[0m\x1b[31m but\x1b[39m')
})

test('draws none without colours', () => checkPlain('\x1b[31mred\x1b[0m\ttab', ['red tab']))
test('leaves empty lines at both ends out, and keeps those between', () =>
  checkPlain('\n\x1b[1m\n  a\n\n\nb\x1b[0m\n \n', ['  a', '', '', 'b']))
test('breaks at spaces', () => checkPlain('\x1b[1mone two\x1b[0m three', ['one two', 'three'], 10))

test('keeps within its width and lets no control character through', () => {
  const pieces = fc.constantFrom(
    '\x1b[1m',
    '\x1b[0m',
    '\x1b[38;5;99m',
    'word ',
    'longer-word',
    '\t',
    '\n',
    '\r',
    '日本',
    '\b',
    '\x1b]0;t\x07',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
      for (const line of printedLines(parts.join(''), 12)) {
        expect(lineWidth(line)).toBeLessThanOrEqual(12)
        const printed = printLine(line, plainStyle)
        expect(displayWidth(printed)).toBeLessThanOrEqual(12)
        expect(printed).not.toMatch(/[\x00-\x1f\x7f-\x9f]/)
      }
    }),
  )
})
