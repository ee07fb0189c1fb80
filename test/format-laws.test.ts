import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/format/entry.ts'
import type { Issue } from '../src/format/issue.ts'
import { createParser, type Position } from '../src/format/parser.ts'
import { listCorpusFiles, listFixtureFiles } from './corpus.ts'

interface Parsed {
  readonly entries: readonly Entry[]
  readonly issues: readonly Issue[]
}

function parseChunks(chunks: Iterable<Uint8Array>, from?: Position): Parsed {
  const entries: Entry[] = []
  const issues: Issue[] = []
  const parser = createParser({
    onEntry: entry => entries.push(entry),
    onIssue: issue => issues.push(issue),
    ...(from ? { from } : {}),
  })
  for (const chunk of chunks) {
    const reused = new Uint8Array(chunk)
    parser.push(reused)
    // The parser promised to keep nothing of the chunk.
    reused.fill(0x21)
  }
  parser.finish()
  return { entries, issues }
}

function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let start = 0, i = 0; start < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1
    yield bytes.subarray(start, start + size)
    start += size
  }
}

/** Spans follow each other from 0 to the end of the file, so that putting them together gives the file. */
function checkTiling(bytes: Uint8Array, { entries, issues }: Parsed): void {
  let end = 0
  let line = 1
  for (const entry of entries) {
    expect(entry.start).toBe(end)
    expect(entry.end).toBeGreaterThan(entry.start)
    expect(entry.line).toBeGreaterThanOrEqual(line)
    end = entry.end
    line = entry.line
  }
  expect(end).toBe(bytes.length)
  const joined = Buffer.concat(entries.map(entry => bytes.subarray(entry.start, entry.end)))
  expect(joined.equals(bytes)).toBe(true)
  for (const issue of issues) {
    expect(issue.start).toBeGreaterThanOrEqual(0)
    expect(issue.end).toBeLessThanOrEqual(bytes.length)
  }
}

function checkSame(actual: Parsed, expected: Parsed): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

function checkChunking(bytes: Uint8Array, sizes: readonly number[]): void {
  checkSame(parseChunks(cut(bytes, sizes)), parseChunks([bytes]))
}

/** A parser that stops at a line border and another that starts there give what one gives. */
function checkResuming(bytes: Uint8Array, border: number): void {
  const entries: Entry[] = []
  const issues: Issue[] = []
  const first = createParser({ onEntry: entry => entries.push(entry), onIssue: issue => issues.push(issue) })
  first.push(bytes.subarray(0, border))
  const rest = parseChunks([bytes.subarray(first.position.offset)], first.position)
  checkSame({ entries: [...entries, ...rest.entries], issues: [...issues, ...rest.issues] }, parseChunks([bytes]))
}

function listBorders(bytes: Uint8Array): readonly number[] {
  const borders = [0]
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) borders.push(at + 1)
  return borders
}

function checkLaws(bytes: Uint8Array): void {
  checkTiling(bytes, parseChunks([bytes]))
  checkChunking(bytes, [1])
  checkChunking(bytes, [7, 1, 64, 3])
  for (const border of listBorders(bytes)) checkResuming(bytes, border)
  const step = Math.ceil(bytes.length / 300) || 1
  for (let at = 0; at <= bytes.length; at += step) checkChunking(bytes, [at, bytes.length])
}

describe('laws on every fixture', () => {
  for (const path of listFixtureFiles()) {
    test(`${basename(path)} is tiled by its entries, however it is cut or resumed`, () => {
      checkLaws(readFileSync(path))
    })
  }
})

const fragment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', '\r\n', ' ', '\t', '\0') },
  { weight: 3, arbitrary: fc.constantFrom('\uFEFF', '//', '#', '\n\n', '1e999', 'null', '\\ud83d', '\u2028', 'é😀') },
  { weight: 4, arbitrary: fc.constantFrom('{"type":"user"}', '{"type":"summary","summary":"}{"}', '{"parentUuid":"') },
  { weight: 2, arbitrary: fc.json() },
)
const soup = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fragment.map(text => Buffer.from(text)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }).map(bytes => Buffer.from(bytes)) },
    ),
    { maxLength: 40 },
  )
  .map(parts => new Uint8Array(Buffer.concat(parts)))

describe('laws on byte soup', () => {
  test('entries tile any bytes', () => {
    fc.assert(
      fc.property(soup, bytes => checkTiling(bytes, parseChunks([bytes]))),
      { numRuns: 3000 },
    )
  })

  test('any chunking gives the same entries and issues', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(soup, sizes, (bytes, chunkSizes) => checkChunking(bytes, chunkSizes)),
      { numRuns: 3000 },
    )
  })

  test('parsing goes on from any position', () => {
    fc.assert(
      fc.property(soup, fc.nat(), (bytes, at) => checkResuming(bytes, at % (bytes.length + 1))),
      { numRuns: 3000 },
    )
  })

  test('every whole object of a clean file is an entry with its JSON', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), { maxLength: 8 })
    fc.assert(
      fc.property(objects, values => {
        const lines = values.map(value => JSON.stringify(value))
        const { entries, issues } = parseChunks([Buffer.from(lines.map(line => `${line}\n`).join(''))])
        expect(entries.map(entry => entry.json)).toEqual(lines.map(line => JSON.parse(line)))
        expect(issues).toEqual([])
      }),
    )
  })

  test('objects glued on one line are as many entries', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), { minLength: 2 })
    fc.assert(
      fc.property(objects, values => {
        const parts = values.map(value => JSON.stringify(value))
        const { entries, issues } = parseChunks([Buffer.from(`${parts.join('')}\n`)])
        expect(entries.map(entry => entry.json)).toEqual(parts.map(part => JSON.parse(part)))
        expect(issues.map(issue => issue.code)).toEqual(['glued-line'])
      }),
    )
  })
})

const corpus = listCorpusFiles()
if (corpus) {
  describe('laws on the recorded corpus', () => {
    test('every file is tiled by its entries', () => {
      for (const path of corpus) {
        const bytes = readFileSync(path)
        checkTiling(bytes, parseChunks([bytes]))
      }
    })

    test('any chunking of every file gives the same entries and issues', () => {
      for (const path of corpus) {
        const bytes = readFileSync(path)
        const size = 1 + (bytes.length % 9973)
        checkChunking(bytes, [65_536])
        checkChunking(bytes, [size, 1, 4096, 13])
      }
    })

    test('parsing every file goes on from a line border in its middle', () => {
      for (const path of corpus) {
        const bytes = readFileSync(path)
        checkResuming(bytes, Math.floor(bytes.length / 2))
      }
    })
  })
}
