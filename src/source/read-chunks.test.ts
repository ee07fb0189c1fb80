import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { type ChunkOptions, readBytes, readChunks } from './read-chunks.ts'
import { createSpanReader } from './read-span.ts'

const CHUNK = 256 * 1024
const TEXT = Array.from({ length: 300_000 }, (_, at) => `line ${at}`).join('\n')
const path = join(makeTree({ 'x.jsonl': TEXT }), 'x.jsonl')

function checkRead(options: ChunkOptions, expected: string): void {
  const parts = Array.from(readChunks(path, options), chunk => Buffer.from(chunk).toString('latin1'))
  expect(parts.join('') === expected).toBe(true)
  expect(parts.every(part => part.length <= CHUNK)).toBe(true)
}

test('gives the bytes of a file in order, whole or in part', () => {
  expect(TEXT.length).toBeGreaterThan(12 * CHUNK)
  checkRead({}, TEXT)
  checkRead({ from: 10 }, TEXT.slice(10))
  checkRead({ from: CHUNK - 5, to: 2 * CHUNK + 7 }, TEXT.slice(CHUNK - 5, 2 * CHUNK + 7))
  checkRead({ from: TEXT.length + 10 }, '')
})

test('two files can be read in turns', () => {
  const [a, b] = [readChunks(path), readChunks(path, { from: 1 })]
  const first = a.next().value as Uint8Array
  const second = b.next().value as Uint8Array
  expect([first[0], second[0]]).toEqual([TEXT.charCodeAt(0), TEXT.charCodeAt(1)])
})

test('a file that shrinks while it is read ends early', () => {
  const shrinking = join(makeTree({ 'y.jsonl': TEXT }), 'y.jsonl')
  let bytes = 0
  for (const chunk of readChunks(shrinking)) {
    bytes += chunk.length
    truncateSync(shrinking, 100)
  }
  expect(bytes).toBe(CHUNK)
})

test('a file that is gone cannot be opened', () => {
  expect(() => [...readChunks('/nowhere/x.jsonl')]).toThrow(/ENOENT/)
  expect(readBytes('/nowhere/x.jsonl', 0, 10)).toBeUndefined()
})

test('reads spans again, in any order, near and far, short and long', () => {
  const reader = createSpanReader()
  const spans = [
    [0, 20],
    [5, 9],
    [2_000_000, 2_000_100],
    [10, 30],
    [100, 1_800_000],
    [TEXT.length - 5, TEXT.length + 5],
    [7, 7],
  ]
  for (const [start = 0, end = 0] of spans) {
    expect(Buffer.from(reader.read(path, { start, end })).toString('latin1')).toBe(TEXT.slice(start, end))
  }
  expect(reader.read('/nowhere', { start: 0, end: 5 })).toHaveLength(0)
})

test('reads what was appended behind a window', () => {
  const growing = join(makeTree({ 'z.jsonl': 'one\n' }), 'z.jsonl')
  const reader = createSpanReader()
  expect(reader.read(growing, { start: 0, end: 4 })).toHaveLength(4)
  writeFileSync(growing, 'two\n', { flag: 'a' })
  expect(Buffer.from(reader.read(growing, { start: 4, end: 8 })).toString()).toBe('two\n')
})
