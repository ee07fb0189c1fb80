import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listCorpusFiles } from '../../test/corpus.ts'
import { steppedDisk } from '../../test/failing-disk.ts'
import {
  beginStream,
  checkKept,
  checkSame,
  findGeneration,
  type KeepOptions,
  keepSources,
  makeText,
  newArchiveFolder,
  readBack,
  readPacked,
  requireGeneration,
  SESSION,
} from '../../test/kept-archive.ts'
import { ArchiveDamage, ArchiveMovedOn } from './archive-errors.ts'
import { blobPath, manifestSize, newTailPath, sealedPath, tailPath } from './archive-folder.ts'
import { createArchiveWriter } from './archive-writer.ts'
import { FRAME_BYTES } from './cut-frames.ts'
import { openKept } from './kept-reader.ts'
import { readManifest } from './read-manifest.ts'

const hasZstd = (() => {
  try {
    execFileSync('zstd', ['--version'])
    return true
  } catch {
    return false
  }
})()

function newWriter(folder: string) {
  const { nextSession, nextFile, bytes: manifestBytes } = readManifest(folder)
  return createArchiveWriter(folder, { nextSession, nextFile, manifestBytes })
}

/** Keeps each length of a source in a commit of its own, and checks all there is to check after each. */
async function checkGrowth(source: Uint8Array, lengths: readonly number[], options: KeepOptions = {}): Promise<string> {
  const folder = newArchiveFolder()
  let sealed = Buffer.alloc(0)
  for (const length of lengths) {
    const bytes = source.subarray(0, length)
    await keepSources(folder, { 'a.jsonl': bytes }, options)
    await checkKept(folder, { 'a.jsonl': bytes })
    const path = sealedPath(folder, requireGeneration(folder, 'a.jsonl'))
    const now = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    expect(now.subarray(0, sealed.length).equals(sealed), 'sealed frames are never rewritten').toBe(true)
    sealed = now
  }
  return folder
}

