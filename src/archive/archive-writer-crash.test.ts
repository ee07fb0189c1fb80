import { cpSync, existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crashingDisk, failingDisk, PowerDisk, steppedDisk } from '../../test/failing-disk.ts'
import {
  beginStream,
  checkKept,
  checkSame,
  findGeneration,
  keepSources,
  makeText,
  newArchiveFolder,
  overwrittenChunks,
  requireGeneration,
  type Sources,
} from '../../test/kept-archive.ts'
import { ArchiveAccessError } from './archive-errors.ts'
import { newTailPath } from './archive-folder.ts'
import { createArchiveWriter } from './archive-writer.ts'
import { openKept } from './kept-reader.ts'
import { readManifest } from './read-manifest.ts'
import { verifyArchive } from './verify-archive.ts'

const frameBytes = 4000
const line = 'w'.repeat(1000)
const before: Sources = {
  'small.jsonl': 'one\n',
  'open-line.jsonl': `${makeText(3000, 4)}${line}`,
  'frames.jsonl': makeText(9000, 2),
  'rewritten.jsonl': 'old\n',
  'blobs:old': 'old blob',
}
const after: Sources = {
  'small.jsonl': 'one\ntwo\n',
  'open-line.jsonl': `${makeText(3000, 4)}${line}${line}\n`,
  'frames.jsonl': makeText(9000, 2) + makeText(14_000, 3),
  'rewritten.jsonl': 'new\n',
  'blobs:old': 'old blob',
  'new.jsonl': makeText(6000, 6),
  'empty.jsonl': '',
  'blobs:new': 'new blob',
}
const rewritten = ['rewritten.jsonl']
const growing = ['small.jsonl', 'open-line.jsonl', 'frames.jsonl'] as const
let prepared: string | undefined

async function copyOfBefore(): Promise<string> {
  if (!prepared) {
    prepared = newArchiveFolder()
    await keepSources(prepared, before, { frameBytes })
  }
  const folder = newArchiveFolder()
  cpSync(prepared, folder, { recursive: true })
  return folder
}

/** What was committed is all there, and what is there beyond it comes from the source. */
function checkPrefixes(folder: string, names = readManifest(folder)): void {
  for (const path of growing) {
    const generation = findGeneration(names, path)
    const bytes = Buffer.concat([...openKept(folder, generation as NonNullable<typeof generation>).chunks()])
    expect(bytes.length).toBeGreaterThanOrEqual((before[path] as string).length)
    checkSame(bytes, Buffer.from(after[path] as string).subarray(0, bytes.length))
  }
  const old = findGeneration(names, 'blobs:old') as Parameters<typeof openKept>[1]
  expect(Buffer.concat([...openKept(folder, old).chunks()]).toString()).toBe('old blob')
  expect(Buffer.concat([...openKept(folder, { file: 4, generation: 1 }).chunks()]).toString()).toBe('old\n')
}

/** After whatever happened: nothing committed is harmed, and the next sync keeps everything. */
async function checkHealing(folder: string): Promise<void> {
  checkPrefixes(folder)
  expect((await verifyArchive(folder, { isQuick: false })).damaged).toEqual([])
  const wasRewritten = requireGeneration(folder, 'rewritten.jsonl').generation > 1
  await keepSources(folder, after, {
    disk: steppedDisk(() => {}),
    frameBytes,
    rewritten: wasRewritten ? [] : rewritten,
  })
  await checkKept(folder, after)
  for (const path of Object.keys(after)) {
    expect(existsSync(newTailPath(folder, requireGeneration(folder, path)))).toBe(false)
  }
}

async function countSteps(): Promise<number> {
  const { disk, steps } = crashingDisk(Number.POSITIVE_INFINITY)
  await keepSources(await copyOfBefore(), after, { disk, rewritten, frameBytes })
  return steps()
}

describe('at every single step of a commit', () => {
  test('an error harms nothing, and the next sync keeps everything', async () => {
    const steps = await countSteps()
    expect(steps).toBeGreaterThan(30)
    for (let at = 0; at < steps; at++) {
      const folder = await copyOfBefore()
      const { disk } = failingDisk(at, at % 2 === 0 ? 'ENOSPC' : 'EIO')
      await expect(keepSources(folder, after, { disk, rewritten, frameBytes })).rejects.toThrow(ArchiveAccessError)
      await checkHealing(folder)
    }
  })

  test('the end of the process harms nothing, and the next sync keeps everything', async () => {
    const steps = await countSteps()
    for (let at = 0; at < steps; at++) {
      const folder = await copyOfBefore()
      await expect(keepSources(folder, after, { disk: crashingDisk(at).disk, rewritten, frameBytes })).rejects.toThrow()
      await checkHealing(folder)
    }
  })

  test('a power cut that loses any of what was not synced harms nothing, nor does one after another', async () => {
    const steps = await countSteps()
    const choices = fc.infiniteStream(fc.nat(1 << 20))
    const cuts = fc.array(fc.nat(steps), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(cuts, choices, async (cuts, choices) => {
        const folder = await copyOfBefore()
        for (const at of cuts) {
          const power = new PowerDisk(folder)
          const { disk } = crashingDisk(at, power)
          const isDone = requireGeneration(folder, 'rewritten.jsonl').generation > 1
          await keepSources(folder, after, { disk, rewritten: isDone ? [] : rewritten, frameBytes }).catch(() => {})
          power.cutPower(most => (choices.next().value as number) % (most + 1))
        }
        await checkHealing(folder)
      }),
      { numRuns: 60 },
    )
  })

  test('a power cut after a commit loses nothing of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(1 << 20)), async choices => {
        const folder = await copyOfBefore()
        const power = new PowerDisk(folder)
        await keepSources(folder, after, { disk: power, rewritten, frameBytes })
        power.cutPower(most => (choices.next().value as number) % (most + 1))
        await checkKept(folder, after)
      }),
      { numRuns: 25 },
    )
  })

  test('a reader sees at least what was committed before, and nothing that is not in the source', async () => {
    const folder = await copyOfBefore()
    const manifest = readManifest(folder)
    let looked = 0
    const disk = steppedDisk(({ half }) => {
      checkPrefixes(folder, manifest)
      half()
      checkPrefixes(folder, manifest)
      looked++
    })
    await keepSources(folder, after, { disk, rewritten, frameBytes })
    checkPrefixes(folder, manifest)
    expect(looked).toBeGreaterThan(30)
  })
})

test('an error says what to do and leaves the writer unusable until a new one is made', async () => {
  const folder = newArchiveFolder()
  const { disk } = failingDisk(4, 'ENOSPC')
  const writer = createArchiveWriter(folder, { nextSession: 1, nextFile: 1, manifestBytes: 0, disk })
  const stream = writer.openStream(beginStream(writer, 'a.jsonl'))
  for (const chunk of overwrittenChunks(Buffer.from(makeText(100_000)), 10_000)) stream.append(chunk)
  expect(() => stream.finish({ mtimeMs: 1 })).toThrow(/no space left/)
  await expect(writer.commit()).rejects.toThrow(/failed or ended/)
  await writer.abort()
  await keepSources(folder, { 'a.jsonl': makeText(100_000) })
  await checkKept(folder, { 'a.jsonl': makeText(100_000) })
})
