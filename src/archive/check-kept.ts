import { statSync } from 'node:fs'
import { ArchiveDamage } from './archive-errors.ts'
import { blobPath, sealedPath, tailPath } from './archive-folder.ts'
import { blobChunks } from './blob-store.ts'
import { parseFrameHeader, readPart, unpackFrame, withOpen } from './frame-file.ts'
import type { KeptFrame } from './manifest-record.ts'
import type { KeptGeneration } from './read-manifest.ts'
import { endOf, findTail } from './tail-file.ts'

/** Something that is not as it was written. */
export interface Finding {
  readonly what: 'manifest' | 'frame' | 'tail' | 'blob'
  /** In the archive. */
  readonly path: string
  /** The rest of a sentence that begins with the path. */
  readonly why: string
  /** Which bytes of the source are concerned, where that is known. */
  readonly rawStart?: number
  readonly rawBytes?: number
}

/** One thing that was looked at. */
export interface Checked {
  readonly counted: 'frames' | 'tails' | 'blobs' | 'presences'
  readonly rawBytes: number
  /** Bytes of the archive that were read. */
  readonly fileBytes: number
  readonly finding?: Finding | undefined
}

/** The tail of a stream, then its sealed frames: all, or the newest. */
export function* checkStream(folder: string, generation: KeptGeneration, isQuick: boolean): Generator<Checked> {
  yield checkTail(folder, generation)
  const path = sealedPath(folder, generation)
  let expected = { rawStart: 0, fileStart: 0 }
  for (const [index, frame] of generation.frames.entries()) {
    const { rawStart, rawBytes, fileStart, fileBytes } = frame
    const isNext = rawStart === expected.rawStart && fileStart === expected.fileStart
    expected = { rawStart: rawStart + rawBytes, fileStart: fileStart + fileBytes }
    if (isNext && isQuick && index < generation.frames.length - 1) continue
    const why = isNext ? findWrong(path, frame) : 'has a frame that does not follow the one before'
    const finding = why === undefined ? undefined : ({ what: 'frame', path, why, rawStart, rawBytes } as const)
    yield { counted: 'frames', rawBytes, fileBytes, finding }
  }
}

/** Every frame of a blob, and all of it against its name. */
export function* checkBlob(folder: string, { blob }: KeptGeneration): Generator<Checked> {
  if (!blob) return
  const path = blobPath(folder, blob.sha256)
  let rawBytes = 0
  let why: string | undefined
  try {
    for (const chunk of blobChunks(folder, blob.sha256)) rawBytes += chunk.length
    if (rawBytes !== blob.bytes) why = `has ${rawBytes} bytes instead of ${blob.bytes}`
  } catch (error) {
    if (!(error instanceof ArchiveDamage)) throw error
    why = 'is missing, cut or has other content'
  }
  const finding = why === undefined ? undefined : ({ what: 'blob', path, why } as const)
  yield { counted: 'blobs', rawBytes, fileBytes: blob.fileBytes, finding }
}

/** That the files are there and long enough, without reading them. */
export function* checkPresence(folder: string, generation: KeptGeneration): Generator<Checked> {
  const { blob, sealedFileBytes } = generation
  const needed: readonly (readonly [Finding['what'], string, number])[] = blob
    ? [['blob', blobPath(folder, blob.sha256), 1]]
    : [
        ['tail', tailPath(folder, generation), 1],
        ['frame', sealedPath(folder, generation), sealedFileBytes],
      ]
  for (const [what, path, bytes] of needed) {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= bytes) continue
    // A run that was cut off may have left it under its other name.
    if (what === 'tail' && findTail(folder, generation, sealedFileBytes)) continue
    yield { counted: 'presences', rawBytes: 0, fileBytes: 0, finding: { what, path, why: 'is missing or cut' } }
  }
}

/** Whole, of this stream, and a continuation of the frames the manifest names. */
function checkTail(folder: string, generation: KeptGeneration): Checked {
  const path = tailPath(folder, generation)
  const tail = findTail(folder, generation, generation.sealedFileBytes)
  const checked = { counted: 'tails', rawBytes: 0, fileBytes: 0 } as const
  if (!tail) return { ...checked, finding: { what: 'tail', path, why: 'is missing or cut' } }
  const { rawStart, rawBytes } = tail.header
  const read = { ...checked, fileBytes: tail.fileBytes, rawBytes: Math.max(0, endOf(tail) - generation.sealedRawBytes) }
  if (!tail.unpack()) return { ...read, finding: { what: 'tail', path, why: 'has other content', rawStart, rawBytes } }
  const { sealedFileBytes, sealedRawBytes } = generation
  if (tail.header.sealedFileBytes === sealedFileBytes && rawStart === sealedRawBytes) return read
  // A commit brings a tail with every frame it seals.
  if (tail.header.sealedFileBytes < sealedFileBytes && rawStart < sealedRawBytes) {
    return {
      ...read,
      finding: { what: 'tail', path, why: 'is older than the frames before it', rawStart: sealedRawBytes },
    }
  }
  const lost = { rawStart: sealedRawBytes, rawBytes: Math.max(0, rawStart - sealedRawBytes) }
  return { ...read, finding: { what: 'manifest', path, why: 'continues frames that no line names', ...lost } }
}

function findWrong(path: string, frame: KeptFrame): string | undefined {
  let bytes: Buffer
  try {
    bytes = withOpen(path, file => readPart(file, frame.fileStart, frame.fileStart + frame.fileBytes))
  } catch {
    return 'is missing or cannot be read'
  }
  if (bytes.length < frame.fileBytes) return 'is cut'
  const found = parseFrameHeader(bytes, 0)
  if (found?.end !== bytes.length || found.header.rawStart !== frame.rawStart) return 'has a frame without its header'
  if (found.header.sha256 !== frame.sha256) return 'has another hash than the manifest'
  return unpackFrame(bytes.subarray(found.frameStart), found.header) ? undefined : 'has other content'
}
