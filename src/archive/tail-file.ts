import { readFileSync } from 'node:fs'
import { systemCodeOf, toArchiveError } from './archive-errors.ts'
import { newTailPath, type StreamName, tailPath } from './archive-folder.ts'
import { type FrameHeader, isCount, packFrame, parseFrameHeader, unpackFrame } from './frame-file.ts'

/**
 * The open tail of a stream. It says itself which sealed frames it continues, so a reader needs no manifest, and
 * sealed frames that were written for a later tail do not disturb it: a tail and the frames before it never change.
 */
export interface TailHeader extends FrameHeader, StreamName {
  /** Length of the sealed frames this tail continues. They end at `rawStart` of the source. */
  readonly sealedFileBytes: number
  /** Of the source, when it was last read. */
  readonly mtimeMs: number
}

export interface FoundTail {
  readonly header: TailHeader
  /** Written beside the tail, and not put in its place any more: the run was cut off, or is not done. */
  readonly isNew: boolean
  readonly fileBytes: number
  /** Decompressed when asked for; undefined where the bytes are not what the header says. */
  unpack(): Buffer | undefined
}

export interface TailFacts extends StreamName {
  readonly rawStart: number
  readonly sealedFileBytes: number
  readonly mtimeMs: number
}

export function packTail(raw: Uint8Array, facts: TailFacts): { parts: readonly Uint8Array[]; bytes: number } {
  const { rawStart, ...more } = facts
  return packFrame(raw, rawStart, more)
}

/**
 * The tail that counts. One left beside it (`.new`) counts when it is whole and goes further, and continues frames
 * that are known to be safe: those of the tail in place or, where the caller knows the manifest, those it names.
 */
export function findTail(folder: string, name: StreamName, knownSealedFileBytes = 0): FoundTail | undefined {
  // This one first: it is put in place while somebody reads, and would be missed the other way round.
  const beside = readTail(newTailPath(folder, name), name, true)
  const inPlace = readTail(tailPath(folder, name), name, false)
  if (!beside) return inPlace
  const safeBytes = inPlace ? Math.max(inPlace.header.sealedFileBytes, knownSealedFileBytes) : Number.POSITIVE_INFINITY
  if (beside.header.sealedFileBytes > safeBytes || (inPlace && endOf(beside) < endOf(inPlace))) return inPlace
  return beside.unpack() ? beside : inPlace
}

/** Where the source ends as far as this tail knows. */
export function endOf({ header }: FoundTail): number {
  return header.rawStart + header.rawBytes
}

function readTail(path: string, name: StreamName, isNew: boolean): FoundTail | undefined {
  const bytes = readIfThere(path)
  const found = bytes && parseFrameHeader(bytes, 0)
  if (!found || found.end !== bytes.length) return undefined
  const header = found.header as TailHeader
  if (header.file !== name.file || header.generation !== name.generation) return undefined
  if (!isCount(header.sealedFileBytes) || typeof header.mtimeMs !== 'number') return undefined
  return {
    header,
    isNew,
    fileBytes: bytes.length,
    unpack: () => unpackFrame(bytes.subarray(found.frameStart), header),
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return undefined
    throw toArchiveError(path, error)
  }
}