describe('what is kept', () => {
  test('is given back, whatever is in it', async () => {
    const binary = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 131) % 256))
    const sources = {
      'empty.jsonl': '',
      'one.jsonl': '{"a":1}\n',
      'cut.jsonl': '{"a":1}\n{"b"',
      'binary.jsonl': binary,
      'long.jsonl': 'x'.repeat(3_000_000),
      'lines.jsonl': makeText(3_000_000),
      'blobs:empty': '',
      'blobs:picture': binary,
      'blobs:huge': Buffer.concat(Array.from({ length: 150 }, () => binary)),
    }
    const folder = newArchiveFolder()
    await keepSources(folder, sources)
    await checkKept(folder, sources)
  })

  test('is given back after any chunks and any number of commits', async () => {
    const disk = steppedDisk(() => {})
    const line = fc.oneof({ weight: 5, arbitrary: fc.nat(300) }, { weight: 1, arbitrary: fc.nat(3000) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 2500 }),
        async (lines, parts, chunkBytes) => {
          const source = Buffer.from(lines.map((length, index) => String(index % 10).repeat(length)).join('\n'))
          const lengths = parts.toSorted((one, other) => one - other).map(part => Math.floor(part * source.length))
          const options = { disk, frameBytes: 1000 }
          const pieces = await checkGrowth(source, [...lengths, source.length], { ...options, chunkBytes })
          const whole = await checkGrowth(source, [source.length], options)
          // Where frames are cut depends on the bytes alone, so however they came the files are the same.
          expect(readPacked(pieces, 'a.jsonl').equals(readPacked(whole, 'a.jsonl'))).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is cut into frames at line ends, of a megabyte or one longer line', async () => {
    const source = Buffer.from(`${makeText(2_500_000)}${'z'.repeat(2_000_000)}\n${makeText(1_500_000, 3)}`)
    const folder = await checkGrowth(source, [source.length])
    const { frames, sealedRawBytes } = requireGeneration(folder, 'a.jsonl')
    expect(frames.length).toBeGreaterThan(3)
    for (const { rawStart, rawBytes } of frames) {
      expect(source[rawStart + rawBytes - 1]).toBe(10)
      const isOneLine = source.indexOf(10, rawStart) === rawStart + rawBytes - 1
      expect(rawBytes <= FRAME_BYTES || isOneLine).toBe(true)
    }
    expect(source.length - sealedRawBytes).toBeLessThan(FRAME_BYTES)
  })

  test('may be one line of 64 MB', async () => {
    const line = Buffer.alloc(64 * 1024 * 1024, 'long ')
    const sources = { 'a.jsonl': Buffer.concat([Buffer.from('{}\n'), line, Buffer.from('\n{}\n')]) }
    const folder = newArchiveFolder()
    await keepSources(folder, sources, { chunkBytes: FRAME_BYTES })
    checkSame(readBack(folder, 'a.jsonl'), sources['a.jsonl'])
    expect(requireGeneration(folder, 'a.jsonl').frames.map(frame => frame.rawBytes)).toEqual([3, line.length + 1])
  })

  test.runIf(hasZstd)('unpacks with zstd alone', async () => {
    const sources = { 'a.jsonl': makeText(2_500_000), 'blobs:b': makeText(9_000_000, 2), 'empty.jsonl': '' }
    const folder = newArchiveFolder()
    await keepSources(folder, sources)
    for (const [path, content] of Object.entries(sources)) {
      const unpacked = execFileSync('zstd', ['-d', '-c'], { input: readPacked(folder, path), maxBuffer: 1e8 })
      checkSame(unpacked, Buffer.from(content))
    }
  })

  test('is for the owner alone', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': makeText(1_500_000), 'blobs:b': 'b' })
    const generation = requireGeneration(folder, 'a.jsonl')
    const files = [tailPath(folder, generation), sealedPath(folder, generation), join(folder, 'manifest.jsonl')]
    for (const path of files) expect(statSync(path).mode & 0o777).toBe(0o600)
    for (const path of ['.', 'streams', 'streams/01', 'blobs']) {
      expect(statSync(join(folder, path)).mode & 0o777).toBe(0o700)
    }
  })

  test('is stored once where whole files are the same', async () => {
    const folder = newArchiveFolder()
    const { fileBytes } = await keepSources(folder, { 'blobs:one': makeText(50_000), 'blobs:two': makeText(50_000) })
    const [one, two] = [requireGeneration(folder, 'blobs:one'), requireGeneration(folder, 'blobs:two')]
    expect(one.blob?.sha256).toBe(two.blob?.sha256)
    expect(fileBytes).toBe(one.blob?.fileBytes)
    const again = await keepSources(folder, { 'blobs:three': makeText(50_000), 'blobs:long': makeText(5_000_000) })
    expect(again.fileBytes).toBe(requireGeneration(folder, 'blobs:long').blob?.fileBytes)
    expect(await keepSources(folder, { 'blobs:long2': makeText(5_000_000) })).toMatchObject({ fileBytes: 0 })
    await checkKept(folder, { 'blobs:two': makeText(50_000), 'blobs:long2': makeText(5_000_000) })
  })

  test.each([50_000, 9_000_000])('is stored again where what is stored is damaged (%i bytes)', async length => {
    const folder = newArchiveFolder()
    const content = makeText(length)
    await keepSources(folder, { 'blobs:one': content })
    const path = blobPath(folder, requireGeneration(folder, 'blobs:one').blob?.sha256 ?? '')
    const bytes = readFileSync(path)
    // The headers are as they were; only the content is not.
    bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 1
    writeFileSync(path, bytes)
    await keepSources(folder, { 'blobs:two': content })
    await checkKept(folder, { 'blobs:one': content, 'blobs:two': content })
  })

  test('stays when the source begins a new generation', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': 'first\n' })
    const first = requireGeneration(folder, 'a.jsonl')
    await keepSources(folder, { 'a.jsonl': 'second\n' }, { rewritten: ['a.jsonl'] })
    expect(readBack(folder, 'a.jsonl').toString()).toBe('second\n')
    expect(Buffer.concat([...openKept(folder, first).chunks()]).toString()).toBe('first\n')
    expect(requireGeneration(folder, 'a.jsonl')).toMatchObject({ file: first.file, generation: 2, why: 'rewritten' })
  })
})

