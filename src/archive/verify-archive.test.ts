import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  keepSources,
  makeText,
  newArchiveFolder,
  requireGeneration,
  SESSION,
  type Sources,
} from '../../test/kept-archive.ts'
import { blobPath, manifestPath, newTailPath, sealedPath, tailPath } from './archive-folder.ts'
import type { KeptGeneration } from './read-manifest.ts'
import { removeKept } from './remove-kept.ts'
import { type Damage, verifyArchive } from './verify-archive.ts'

const frameBytes = 2000
const sources: Sources = {
  'a.jsonl': makeText(20_000),
  'b.jsonl': 'short\n',
  'blobs:c': makeText(5000),
  'blobs:d': makeText(5000),
}

async function keepAll(): Promise<string> {
  const folder = newArchiveFolder()
  await keepSources(folder, sources, { frameBytes })
  return folder
}

/** Harms an archive in one way and says what verify finds. */
async function findDamage(
  harm: (folder: string, a: KeptGeneration, c: KeptGeneration) => void,
  isQuick = false,
): Promise<readonly Damage[]> {
  const folder = await keepAll()
  harm(folder, requireGeneration(folder, 'a.jsonl'), requireGeneration(folder, 'blobs:c'))
  return (await verifyArchive(folder, { isQuick })).damaged
}

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

