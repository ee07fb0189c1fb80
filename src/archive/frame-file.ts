import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { constants as ZLIB, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { MAX_FRAME_BYTES } from './cut-frames.ts'
import { formatSummed, parseSummed } from './summed-json.ts'

/**
 * The one container of the archive: pairs of a header and a frame of zstd. The header is a skippable frame with JSON
 * inside, so `zstd -d` passes over it, and whoever reads the file can hop from header to header.
 */
export interface FrameHeader {
  /** Where the frame stands in the source. */
  readonly rawStart: number
  readonly rawBytes: number
  /** Length of the zstd frame after the header. */
  readonly frameBytes: number
  /** Of the raw bytes. */
  readonly sha256: string
}

/** A frame found in a file. */
export interface PlacedFrame {
  readonly header: FrameHeader
  /** Where the pair begins, where its frame does, and where it ends. */
  readonly start: number
  readonly frameStart: number
  readonly end: number
}

const MAGIC = 0x184d2a50
const PREFIX_BYTES = 8
const MAX_HEADER_BYTES = 1024
const LEVEL = 3
/** What level 3 has anyway; only a frame that is longer needs a longer window. */
const DEFAULT_WINDOW_LOG = 21
const MAX_WINDOW_LOG = 27
/** Node gathers its output in pieces of this size: 16 KB, its default, costs a quarter of the speed. */
const OUTPUT_BYTES = 256 * 1024
/** Beyond this the output gets one piece that has room for all: zstd then works on the input where it is, without a copy. */
const LONG_BYTES = 8 * 1024 * 1024

/** The two parts of a pair: header and frame. */
export function packFrame<More extends object>(
  raw: Uint8Array,
  rawStart: number,
  more?: More,
): { readonly header: FrameHeader & More; readonly parts: readonly [Uint8Array, Uint8Array]; readonly bytes: number } {
  const frame = compress(raw)
  const facts = { rawStart, rawBytes: raw.length, frameBytes: frame.length, sha256: hash('sha256', raw, 'hex') }
  const header = { ...facts, ...(more as More) }
  const json = Buffer.from(formatSummed(header))
  const prefix = Buffer.alloc(PREFIX_BYTES + json.length)
  prefix.writeUInt32LE(MAGIC, 0)
  prefix.writeUInt32LE(json.length, 4)
  json.copy(prefix, PREFIX_BYTES)
  return { header, parts: [prefix, frame], bytes: prefix.length + frame.length }
}

/** The pair at a position, or undefined where no whole header stands. Whether the frame is all there is not asked. */
export function parseFrameHeader(bytes: Buffer, start: number): PlacedFrame | undefined {
  if (start + PREFIX_BYTES > bytes.length || bytes.readUInt32LE(start) !== MAGIC) return undefined
  const frameStart = start + PREFIX_BYTES + bytes.readUInt32LE(start + 4)
  if (frameStart > bytes.length || frameStart - start > MAX_HEADER_BYTES) return undefined
  const header = parseHeader(bytes.toString('utf8', start + PREFIX_BYTES, frameStart))
  return header && { header, start, frameStart, end: frameStart + header.frameBytes }
}

/** The pair at a position of an open file of this length; undefined where it is not whole. */
export function readFrameHeader(file: number, start: number, fileBytes: number): PlacedFrame | undefined {
  const bytes = readPart(file, start, Math.min(fileBytes, start + MAX_HEADER_BYTES))
  const found = parseFrameHeader(bytes, 0)
  if (!found || start + found.end > fileBytes) return undefined
  return { header: found.header, start, frameStart: start + found.frameStart, end: start + found.end }
}

/** All whole pairs from the beginning of a file on, by their headers alone. Stops at the first that is not whole. */
export function listFrames(
  path: string,
  end = Number.POSITIVE_INFINITY,
): { readonly frames: readonly PlacedFrame[]; readonly fileBytes: number } {
  return withOpen(path, file => {
    const frames: PlacedFrame[] = []
    const fileBytes = fstatSync(file).size
    for (let at = 0; at < Math.min(end, fileBytes); ) {
      const frame = readFrameHeader(file, at, Math.min(end, fileBytes))
      if (!frame) break
      frames.push(frame)
      at = frame.end
    }
    return { frames, fileBytes }
  })
}

/** The raw bytes of a pair. Undefined where they are not what the header says. */
export function readFrame(path: string, frame: PlacedFrame): Buffer | undefined {
  return withOpen(path, file => unpackFrame(readPart(file, frame.frameStart, frame.end), frame.header))
}

/** The same for a frame in memory. */
export function unpackFrame(frame: Uint8Array, header: FrameHeader): Buffer | undefined {
  if (frame.length !== header.frameBytes) return undefined
  const raw = decompress(frame, header.rawBytes)
  return raw?.length === header.rawBytes && hash('sha256', raw, 'hex') === header.sha256 ? raw : undefined
}

/** From `start` to `end`, or to where the file ends. */
export function readPart(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start))
  let filled = 0
  while (filled < bytes.length) {
    const count = readSync(file, bytes, filled, bytes.length - filled, start + filled)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}

export function withOpen<Result>(path: string, use: (file: number) => Result): Result {
  const file = openSync(path, 'r')
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

function compress(raw: Uint8Array): Buffer {
  const windowLog = Math.min(MAX_WINDOW_LOG, Math.ceil(Math.log2(Math.max(1, raw.length))))
  return zstdCompressSync(raw, {
    params: {
      [ZLIB.ZSTD_c_compressionLevel]: LEVEL,
      ...(windowLog > DEFAULT_WINDOW_LOG ? { [ZLIB.ZSTD_c_windowLog]: windowLog } : {}),
    },
    pledgedSrcSize: raw.length,
    chunkSize: raw.length > LONG_BYTES ? boundOf(raw.length) : Math.min(OUTPUT_BYTES, Math.max(1024, raw.length >> 1)),
  })
}

/** The most that zstd makes of so many bytes. */
function boundOf(rawBytes: number): number {
  return rawBytes + (rawBytes >> 8) + 1024
}

function decompress(frame: Uint8Array, rawBytes: number): Buffer | undefined {
  try {
    // One byte of room more than needed, so that a frame that holds too much is told from one that holds enough.
    return zstdDecompressSync(frame, { maxOutputLength: rawBytes + 1, chunkSize: Math.max(64, rawBytes + 1) })
  } catch {
    return undefined
  }
}

function parseHeader(text: string): FrameHeader | undefined {
  const json = parseSummed(text)
  if (typeof json === 'string') return undefined
  const { rawStart, rawBytes, frameBytes, sha256 } = json
  const isHeader = isCount(rawStart) && isCount(rawBytes) && isCount(frameBytes) && typeof sha256 === 'string'
  // A length that no frame of ours has would ask for memory that nobody has.
  return isHeader && rawBytes <= MAX_FRAME_BYTES ? (json as unknown as FrameHeader) : undefined
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
