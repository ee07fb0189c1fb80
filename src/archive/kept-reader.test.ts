import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crashingDisk } from '../../test/failing-disk.ts'
import { checkSame, keepSources, makeText, newArchiveFolder, requireGeneration } from '../../test/kept-archive.ts'
import { ArchiveDamage } from './archive-errors.ts'
import { blobPath, newTailPath, sealedPath, tailPath } from './archive-folder.ts'
import { openKept } from './kept-reader.ts'

const frameBytes = 2000
const source = Buffer.from(makeText(20_000))
const PATHS = ['a.jsonl', 'blobs:b']

async function keepBoth(): Promise<string> {
  const folder = newArchiveFolder()
  await keepSources(folder, { 'a.jsonl': source, 'blobs:b': source }, { frameBytes })
  return folder
}

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 0x40
  writeFileSync(path, bytes)
}

describe('a reader', () => {
  test('gives any span, and all chunks from anywhere to anywhere', async () => {
    const folder = await keepBoth()
    const readers = PATHS.map(path => openKept(folder, requireGeneration(folder, path)))
    const position = fc.nat(source.length + 50)
    fc.assert(
      fc.property(position, position, fc.constantFrom(...readers), (from, to, reader) => {
        const expected = source.subarray(from, Math.max(from, to))
        checkSame(reader.read(from, to), expected)
        checkSame(Buffer.concat([...reader.chunks({ from, to })]), expected)
      }),
    )
    for (const reader of readers) {
      expect(reader.rawBytes).toBe(source.length)
      checkSame(Buffer.concat([...reader.chunks()]), source)
    }
  })

  test('needs the numbers alone, and tells how far a stream is kept', async () => {
    const folder = await keepBoth()
    const { file, generation, sealedRawBytes, sealedFileBytes } = requireGeneration(folder, 'a.jsonl')
    const reader = openKept(folder, { file, generation })
    checkSame(reader.read(0, source.length), source)
    expect(reader.state).toMatchObject({ rawBytes: source.length, sealedRawBytes, sealedFileBytes })
    expect(reader.mtimeMs).toBe(source.length)
  })

  test('throws what is damaged by name, and reads the rest', async () => {
    const folder = await keepBoth()
    const generation = requireGeneration(folder, 'a.jsonl')
    const [first, second, third] = generation.frames
    if (!first || !second || !third) throw new Error('too few frames')
    flipByte(sealedPath(folder, generation), second.fileStart + second.fileBytes - 10)
    const reader = openKept(folder, generation)
    checkSame(reader.read(0, first.rawBytes), source.subarray(0, first.rawBytes))
    checkSame(reader.read(third.rawStart, source.length), source.subarray(third.rawStart))
    const read = () => reader.read(first.rawBytes, first.rawBytes + 1)
    expect(read).toThrow(ArchiveDamage)
    expect(read).toThrow(sealedPath(folder, generation))
    expect(() => [...reader.chunks()]).toThrow(ArchiveDamage)
  })

  test('says which file is missing', async () => {
    const folder = await keepBoth()
    const generation = requireGeneration(folder, 'a.jsonl')
    const blob = requireGeneration(folder, 'blobs:b')
    rmSync(sealedPath(folder, generation))
    expect(() => openKept(folder, generation).read(0, 5)).toThrow(sealedPath(folder, generation))
    rmSync(tailPath(folder, generation))
    expect(() => openKept(folder, generation)).toThrow(tailPath(folder, generation))
    rmSync(blobPath(folder, blob.blob?.sha256 ?? ''))
    expect(() => openKept(folder, blob)).toThrow(/is missing/)
  })

  test('does not take a tail of another stream for its own, nor a blob of another name', async () => {
    const folder = newArchiveFolder()
    await keepSources(folder, { 'a.jsonl': 'one\n', 'b.jsonl': 'two\n', 'blobs:c': 'c', 'blobs:d': 'd' })
    const [one, two] = [requireGeneration(folder, 'a.jsonl'), requireGeneration(folder, 'b.jsonl')]
    renameSync(tailPath(folder, one), tailPath(folder, two))
    expect(() => openKept(folder, two)).toThrow(ArchiveDamage)
    const [c, d] = [requireGeneration(folder, 'blobs:c'), requireGeneration(folder, 'blobs:d')]
    renameSync(blobPath(folder, c.blob?.sha256 ?? ''), blobPath(folder, d.blob?.sha256 ?? ''))
    expect(() => [...openKept(folder, d).chunks()]).toThrow(/another hash/)
  })

  test('finds what a run had recorded before it was cut off', async () => {
    const grown = Buffer.concat([source, Buffer.from(makeText(9000, 3))])
    let found = 0
    for (let at = 0; at < 20; at++) {
      const folder = await keepBoth()
      await keepSources(folder, { 'a.jsonl': grown }, { frameBytes, disk: crashingDisk(at).disk }).catch(() => {})
      const generation = requireGeneration(folder, 'a.jsonl')
      const reader = openKept(folder, generation)
      const isRecorded = generation.sealedRawBytes > source.length
      checkSame(reader.read(0, reader.rawBytes), grown.subarray(0, isRecorded ? grown.length : reader.rawBytes))
      if (!isRecorded) continue
      found++
      // Also without the new tail the frames count that the manifest names.
      rmSync(newTailPath(folder, generation), { force: true })
      const { state } = openKept(folder, generation)
      expect(state.sealedRawBytes).toBe(generation.sealedRawBytes)
      expect(state.rawBytes).toBeGreaterThanOrEqual(generation.sealedRawBytes)
    }
    expect(found).toBeGreaterThan(0)
  })
})
