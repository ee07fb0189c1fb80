import { createHash, hash } from 'node:crypto'
import { UserError } from '../user-error.ts'
import type { ArchiveDisk } from './archive-disk.ts'
import { ArchiveDamage, systemCodeOf, toArchiveError } from './archive-errors.ts'
import { blobPath } from './archive-folder.ts'
import { listFrames, type PlacedFrame, packFrame, readFrame } from './frame-file.ts'

/** Content that is kept whole: its hash is its name, so the same content is stored once. */
export interface StoredBlob {
  readonly sha256: string
  readonly bytes: number
  /** Compressed. */
  readonly fileBytes: number
  /** Where it was written; undefined where the archive has it already. */
  readonly writtenTo: string | undefined
}

const BLOB_FRAME_BYTES = 4 * 1024 * 1024

export interface BlobRequest {
  readonly folder: string
  readonly disk: ArchiveDisk
  /** A chunk may be overwritten by the next one. */
  readonly chunks: Iterable<Uint8Array>
  readonly temporaryPath: string
  /** Written in the same commit, so not yet in their places. */
  readonly waiting: ReadonlyMap<string, StoredBlob>
}

/** Writes the content to `temporaryPath` unless it is stored already. Holds one frame at a time. */
export function writeBlob({ folder, disk, chunks, temporaryPath, waiting }: BlobRequest): StoredBlob {
  const whole = createHash('sha256')
  let bytes = 0
  let fileBytes = 0

  function flush(raw: Buffer): void {
    whole.update(raw)
    const { parts, bytes: packedBytes } = packFrame(raw, bytes)
    if (fileBytes === 0) disk.replace(temporaryPath, parts)
    else disk.writeAt(temporaryPath, fileBytes, parts)
    bytes += raw.length
    fileBytes += packedBytes
  }

  function find(sha256: string, length: number): StoredBlob | undefined {
    const found = waiting.get(sha256) ?? findBlob(folder, sha256, length)
    return found && { sha256, bytes: length, fileBytes: found.fileBytes, writtenTo: undefined }
  }

  try {
    const last = gather(chunks, flush)
    const isShort = bytes === 0
    const stored = isShort ? find(hash('sha256', last, 'hex'), last.length) : undefined
    if (stored) return stored
    if (last.length > 0 || isShort) flush(last)
    const sha256 = whole.digest('hex')
    const storedLong = isShort ? undefined : find(sha256, bytes)
    if (!storedLong) return { sha256, bytes, fileBytes, writtenTo: temporaryPath }
    disk.remove(temporaryPath)
    return storedLong
  } catch (error) {
    // The source failed, or the disk did and this will fail too: the first error is the one to tell.
    if (fileBytes > 0) attempt(() => disk.remove(temporaryPath))
    throw error
  }
}

/** The content of a blob, frame by frame, each checked; at the end all of it against its name. */
export function* blobChunks(folder: string, sha256: string): Generator<Buffer> {
  const path = blobPath(folder, sha256)
  const { frames } = requireFrames(path)
  const whole = frames.length > 1 ? createHash('sha256') : undefined
  for (const frame of frames) {
    const raw = readFrame(path, frame)
    if (!raw) throw new ArchiveDamage({ path, why: `its content is not what was written, from byte ${frame.start} on` })
    whole?.update(raw)
    yield raw
  }
  const found = whole ? whole.digest('hex') : frames[0]?.header.sha256
  if (found !== sha256) throw new ArchiveDamage({ path, why: 'its content has another hash than its name says' })
}

/** Length of the content, by the headers. */
export function blobBytes(folder: string, sha256: string): number {
  return requireFrames(blobPath(folder, sha256)).rawBytes
}

/**
 * A blob that is stored and reads as it should. All of it is unpacked: what counts on it has no other copy. One that is
 * damaged or cannot be read does not count, so that it is written again in its place.
 */
function findBlob(folder: string, sha256: string, bytes: number): { fileBytes: number } | undefined {
  try {
    const found = readFrames(blobPath(folder, sha256))
    if (!found?.isWhole || found.rawBytes !== bytes) return undefined
    for (const _ of blobChunks(folder, sha256));
    return { fileBytes: found.fileBytes }
  } catch (error) {
    if (error instanceof UserError || systemCodeOf(error) !== undefined) return undefined
    throw error
  }
}

function requireFrames(path: string) {
  const found = readFrames(path)
  if (!found?.isWhole) throw new ArchiveDamage({ path, why: found ? 'it is cut' : 'it is missing' })
  return found
}

interface BlobFrames {
  readonly frames: readonly PlacedFrame[]
  readonly rawBytes: number
  readonly fileBytes: number
  readonly isWhole: boolean
}

function readFrames(path: string): BlobFrames | undefined {
  try {
    return describeFrames(listFrames(path))
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    throw toArchiveError(path, error)
  }
}

function describeFrames({ frames, fileBytes }: { frames: readonly PlacedFrame[]; fileBytes: number }): BlobFrames {
  let rawBytes = 0
  let isWhole = frames.length > 0 && frames.at(-1)?.end === fileBytes
  for (const { header } of frames) {
    isWhole &&= header.rawStart === rawBytes
    rawBytes += header.rawBytes
  }
  return { frames, rawBytes, fileBytes, isWhole }
}

/** Hands over full frames and gives back what is left. */
function gather(chunks: Iterable<Uint8Array>, onFull: (raw: Buffer) => void): Buffer {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      // Only when more is to come, so that a blob of one frame can be looked up before it is compressed.
      if (heldBytes === BLOB_FRAME_BYTES) {
        onFull(Buffer.concat(held))
        held = []
        heldBytes = 0
      }
      const part = chunk.subarray(taken, taken + BLOB_FRAME_BYTES - heldBytes)
      held.push(Buffer.from(part))
      heldBytes += part.length
      taken += part.length
    }
  }
  return Buffer.concat(held)
}

function attempt(run: () => void): void {
  try {
    run()
  } catch {}
}