describe('an append', () => {
  test('reads and writes the tail alone', async () => {
    const folder = newArchiveFolder()
    const source = makeText(5_000_000)
    await keepSources(folder, { 'a.jsonl': source })
    const steps: string[] = []
    const disk = steppedDisk(({ name }) => steps.push(name))
    const { fileBytes } = await keepSources(folder, { 'a.jsonl': `${source}{"more":1}\n` }, { disk })
    expect(fileBytes).toBeLessThan(300_000)
    expect(steps.filter(step => !step.startsWith('makeFolder'))).toEqual(['replace', 'sync', 'rename', 'syncFolder'])
    await checkKept(folder, { 'a.jsonl': `${source}{"more":1}\n` })
  })

  test('of nothing writes nothing', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': 'one\n' })
    expect(await keepSources(folder, { 'a.jsonl': 'one\n' })).toMatchObject({ fileBytes: 0 })
  })

  test('can be dropped, with the generation it was to begin', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': 'one\n' })
    const writer = newWriter(folder)
    const grown = writer.openStream(requireGeneration(folder, 'a.jsonl'))
    grown.append(Buffer.from(makeText(2_000_000)))
    grown.finish({ mtimeMs: 2 })
    grown.drop()
    const begun = writer.openStream(beginStream(writer, 'b.jsonl'))
    begun.append(Buffer.from('b\n'))
    begun.drop()
    await writer.commit()
    await checkKept(folder, { 'a.jsonl': 'one\n' })
    expect(findGeneration(readManifest(folder), 'b.jsonl')).toBeUndefined()
  })

  test('shows what is kept beyond what the index knows', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': 'one\n' })
    await keepSources(folder, { 'a.jsonl': 'one\ntwo\n' })
    const stream = newWriter(folder).openStream({ file: 1, generation: 1, sealedRawBytes: 0, sealedFileBytes: 0 })
    expect(stream.rawBytes).toBe(8)
    expect(Buffer.from(stream.readTail(4) ?? []).toString()).toBe('two\n')
  })

  test('cuts off what a run that was cut off left behind the sealed frames', async () => {
    const folder = newArchiveFolder()
    const source = makeText(9000)
    await keepSources(folder, { 'a.jsonl': source }, { frameBytes: 2000 })
    appendFileSync(sealedPath(folder, requireGeneration(folder, 'a.jsonl')), makeText(5000))
    // A generation that begins finds leftovers where nothing should be.
    mkdirSync(join(folder, 'streams', '02'))
    writeFileSync(sealedPath(folder, { file: 2, generation: 1 }), makeText(5000))
    writeFileSync(newTailPath(folder, { file: 2, generation: 1 }), makeText(5000))
    const sources = { 'a.jsonl': `${source}{}\n`, 'b.jsonl': 'b\n' }
    await keepSources(folder, sources, { frameBytes: 2000 })
    await checkKept(folder, sources)
    expect(statSync(sealedPath(folder, { file: 2, generation: 1 })).size).toBe(0)
  })

  test('to frames that are cut short is refused by name', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': makeText(2_500_000) })
    const generation = requireGeneration(folder, 'a.jsonl')
    rmSync(sealedPath(folder, generation))
    const writer = newWriter(folder)
    const open = () => writer.openStream(generation)
    expect(open).toThrow(ArchiveDamage)
    expect(open).toThrow(sealedPath(folder, generation))
    rmSync(tailPath(folder, generation))
    expect(open).toThrow(tailPath(folder, generation))
    // The whole source is kept again, beside what is damaged.
    await keepSources(folder, { 'a.jsonl': makeText(2_500_000) }, { rewritten: ['a.jsonl'] })
    checkSame(readBack(folder, 'a.jsonl'), Buffer.from(makeText(2_500_000)))
  })
})

describe('a writer', () => {
  test('refuses a manifest it does not know', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': 'one\n' })
    const make = () => createArchiveWriter(folder, { nextSession: 1, nextFile: 1, manifestBytes: 0 })
    expect(make).toThrow(ArchiveMovedOn)
  })

  test('never takes the number of a tail that no line names', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': 'one\n', 'b.jsonl': 'two\n' })
    rmSync(join(folder, 'manifest.jsonl'))
    const commit = await keepSources(folder, { 'c.jsonl': 'three\n' })
    expect(commit.files).toMatchObject([{ file: 3 }])
    expect(readFileSync(tailPath(folder, { file: 1, generation: 1 })).length).toBeGreaterThan(0)
  })

  test('goes on with the next batch after a commit', async () => {
    const folder = newArchiveFolder()
    const writer = newWriter(folder)
    const first = writer.openStream(beginStream(writer, 'a.jsonl'))
    first.append(Buffer.from('one\n'))
    first.finish({ mtimeMs: 1 })
    const { files, manifestBytes } = await writer.commit()
    expect(manifestBytes).toBe(manifestSize(folder))
    const second = writer.openStream(files[0] as (typeof files)[0])
    second.append(Buffer.from('two\n'))
    second.finish({ mtimeMs: 2 })
    expect((await writer.commit()).files).toMatchObject([{ rawBytes: 8, sealedRawBytes: 0 }])
    await checkKept(folder, { 'a.jsonl': 'one\ntwo\n' })
  })

  test('records sessions, moves and projects', async () => {
    const folder = newArchiveFolder()
    const writer = newWriter(folder)
    const session = writer.addSession(SESSION)
    writer.moveSession(session, { ...SESSION, folder: '/elsewhere' })
    writer.setProject(session, { path: '/app', name: 'app', remote: undefined })
    await writer.commit()
    const kept = readManifest(folder).sessions.get(session)
    expect(kept).toEqual({ ...SESSION, session, folder: '/elsewhere', project: { path: '/app', name: 'app' } })
  })
})

/** A commit of every sort: growth in the tail, over several frames, over a line that stays open, new, rewritten, blobs. */
const corpus = listCorpusFiles()

test.runIf(corpus)('the corpus is kept byte for byte, in less than a fifth of its bytes', async () => {
  const folder = newArchiveFolder()
  const sources = Object.fromEntries((corpus ?? []).map(path => [path, readFileSync(path)]))
  const { fileBytes, files } = await keepSources(folder, sources, { disk: steppedDisk(() => {}) })
  const manifest = readManifest(folder)
  for (const [path, bytes] of Object.entries(sources)) checkSame(readBack(folder, path, manifest), bytes)
  expect(fileBytes / files.reduce((sum, { rawBytes }) => sum + rawBytes, 0)).toBeLessThan(0.2)
})
