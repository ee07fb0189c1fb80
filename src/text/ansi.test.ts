import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnsi, stripAnsi } from './ansi.ts'
import type { AnsiStyle } from './ansi-style.ts'

function checkRuns(text: string, expected: readonly (readonly [text: string, style: AnsiStyle])[]): void {
  expect(parseAnsi(text).map(run => [run.text, run.style])).toEqual(expected)
}

function checkText(text: string, expected: string): void {
  expect(stripAnsi(text)).toBe(expected)
}

describe('colours', () => {
  test('leaves plain text one run', () => checkRuns('two\nlines\t日本', [['two\nlines\t日本', {}]]))
  test('gives nothing for nothing', () => checkRuns('', []))
  test('reads the sixteen names', () =>
    checkRuns('\x1b[31mred\x1b[0m and \x1b[92;44mboth\x1b[m', [
      ['red', { fg: 'red' }],
      [' and ', {}],
      ['both', { fg: 'bright-green', bg: 'blue' }],
    ]))
  test('reads palette and true colours, with semicolons and with colons', () =>
    checkRuns('\x1b[38;5;9ma\x1b[38;5;200mb\x1b[48;2;1;2;3mc\x1b[0;38:2::4:5:6md\x1b[38:5:17me', [
      ['a', { fg: 'bright-red' }],
      ['b', { fg: 200 }],
      ['c', { fg: 200, bg: [1, 2, 3] }],
      ['d', { fg: [4, 5, 6] }],
      ['e', { fg: 17 }],
    ]))
  test('turns attributes on and off', () =>
    checkRuns('\x1b[1;2;3;4;7;9ma\x1b[22;24mb\x1b[23;27;29mc\x1b[4:3md\x1b[4:0me', [
      ['a', { bold: true, dim: true, italic: true, underline: true, inverse: true, strike: true }],
      ['b', { italic: true, inverse: true, strike: true }],
      ['c', {}],
      ['d', { underline: true }],
      ['e', {}],
    ]))
  test('joins neighbours that look the same', () => checkRuns('\x1b[1ma\x1b[0m\x1b[1mb', [['ab', { bold: true }]]))
  test('takes the one-character form too', () => checkRuns('\x9b32mgreen', [['green', { fg: 'green' }]]))
  test('ignores colours that are none', () => checkRuns('\x1b[38;5;999;1ma\x1b[>4;2mb', [['ab', { bold: true }]]))
})

describe('everything else', () => {
  test('leaves out cursor moves and modes', () => checkText('\x1b[2J\x1b[?25la\x1b[3A\x1b[10;5Hb\x1b[?2004h', 'ab'))
  test('leaves out titles, and shows a link as its words', () =>
    checkText('\x1b]0;title\x07a \x1b]8;;https://x.test\x1b\\link\x1b]8;;\x1b\\', 'a link'))
  test('leaves out device strings in both forms', () =>
    checkText('\x1bPq#0\x1b\\a\x1b_app\x1b\\b\x90x\x9cc\x9d0;t\x07d', 'abcd'))
  test('shows what is no whole sequence', () =>
    checkText('a\x1b]0;never ends\nb\x1b[1;\n\x1b', 'a␛]0;never ends\nb␛[1;\n␛'))
  test('shows other controls, and replaces half a pair', () =>
    checkText('\x00\x07\x7f\u202eevil\ud83d\x1b[1m\ude00', '␀␇␡<U+202E>evil\ufffd\ufffd'))
  test('leaves out a character set, and shows an unknown escape', () => checkText('\x1b(Ba\x1b7b\x1bQ', 'ab␛Q'))
})

describe('lines gone over again', () => {
  test('shows what stands last', () => checkText('10%\r50%\r100%\ndone', '100%\ndone'))
  test('leaves the end of a longer line', () => checkText('loading 10\rDone\n', 'Doneing 10\n'))
  test('takes CRLF for a newline', () => checkText('a\r\nb\r\n', 'a\nb\n'))
  test('erases to the end and the whole line', () =>
    checkText('long line\r\x1b[Kshort\nfoo\x1b[2Kbar\x1b[1Gc', 'short\ncar'))
  test('writes over with backspaces', () => checkText('ab\b\bN\bNx', 'Nx'))
  test('keeps the colours of what stays', () =>
    checkRuns('\x1b[31mabc\r\x1b[32mx\x1b[0m', [
      ['x', { fg: 'green' }],
      ['bc', { fg: 'red' }],
    ]))
})

describe('hostile text', () => {
  const pieces = fc.constantFrom(
    '\x1b',
    '[',
    ']',
    '8;;',
    'm',
    '31',
    ';',
    '\r',
    '\b',
    '\n',
    '\x07',
    '\x9b',
    '\x9c',
    '\x9d',
    'K',
    'a',
    '日',
    '\ud83d',
    '\u2028',
    '\x90',
    '\\',
    'P',
  )
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 60 }).map(parts => parts.join('')),
  )
  test('comes out without any control character but newline and tab', () => {
    fc.assert(
      fc.property(hostile, text => {
        for (const run of parseAnsi(text))
          expect(run.text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/)
      }),
      { numRuns: 1000 },
    )
  })
  test('comes out in runs that are not empty, well formed and unlike their neighbours', () => {
    fc.assert(
      fc.property(hostile, text => {
        let before: AnsiStyle | undefined
        for (const { text: part, style } of parseAnsi(text)) {
          expect(part).not.toBe('')
          expect(part.isWellFormed()).toBe(true)
          expect(style).not.toBe(before)
          before = style
        }
      }),
      { numRuns: 1000 },
    )
  })
  test('cleaning twice changes nothing', () => {
    fc.assert(fc.property(hostile, text => stripAnsi(stripAnsi(text)) === stripAnsi(text)))
  })
  test.each([
    ['unfinished colours', '\x1b[1;2;3'],
    ['unfinished titles', '\x1b]0;'],
    ['carriage returns', 'ab\r'],
    ['erased lines', 'abc\x1b[2K\b'],
    ['one-character introducers', '\x9d\x9b'],
    ['colours without end', '\x1b[38;2;1;2;3ma\x1b[0mb'],
  ])('takes megabytes of %s in one go', (_name, piece) => {
    const runs = parseAnsi(piece.repeat(300_000))
    expect(runs.length).toBeLessThanOrEqual(20_001)
  })
  test('does not lose text where there are too many colours', () => {
    expect(stripAnsi('\x1b[31ma\x1b[32mb'.repeat(50_000))).toHaveLength(100_000)
  })
})
