import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, expect } from 'vitest'
import { type ArchiveDisk, REAL_DISK } from '../src/archive/archive-disk.ts'
import { blobPath, sealedPath, tailPath } from '../src/archive/archive-folder.ts'
import { type ArchiveCommit, type ArchiveWriter, createArchiveWriter } from '../src/archive/archive-writer.ts'
import { FRAME_BYTES } from '../src/archive/cut-frames.ts'
import { openKept } from '../src/archive/kept-reader.ts'
import type { SessionFacts } from '../src/archive/manifest-record.ts'
import { type KeptGeneration, type Manifest, readManifest } from '../src/archive/read-manifest.ts'
import { verifyArchive } from '../src/archive/verify-archive.ts'

const made: string[] = []

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** Where an archive can be made. In memory where that is possible: these tests write and remove thousands of files. */
export function newArchiveFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'backscroll-archive-'))
  made.push(folder)
  return join(folder, 'archive')
}

/** Path -> content. What begins with `blobs:` is kept whole. */
export interface Sources {
  readonly [path: string]: Uint8Array | string
}

export const SESSION: SessionFacts = {
  id: '11111111-1111-4111-8111-111111111111',
  name: '11111111-1111-4111-8111-111111111111',
  folder: '/home/dev/.claude/projects/-app',
  rootPath: '/home/dev/.claude/projects',
  configPath: '/home/dev/.claude',
  isImported: false,
}

export interface KeepOptions {
  readonly disk?: ArchiveDisk
  /** How the source is cut into chunks. */
  readonly chunkBytes?: number
  /** Small frames make tests quick. */
  readonly frameBytes?: number
  /** Paths that are no longer what they were: they begin a new generation. */
  readonly rewritten?: readonly string[]
}

/** The archive's part of a sync: keeps all sources in one commit, each from where it was left off. */
export async function keepSources(folder: string, sources: Sources, options: KeepOptions = {}): Promise<ArchiveCommit> {
  const manifest = readManifest(folder)
  const { nextSession, nextFile, bytes: manifestBytes } = manifest
  const { disk = REAL_DISK, frameBytes = FRAME_BYTES } = options
  const writer = createArchiveWriter(folder, { nextSession, nextFile, manifestBytes, disk, frameBytes })
  try {
    for (const [path, content] of Object.entries(sources)) {
      const before = findGeneration(manifest, path)
      const bytes = Buffer.from(content)
      if (path.startsWith('blobs:')) keepBlob(writer, path, bytes, before)
      else keepStream(writer, path, bytes, options.rewritten?.includes(path) ? undefined : before, options, before)
    }
    return await writer.commit()
  } catch (error) {
    await writer.abort()
    throw error
  }
}

function keepStream(
  writer: ArchiveWriter,
  path: string,
  bytes: Buffer,
  continued: KeptGeneration | undefined,
  { chunkBytes = 65536 }: KeepOptions,
  before: KeptGeneration | undefined,
): void {
  const stream = writer.openStream(continued ?? beginStream(writer, path, before))
  for (const chunk of overwrittenChunks(bytes.subarray(stream.rawBytes), chunkBytes)) stream.append(chunk)
  stream.finish({ mtimeMs: bytes.length })
}

export function beginStream(writer: ArchiveWriter, path: string, before?: KeptGeneration) {
  const file = before?.file ?? addFile(writer, 'stream')
  const generation = (before?.generation ?? 0) + 1
  return writer.beginGeneration({
    file,
    generation,
    path,
    place: `file-history/${path}`,
    why: before ? 'rewritten' : 'new',
    at: 0,
  })
}

function keepBlob(writer: ArchiveWriter, path: string, bytes: Buffer, before: KeptGeneration | undefined): void {
  const file = before?.file ?? addFile(writer, 'blob')
  const generation = (before?.generation ?? 0) + 1
  const facts = {
    file,
    generation,
    path,
    place: `file-history/${path}`,
    why: before ? 'rewritten' : 'new',
    at: 0,
    mtimeMs: 1,
  } as const
  writer.putBlob(facts, overwrittenChunks(bytes, 65536))
}

function addFile(writer: ArchiveWriter, storage: 'stream' | 'blob'): number {
  const session = writer.addSession(SESSION)
  return writer.addFile({ session, role: 'main', storage, agentId: undefined, workflowId: undefined })
}

/** Each chunk is a view of one buffer that the next one overwrites, like those of readChunks. */
export function* overwrittenChunks(bytes: Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(chunkBytes)
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const part = bytes.subarray(start, start + chunkBytes)
    buffer.set(part)
    yield buffer.subarray(0, part.length)
    buffer.fill(0xff)
  }
}

/** The newest generation of a path. */
export function findGeneration(manifest: Manifest, path: string): KeptGeneration | undefined {
  return [...manifest.files.values()].map(file => file.generations.at(-1)).find(generation => generation?.path === path)
}

export function requireGeneration(folder: string, path: string, manifest = readManifest(folder)): KeptGeneration {
  const found = findGeneration(manifest, path)
  if (!found) throw new Error(`${path} is not kept`)
  return found
}

export function readBack(folder: string, path: string, manifest?: Manifest): Buffer {
  return Buffer.concat([...openKept(folder, requireGeneration(folder, path, manifest)).chunks()])
}

/** What `cat sealed tail | zstd -d` would see. */
export function readPacked(folder: string, path: string, manifest?: Manifest): Buffer {
  const generation = requireGeneration(folder, path, manifest)
  if (generation.blob) return readFileSync(blobPath(folder, generation.blob.sha256))
  const sealed = generation.sealedFileBytes > 0 ? readFileSync(sealedPath(folder, generation)) : Buffer.alloc(0)
  return Buffer.concat([sealed, readFileSync(tailPath(folder, generation))])
}

/** A decoder that shares no code with the archive: skippable frames say how long the frame after them is. */
export function unpackByHand(packed: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < packed.length; ) {
    expect(packed.readUInt32LE(at)).toBe(0x184d2a50)
    const frameStart = at + 8 + packed.readUInt32LE(at + 4)
    const { frameBytes } = JSON.parse(packed.toString('utf8', at + 8, frameStart))
    at = frameStart + frameBytes
    parts.push(zstdDecompressSync(packed.subarray(frameStart, at)))
  }
  return Buffer.concat(parts)
}

/** Everything is kept, reads back the same in every way, and verify finds nothing. */
export async function checkKept(folder: string, sources: Sources): Promise<void> {
  const manifest = readManifest(folder)
  for (const [path, content] of Object.entries(sources)) {
    const bytes = Buffer.from(content)
    checkSame(readBack(folder, path, manifest), bytes)
    checkSame(unpackByHand(readPacked(folder, path, manifest)), bytes)
  }
  const check = await verifyArchive(folder, { isQuick: false })
  expect(check.damaged).toEqual([])
}

/** Without a diff of a megabyte when it fails. */
export function checkSame(found: Uint8Array, expected: Uint8Array): void {
  expect(found.length).toBe(expected.length)
  expect(Buffer.compare(found, expected)).toBe(0)
}

/** Lines of a kilobyte or so that compress well, and differ. */
export function makeText(bytes: number, seed = 1): string {
  const lines: string[] = []
  for (let length = 0, number = seed; length < bytes; number += 7) {
    const line = `{"number":${number},"text":"${String.fromCharCode(97 + (number % 26)).repeat(200 + ((number * 37) % 1500))}"}\n`
    lines.push(line)
    length += line.length
  }
  return lines.join('')
}
