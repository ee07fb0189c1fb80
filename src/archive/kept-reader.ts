import { ArchiveDamage, systemCodeOf, toArchiveError } from './archive-errors.ts'
import { blobPath, type StreamName, sealedPath, tailPath } from './archive-folder.ts'
import { blobChunks } from './blob-store.ts'
import { listFrames, type PlacedFrame, readFrame } from './frame-file.ts'
import type { KeptBlob } from './manifest-record.ts'
import type { FileState } from './stream-appender.ts'
import { endOf, type FoundTail, findTail } from './tail-file.ts'

/** What is kept of one generation, as it was when it was opened. Nothing to close; each frame is checked when read. */
export interface KeptReader {
  readonly rawBytes: number
  /** Of the source. */
  readonly mtimeMs: number
  readonly state: FileState
  /** Bytes of their own, fewer where the file ends before `end`. Throws ArchiveDamage. */
  read(start: number, end: number): Uint8Array
  /** In order, each chunk bytes of its own. Throws ArchiveDamage. */
  chunks(range?: ChunkRange): Generator<Uint8Array>
}

export interface ChunkRange {
  readonly from?: number | undefined
  /** End, exclusive. */
  readonly to?: number | undefined
}

/** A generation of the manifest fits. `sealedFileBytes` helps to find what a run that was cut off had recorded. */
export interface KeptName extends StreamName {
  readonly blob?: Pick<KeptBlob, 'sha256' | 'mtimeMs'> | undefined
  readonly sealedFileBytes?: number | undefined
}

/** Throws ArchiveDamage where it is not there. */
export function openKept(folder: string, name: KeptName): KeptReader {
  return name.blob ? openBlob(folder, name, name.blob) : openStream(folder, name)
}

/** Decompressed frames that are kept at hand, in bytes of the source. */
const CACHE_BYTES = 8 * 1024 * 1024

/** A piece of the source that is read as a whole. */
interface Piece {
  readonly start: number
  readonly end: number
  unpack(): Uint8Array
}

function openStream(folder: string, { file, generation, sealedFileBytes: recordedBytes = 0 }: KeptName): KeptReader {
  const name = { file, generation }
  const tail = findTail(folder, name, recordedBytes)
  if (!tail) throw new ArchiveDamage({ ...name, path: tailPath(folder, name), why: 'it is missing or cut' })
  const { mtimeMs } = tail.header
  const sealedFileBytes = Math.max(recordedBytes, tail.header.sealedFileBytes)
  const listPieces = () => listSealed(folder, name, sealedFileBytes, tail.header.rawStart)
  // Frames were recorded and the tail that follows them is lost: the one that is there counts only beyond them.
  const isBehind = sealedFileBytes > tail.header.sealedFileBytes
  const sealedRawBytes = isBehind ? (listPieces().at(-1)?.end ?? 0) : tail.header.rawStart
  const rawBytes = Math.max(sealedRawBytes, endOf(tail))
  return {
    rawBytes,
    mtimeMs,
    state: { ...name, rawBytes, sealedRawBytes, sealedFileBytes, tailFileBytes: tail.fileBytes },
    ...createPieceReader(rawBytes, () => [...listPieces(), ...tailPieces(folder, name, tail, sealedRawBytes)]),
  }
}

function openBlob(folder: string, name: KeptName, blob: Pick<KeptBlob, 'sha256' | 'mtimeMs'>): KeptReader {
  const path = blobPath(folder, blob.sha256)
  const { frames, fileBytes } = listKept(path, name)
  const rawBytes = frames.reduce((sum, { header }) => sum + header.rawBytes, 0)
  if (frames.length === 0 || frames.at(-1)?.end !== fileBytes) {
    throw new ArchiveDamage({ path, file: name.file, generation: name.generation, why: 'it is cut' })
  }
  const pieces = createPieceReader(rawBytes, () => frames.map(frame => framePiece(path, name, frame)))
  return {
    rawBytes,
    mtimeMs: blob.mtimeMs,
    state: {
      file: name.file,
      generation: name.generation,
      rawBytes,
      sealedRawBytes: 0,
      sealedFileBytes: 0,
      tailFileBytes: fileBytes,
    },
    read: pieces.read,
    chunks: (range = {}) =>
      range.from === undefined && range.to === undefined ? blobChunks(folder, blob.sha256) : pieces.chunks(range),
  }
}

