import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { sealedPath, tailPath } from './archive-folder.ts'
import { createArchiveWriter } from './archive-writer.ts'
import { listFrames } from './frame-file.ts'
import { salvageStream } from './salvage-stream.ts'

const LINES = ['first line\n', 'second line\n', 'third line\n']
const NAME = { file: 1, generation: 1 }

/** An archive with one stream: two sealed frames and a tail, a line each. */
async function makeArchive(): Promise<string> {
  const folder = join(makeTree({}), 'archive')
  const options = { nextSession: 1, nextFile: 1, manifestBytes: 0, frameBytes: 12 }
  const writer = createArchiveWriter(folder, options)
  const names = { session: 0, role: 'history', storage: 'stream', agentId: undefined, workflowId: undefined } as const
  const file = writer.addFile(names)
  const stream = writer.openStream(
    writer.beginGeneration({ file, generation: 1, path: '/x', place: 'x', why: 'new', at: 1 }),
  )
  for (const line of LINES) stream.append(Buffer.from(line))
  stream.finish({ mtimeMs: 7 })
  await writer.commit()
  return folder
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

function salvage(folder: string): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const { chunks, isWhole } = salvageStream(folder, NAME)
  const text = Buffer.concat(chunks).toString()
  return { lines: LINES.filter(line => text.includes(line)), isWhole }
}

test('gives all of a sound stream, in order', async () => {
  const folder = await makeArchive()
  expect(listFrames(sealedPath(folder, NAME)).frames.length).toBeGreaterThan(0)
  const { chunks, isWhole, mtimeMs } = salvageStream(folder, NAME)
  expect({ text: Buffer.concat(chunks).toString(), isWhole, mtimeMs }).toEqual({
    text: LINES.join(''),
    isWhole: true,
    mtimeMs: 7,
  })
})
test('passes over a frame that is damaged', async () => {
  const folder = await makeArchive()
  const path = sealedPath(folder, NAME)
  flip(path, (listFrames(path).frames[0]?.end ?? 0) - 1)
  const { lines, isWhole } = salvage(folder)
  expect(isWhole).toBe(false)
  expect(lines).not.toContain(LINES[0])
  expect(lines).toContain(LINES[2])
})
test('has the frames without their tail, and the tail without its frames', async () => {
  const folder = await makeArchive()
  rmSync(tailPath(folder, NAME))
  const withoutTail = salvage(folder)
  expect(withoutTail.isWhole).toBe(false)
  expect(withoutTail.lines).toContain(LINES[0])
  const other = await makeArchive()
  rmSync(sealedPath(other, NAME))
  const withoutFrames = salvage(other)
  expect(withoutFrames.isWhole).toBe(false)
  expect(withoutFrames.lines).toContain(LINES[2])
})
test('of nothing is nothing', () => {
  expect(salvage(makeTree({}))).toEqual({ lines: [], isWhole: false })
})
