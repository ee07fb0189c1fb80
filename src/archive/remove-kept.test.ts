import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { crashingDisk, failingDisk } from '../../test/failing-disk.ts'
import {
  checkKept,
  keepSources,
  makeText,
  newArchiveFolder,
  requireGeneration,
  SESSION,
} from '../../test/kept-archive.ts'
import { blobPath, manifestPath, manifestSize, newTailPath, sealedPath, tailPath } from './archive-folder.ts'
import { readManifest } from './read-manifest.ts'
import { recoverArchive } from './recover-archive.ts'
import { finishRemovals, removeKept } from './remove-kept.ts'
import { verifyArchive } from './verify-archive.ts'

const frameBytes = 2000
const SECRET = 'SECRET-7d1f'
const staying = { 'b.jsonl': makeText(5000, 2), 'blobs:shared': 'shared content' }

/** One session for each: the first and the third are to go. */
async function keepAll(): Promise<string> {
  const folder = newArchiveFolder()
  const sources = { [`${SECRET}.jsonl`]: makeText(9000) + SECRET, ...staying, [`blobs:${SECRET}`]: SECRET }
  await keepSources(folder, { ...sources, 'blobs:same': 'shared content' }, { frameBytes })
  return folder
}

const request = { sessions: [1, 4, 5], forgottenIds: [SESSION.id], at: 77 }

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    statSync(join(folder, name)).isFile(),
  )
}

async function checkRemoved(folder: string): Promise<void> {
  const manifest = readManifest(folder)
  expect(manifest).toMatchObject({ nextSession: 6, nextFile: 6, removals: [], leaving: [] })
  expect([...manifest.sessions.keys()]).toEqual([2, 3])
  expect([...manifest.files.keys()]).toEqual([2, 3])
  expect(manifest.forgotten.get(SESSION.id)).toBe(77)
  expect(readFileSync(manifestPath(folder), 'utf8')).not.toContain(SECRET)
  const names = ['README.txt', 'manifest.jsonl', '2-1.tail.zst', '2-1.zst']
  const kept = requireGeneration(folder, 'blobs:shared').blob?.sha256
  expect(new Set(listFiles(folder).map(path => path.split('/').at(-1)))).toEqual(new Set([...names, `${kept}.zst`]))
  await checkKept(folder, staying)
}

describe('forgetting', () => {
  test('takes sessions out, with their lines, and leaves the others and a tombstone', async () => {
    const folder = await keepAll()
    const report = await removeKept(folder, request)
    expect(report).toMatchObject({ files: 3, manifestBytes: manifestSize(folder) })
    expect(report.bytes).toBeGreaterThan(100)
    await checkRemoved(folder)
    // Nothing is left to do, and numbers are not used again.
    expect(await finishRemovals(folder)).toMatchObject({ files: 0, bytes: 0, manifestBytes: manifestSize(folder) })
    expect((await keepSources(folder, { 'c.jsonl': 'new\n' })).files).toMatchObject([{ file: 6 }])
  })

  test('takes out one file, or one generation', async () => {
    const folder = await keepAll()
    await keepSources(folder, { 'b.jsonl': 'again\n' }, { rewritten: ['b.jsonl'] })
    await removeKept(folder, { files: [1], generations: [{ file: 2, generation: 1 }], forgottenIds: [], at: 1 })
    const { files } = readManifest(folder)
    expect([...files.keys()]).toEqual([2, 3, 4, 5])
    expect(files.get(2)?.generations).toMatchObject([{ generation: 2 }])
    expect(existsSync(tailPath(folder, { file: 2, generation: 1 }))).toBe(false)
    await checkKept(folder, { 'b.jsonl': 'again\n' })
  })

  test('that was cut off at any step is completed, and counts from the moment it is recorded', async () => {
    const { disk, steps } = crashingDisk(Number.POSITIVE_INFINITY)
    const prepared = await keepAll()
    const copy = () => {
      const folder = newArchiveFolder()
      cpSync(prepared, folder, { recursive: true })
      return folder
    }
    await removeKept(copy(), { ...request, disk })
    expect(steps()).toBeGreaterThan(8)
    for (let at = 0; at < steps(); at++) {
      for (const harm of [crashingDisk(at).disk, failingDisk(at, 'EIO').disk]) {
        const folder = copy()
        await expect(removeKept(folder, { ...request, disk: harm })).rejects.toThrow()
        expect((await verifyArchive(folder, { isQuick: false })).damaged).toEqual([])
        if (readManifest(folder).sessions.size < 5) await recoverArchive(folder)
        else await removeKept(folder, request)
        await checkRemoved(folder)
      }
    }
  })
})

describe('recovery', () => {
  test('puts tails in place that were recorded, and clears away what was not', async () => {
    const grown = { ...staying, 'b.jsonl': staying['b.jsonl'] + makeText(6000, 9), 'new.jsonl': 'new\n' }
    let tails = 0
    for (let at = 0; at < 30; at++) {
      const folder = await keepAll()
      const { disk } = crashingDisk(at)
      await keepSources(folder, grown, { frameBytes, disk }).catch(() => {})
      const isRecorded = requireGeneration(folder, 'b.jsonl').sealedRawBytes > staying['b.jsonl'].length
      const recovery = await recoverArchive(folder)
      tails += recovery.tails
      expect(recovery.manifestBytes).toBe(manifestSize(folder))
      expect(listFiles(folder).filter(name => name.endsWith('.new'))).toEqual([])
      if (isRecorded) await checkKept(folder, { 'b.jsonl': grown['b.jsonl'] })
      await keepSources(folder, grown, { frameBytes })
      await checkKept(folder, grown)
    }
    expect(tails).toBeGreaterThan(0)
  })

  test('of a sound archive, or none, changes nothing', async () => {
    const folder = await keepAll()
    const before = listFiles(folder)
    expect(await recoverArchive(folder)).toEqual({ tails: 0, leftovers: 0, manifestBytes: manifestSize(folder) })
    expect(listFiles(folder)).toEqual(before)
    expect(await recoverArchive('/nowhere/at/all')).toEqual({ tails: 0, leftovers: 0, manifestBytes: 0 })
  })

  test('does not take garbage for a tail', async () => {
    const folder = await keepAll()
    const generation = requireGeneration(folder, 'b.jsonl')
    writeFileSync(newTailPath(folder, generation), readFileSync(tailPath(folder, { file: 1, generation: 1 })))
    expect(await recoverArchive(folder)).toMatchObject({ tails: 0, leftovers: 1 })
    await checkKept(folder, staying)
    expect(existsSync(sealedPath(folder, generation))).toBe(true)
    expect(existsSync(blobPath(folder, requireGeneration(folder, 'blobs:shared').blob?.sha256 ?? ''))).toBe(true)
  })
})