describe('verify', () => {
  test('counts everything and finds nothing in a sound archive', async () => {
    const folder = await keepAll()
    const check = await verifyArchive(folder, { isQuick: false })
    const { frames } = requireGeneration(folder, 'a.jsonl')
    expect(check).toMatchObject({ sessions: 4, files: 4, frames: frames.length, tails: 2, blobs: 1, damaged: [] })
    expect(check.rawBytes).toBe((sources['a.jsonl'] as string).length + 6 + (sources['blobs:c'] as string).length)
    expect(frames.length).toBeGreaterThan(5)
  })

  test('finds nothing in no archive', async () => {
    expect(await verifyArchive('/nowhere/at/all', { isQuick: false })).toMatchObject({ files: 0, damaged: [] })
  })

  test('finds a single bit, anywhere', async () => {
    const folder = await keepAll()
    const a = requireGeneration(folder, 'a.jsonl')
    const c = requireGeneration(folder, 'blobs:c')
    const paths = [
      sealedPath(folder, a),
      tailPath(folder, a),
      blobPath(folder, c.blob?.sha256 ?? ''),
      manifestPath(folder),
    ]
    for (const path of paths) {
      const { length } = readFileSync(path)
      // The last byte of the manifest is a line end: without it the line is still whole.
      for (let at = 0; at < length - 1; at += Math.max(1, Math.floor(length / 40))) {
        flipByte(path, at)
        const { damaged } = await verifyArchive(folder, { isQuick: false })
        expect(damaged, `${path} at ${at}`).not.toEqual([])
        flipByte(path, at)
      }
    }
    expect((await verifyArchive(folder, { isQuick: false })).damaged).toEqual([])
  })

  test('says which bytes of which source are lost', async () => {
    const [damage, ...more] = await findDamage((folder, a) => {
      const frame = a.frames[2] as (typeof a.frames)[0]
      flipByte(sealedPath(folder, a), frame.fileStart + frame.fileBytes - 1)
    })
    expect(more).toEqual([])
    expect(damage).toMatchObject({
      what: 'frame',
      file: 1,
      generation: 1,
      session: 1,
      sessionId: SESSION.id,
      sourcePath: 'a.jsonl',
    })
    expect(damage?.rawStart).toBeGreaterThan(0)
    expect(damage?.rawBytes).toBeGreaterThan(0)
  })

  test.each([false, true])('finds what is missing or cut (quick: %s)', async isQuick => {
    expect(await findDamage((folder, a) => rmSync(tailPath(folder, a)), isQuick)).toMatchObject([{ what: 'tail' }])
    expect(await findDamage((folder, a) => truncateSync(tailPath(folder, a), 30), isQuick)).toMatchObject([
      { what: 'tail' },
    ])
    const cutSealed = (folder: string, a: KeptGeneration) => truncateSync(sealedPath(folder, a), a.sealedFileBytes - 1)
    expect(await findDamage(cutSealed, isQuick)).toMatchObject([{ what: 'frame' }])
    // Both sources that shared it are named.
    const noBlob = (folder: string, _: KeptGeneration, c: KeptGeneration) =>
      rmSync(blobPath(folder, c.blob?.sha256 ?? ''))
    expect(await findDamage(noBlob, isQuick)).toMatchObject([{ sourcePath: 'blobs:c' }, { sourcePath: 'blobs:d' }])
  })

  test('finds lines of the manifest that are missing', async () => {
    async function withoutLines(pattern: RegExp): Promise<readonly Damage[]> {
      return findDamage(folder => {
        const lines = readFileSync(manifestPath(folder), 'utf8').split(/(?<=\n)/)
        writeFileSync(manifestPath(folder), lines.filter(line => !pattern.test(line)).join(''))
      })
    }
    expect(await withoutLines(/"t":"session","session":1,/)).not.toEqual([])
    expect(await withoutLines(/"t":"file","file":2,/)).not.toEqual([])
    expect(await withoutLines(/"t":"generation","file":2,/)).toMatchObject([{ what: 'manifest' }, { file: 2 }])
    // The content is shared with another file: nothing on disk would show it.
    expect(await withoutLines(/"t":"generation","file":3,/)).toMatchObject([
      { why: expect.stringMatching(/missing: 1/) },
    ])
    const folder = await keepAll()
    const grown = { 'a.jsonl': sources['a.jsonl'] + makeText(9000, 5) }
    await keepSources(folder, grown, { frameBytes })
    const text = readFileSync(manifestPath(folder), 'utf8')
    writeFileSync(manifestPath(folder), text.replace(/\{"t":"frames".*\n/, ''))
    const [damage] = (await verifyArchive(folder, { isQuick: false })).damaged
    expect(damage).toMatchObject({ what: 'manifest', sourcePath: 'a.jsonl' })
  })

  test('finds a tombstone that is missing, and garbage among the lines', async () => {
    const folder = await keepAll()
    await removeKept(folder, { sessions: [2], forgottenIds: ['gone'], at: 1 })
    expect((await verifyArchive(folder, { isQuick: false })).damaged).toEqual([])
    const text = readFileSync(manifestPath(folder), 'utf8')
    writeFileSync(manifestPath(folder), text.replace(/\{"t":"forgotten".*\n/, ''))
    expect((await verifyArchive(folder, { isQuick: false })).damaged).toMatchObject([{ what: 'manifest' }])
    // Another forget writes the manifest again: what was lost before must not look whole afterwards.
    await removeKept(folder, { sessions: [1], forgottenIds: ['too'], at: 2 })
    expect((await verifyArchive(folder, { isQuick: false })).damaged).toMatchObject([{ what: 'manifest' }])
    const addGarbage = (folder: string) =>
      writeFileSync(manifestPath(folder), readFileSync(manifestPath(folder), 'utf8').replace('\n', '\nwhat is this\n'))
    expect(await findDamage(addGarbage)).toMatchObject([{ what: 'manifest' }])
  })

  test('finds a last line that was cut after it had been committed', async () => {
    const folder = await keepAll()
    const cutLast = () => truncateSync(manifestPath(folder), readFileSync(manifestPath(folder)).length - 5)
    await keepSources(folder, { 'a.jsonl': sources['a.jsonl'] + makeText(9000, 5) }, { frameBytes })
    cutLast()
    const { damaged } = await verifyArchive(folder, { isQuick: false })
    expect(damaged).toMatchObject([{ what: 'manifest', file: 1, generation: 1 }])
    const other = await keepAll()
    await keepSources(other, { 'e.jsonl': 'new\n' })
    truncateSync(manifestPath(other), readFileSync(manifestPath(other)).length - 5)
    expect((await verifyArchive(other, { isQuick: false })).damaged).toMatchObject([{ file: 5, generation: 1 }])
  })

  test('finds an older tail that was put back', async () => {
    const folder = await keepAll()
    const path = tailPath(folder, requireGeneration(folder, 'a.jsonl'))
    const old = readFileSync(path)
    await keepSources(folder, { 'a.jsonl': sources['a.jsonl'] + makeText(9000, 5) }, { frameBytes })
    writeFileSync(path, old)
    const { damaged } = await verifyArchive(folder, { isQuick: false })
    expect(damaged).toMatchObject([{ what: 'tail', file: 1, generation: 1, why: expect.stringMatching(/older/) }])
  })

  test('takes a blob that no line names for a leftover, and for damage where lines are lost', async () => {
    const folder = await keepAll()
    const spare = blobPath(folder, 'a'.repeat(64))
    mkdirSync(dirname(spare), { recursive: true })
    writeFileSync(spare, 'anything')
    expect(await verifyArchive(folder, { isQuick: false })).toMatchObject({ damaged: [], leftovers: 1 })
    const lines = readFileSync(manifestPath(folder), 'utf8').split(/(?<=\n)/)
    writeFileSync(manifestPath(folder), lines.toSpliced(3, 1).join(''))
    const { damaged, leftovers } = await verifyArchive(folder, { isQuick: false })
    expect(leftovers).toBe(0)
    expect(damaged).toContainEqual(expect.objectContaining({ path: spare }))
  })

  test('finds that the manifest itself is gone', async () => {
    const damaged = await findDamage(folder => rmSync(manifestPath(folder)))
    expect(damaged).toMatchObject([
      { what: 'manifest', why: 'is missing or empty' },
      { file: 1, generation: 1 },
      { file: 2, generation: 1 },
      { what: 'manifest' },
    ])
  })

  test('says of every damaged piece which copy of which file it is', async () => {
    const damaged = await findDamage((folder, a, c) => {
      flipByte(sealedPath(folder, a), 3)
      flipByte(tailPath(folder, a), 3)
      flipByte(blobPath(folder, c.blob?.sha256 ?? ''), 3)
      rmSync(tailPath(folder, { file: 2, generation: 1 }))
    })
    const names = damaged.map(({ what, file, generation }) => [what, file, generation])
    expect(names).toEqual([
      ['tail', 1, 1],
      ['frame', 1, 1],
      ['tail', 2, 1],
      ['blob', 3, 1],
      ['blob', 4, 1],
    ])
  })

  test('takes what a run that was cut off leaves for what it is', async () => {
    const folder = await keepAll()
    const a = requireGeneration(folder, 'a.jsonl')
    appendFileSync(sealedPath(folder, a), 'half a fra')
    writeFileSync(newTailPath(folder, a), 'half a ta')
    appendFileSync(manifestPath(folder), '{"t":"frames","file":1,')
    const check = await verifyArchive(folder, { isQuick: false })
    expect(check).toMatchObject({ damaged: [], leftovers: 1, lines: { cut: 1 } })
  })

  test('quickly reads the newest twenty and looks for the others', async () => {
    const folder = newArchiveFolder()
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.jsonl`, makeText(9000, index)]))
    await keepSources(folder, many, { frameBytes })
    expect(await verifyArchive(folder, { isQuick: true })).toMatchObject({ tails: 20, frames: 20, damaged: [] })
  })

  test('tells how far it is, and stops when told to', async () => {
    const folder = await keepAll()
    const seen: number[] = []
    await verifyArchive(folder, { isQuick: false, onProgress: ({ bytesDone, bytes }) => seen.push(bytesDone / bytes) })
    expect(seen.at(-1)).toBe(1)
    const stopped = await verifyArchive(folder, { isQuick: false, signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ isStopped: true, frames: 0 })
  })

  test('is not disturbed by a sync that runs at the same time', async () => {
    const folder = await keepAll()
    let content = sources['a.jsonl'] as string
    let isDone = false
    async function writeOn(): Promise<void> {
      for (let round = 0; round < 5; round++) {
        content += makeText(3000, round)
        await keepSources(folder, { 'a.jsonl': content, [`new${round}.jsonl`]: content }, { frameBytes })
      }
      isDone = true
    }
    const writing = writeOn()
    let checks = 0
    while (!isDone) {
      expect((await verifyArchive(folder, { isQuick: false })).damaged).toEqual([])
      checks++
      await new Promise(resolve => setImmediate(resolve))
    }
    await writing
    expect(checks).toBeGreaterThan(1)
  })
})
