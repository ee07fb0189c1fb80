import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { readPieces } from './usage-scan-pieces.ts'

function readAll(text: string): readonly string[] {
  const path = join(makeTree({ x: '' }), 'lines')
  writeFileSync(path, text)
  return Array.from(readPieces(path), piece => Buffer.from(piece).toString())
}

const KB = 1024

test('pieces end with a line, and together are the file', () => {
  const line = `${'x'.repeat(999)}\n`
  const pieces = readAll(line.repeat(1000))
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.every(piece => piece.endsWith('\n'))).toBe(true)
  expect(pieces.join('')).toBe(line.repeat(1000))
})

test('a line longer than a piece comes whole, what follows it in usual pieces', () => {
  const long = `${'y'.repeat(3000 * KB)}\n`
  const short = `${'z'.repeat(99)}\n`.repeat(10_000)
  const pieces = readAll(`first\n${long}${short}last`)
  expect(pieces.join('')).toBe(`first\n${long}${short}last`)
  expect(pieces.some(piece => piece.startsWith(long))).toBe(true)
  expect(pieces.slice(2).every(piece => piece.length <= 512 * KB)).toBe(true)
  expect(pieces.at(-1)).toBe('last')
})

test('an empty file has none, and one without a line end has one', () => {
  expect(readAll('')).toEqual([])
  expect(readAll('{}')).toEqual(['{}'])
})

test('one that cannot be opened is an error', () => {
  expect(() => [...readPieces(join(makeTree({ x: '' }), 'nowhere'))]).toThrow('ENOENT')
})