/** The pieces tile the source from 0 to `rawBytes`; they are listed when something is read. */
function createPieceReader(rawBytes: number, listPieces: () => readonly Piece[]): Pick<KeptReader, 'read' | 'chunks'> {
  let listed: readonly Piece[] | undefined
  const cache = new Map<Piece, Uint8Array>()
  let cachedBytes = 0

  function piecesIn(start: number, end: number): readonly Piece[] {
    listed ??= listPieces()
    const first = firstAfter(listed, start)
    let after = first
    while (after < listed.length && (listed[after] as Piece).start < end) after++
    return listed.slice(first, after)
  }

  function unpackCached(piece: Piece): Uint8Array {
    const raw = cache.get(piece) ?? piece.unpack()
    if (cache.delete(piece)) cachedBytes -= raw.length
    cache.set(piece, raw)
    cachedBytes += raw.length
    for (const [oldest, bytes] of cache) {
      if (cachedBytes <= CACHE_BYTES || oldest === piece) break
      cache.delete(oldest)
      cachedBytes -= bytes.length
    }
    return raw
  }

  return {
    read(start, end) {
      const stop = Math.min(end, rawBytes)
      const bytes = Buffer.alloc(Math.max(0, stop - start))
      if (bytes.length === 0) return bytes
      for (const piece of piecesIn(start, stop)) {
        const part = unpackCached(piece).subarray(Math.max(0, start - piece.start), stop - piece.start)
        bytes.set(part, Math.max(0, piece.start - start))
      }
      return bytes
    },
    *chunks({ from = 0, to = rawBytes } = {}) {
      const stop = Math.min(to, rawBytes)
      if (stop <= from) return
      for (const piece of piecesIn(from, stop)) {
        yield piece.unpack().subarray(Math.max(0, from - piece.start), stop - piece.start)
      }
    },
  }
}

/** Index of the first piece that ends after the position. */
function firstAfter(pieces: readonly Piece[], position: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle] as Piece).end <= position) low = middle + 1
    else high = middle
  }
  return low
}

/** The sealed frames, at least up to `rawEnd`. What cannot be reached becomes one piece that throws when it is read. */
function listSealed(folder: string, name: StreamName, fileBytes: number, rawEnd: number): readonly Piece[] {
  if (fileBytes === 0) return []
  const path = sealedPath(folder, name)
  const { frames } = listKept(path, name, fileBytes)
  const pieces = frames.map(frame => framePiece(path, name, frame))
  const start = pieces.at(-1)?.end ?? 0
  if (start < rawEnd) pieces.push(lostPiece(path, name, start, rawEnd))
  return pieces
}

function listKept(path: string, { file, generation }: StreamName, end?: number): ReturnType<typeof listFrames> {
  try {
    return listFrames(path, end)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') throw new ArchiveDamage({ path, file, generation, why: 'it is missing' })
    throw toArchiveError(path, error)
  }
}

function framePiece(path: string, name: StreamName, frame: PlacedFrame): Piece {
  const start = frame.header.rawStart
  return {
    start,
    end: start + frame.header.rawBytes,
    unpack: () => readChecked(path, frame) ?? lostPiece(path, name, start, start + frame.header.rawBytes).unpack(),
  }
}

function readChecked(path: string, frame: PlacedFrame): Uint8Array | undefined {
  try {
    return readFrame(path, frame)
  } catch (error) {
    throw toArchiveError(path, error)
  }
}

function tailPieces(folder: string, name: StreamName, tail: FoundTail, from: number): readonly Piece[] {
  const end = endOf(tail)
  if (end <= from) return []
  const unpack = () => tail.unpack() ?? lostPiece(tailPath(folder, name), name, from, end).unpack()
  return [{ start: from, end, unpack: () => unpack().subarray(from - tail.header.rawStart) }]
}

function lostPiece(path: string, { file, generation }: StreamName, start: number, end: number): Piece {
  return {
    start,
    end,
    unpack() {
      const why = `bytes ${start} to ${end} of the source cannot be read from it`
      throw new ArchiveDamage({ path, file, generation, why })
    },
  }
}
