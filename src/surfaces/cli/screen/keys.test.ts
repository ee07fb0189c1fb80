import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeyReader, type Key } from './keys.ts'

const SEQUENCES: readonly (readonly [sent: string, key: string])[] = [
  ['\x1b[A', '<up>'],
  ['\x1bOB', '<down>'],
  ['\x1b[1;5D', '<word-left>'],
  ['\x1b[1;2C', '<right>'],
  ['\x1bf', '<word-right>'],
  ['\x1b[H', '<home>'],
  ['\x1b[4~', '<end>'],
  ['\x1b[5~', '<page-up>'],
  ['\x1b[3~', '<delete>'],
  ['\x1b[Z', '<back-tab>'],
  ['\r', '<enter>'],
  ['\t', '<tab>'],
  ['\x7f', '<backspace>'],
  ['\x03', '<ctrl-c>'],
  ['\x1a', '<ctrl-z>'],
  ['é', 'é'],
  ['漢', '漢'],
  ['🙂', '🙂'],
  ['x', 'x'],
  ['\x1b[<65;10;4M', '<down>'],
  ['\x1b[200~two\nlines\x1b[A\x1b[201~', '{two\nlines\x1b[A}'],
]

describe('what a terminal sends becomes keys', () => {
  for (const [sent, key] of SEQUENCES) {
    test(`${JSON.stringify(sent)} is ${JSON.stringify(key)}`, () => expect(read([Buffer.from(sent)])).toBe(key))
  }
  test('however it is cut', () => {
    const pairs = fc.array(fc.constantFrom(...SEQUENCES), { maxLength: 12 })
    fc.assert(
      fc.property(pairs, fc.array(fc.nat(8), { minLength: 1, maxLength: 40 }), (sent, sizes) => {
        const bytes = Buffer.from(sent.map(([text]) => text).join(''))
        expect(read(cut(bytes, sizes))).toBe(sent.map(([, key]) => key).join(''))
      }),
    )
  })
  test('and nothing that is sent makes it fail or hold back for ever', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), pieces => {
        const reader = createKeyReader()
        for (const piece of pieces) reader.push(piece)
        reader.flush()
        expect(reader.waitMs).toBe(undefined)
      }),
    )
  })
})

test('Escape alone is a key as soon as nothing follows', () => {
  const reader = createKeyReader()
  expect(reader.push(Buffer.from('\x1b'))).toEqual([])
  expect(reader.waitMs).toBeGreaterThan(0)
  expect(format(reader.flush())).toBe('<escape>')
  expect(reader.waitMs).toBe(undefined)
  expect(read([Buffer.from('\x1b\x1b[A')])).toBe('<escape><up>')
})

test('sequences that mean nothing here type nothing', () => {
  for (const sent of [
    '\x1b[I',
    '\x1b[15~',
    '\x1bx',
    '\x1b]11;rgb:0/0/0\x07',
    '\x1bP1$r\x1b\\',
    '\x1b[<0;1;1M',
    '\xff',
  ]) {
    expect(read([Buffer.from(sent, 'latin1')])).toBe('')
  }
})

test('a paste that never ends is taken when nothing more comes', () => {
  const reader = createKeyReader()
  reader.push(Buffer.from('\x1b[200~half of it'))
  expect(format(reader.flush())).toBe('{half of it}')
  expect(format(reader.push(Buffer.from('x')))).toBe('x')
})

function read(pieces: readonly Uint8Array[]): string {
  const reader = createKeyReader()
  const keys = pieces.flatMap(piece => reader.push(piece))
  return format([...keys, ...reader.flush()])
}

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = (sizes[turn % sizes.length] ?? 0) + 1
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}

function format(keys: readonly Key[]): string {
  return keys
    .map(key => (key.kind === 'press' ? `<${key.name}>` : key.kind === 'paste' ? `{${key.text}}` : key.text))
    .join('')
}
