import type { ArchiveDisk } from './archive-disk.ts'
import { ArchiveDamage } from './archive-errors.ts'
import { newTailPath, type StreamName, sealedPath, tailPath } from './archive-folder.ts'
import { FRAME_BYTES, findCut, MAX_FRAME_BYTES } from './cut-frames.ts'
import { packFrame } from './frame-file.ts'
import type { KeptFrame } from './manifest-record.ts'
import { type FoundTail, findTail, packTail } from './tail-file.ts'

/** How much of a generation is kept, and where. */
export interface FileState extends StreamName {
  readonly rawBytes: number
  readonly sealedRawBytes: number
  readonly sealedFileBytes: number
  readonly tailFileBytes: number
}

/** What the archive must be told to go on with a stream. */
export type StreamEnd = Pick<FileState, 'file' | 'generation' | 'sealedRawBytes' | 'sealedFileBytes'>

/** Takes the bytes of a source as it grows. Holds the open tail: one frame, or one line where that is longer. */
export interface StreamAppender {
  /** All that is kept. After a crash this can be more than the index knows; see `readTail`. */
  readonly rawBytes: number
  /** Of the source when it was last read; undefined for a generation that begins. */
  readonly mtimeMs: number | undefined
  /** Bytes of the open tail from a position in the source on; undefined where that is sealed. */
  readTail(from: number): Uint8Array | undefined
  /** Copies what it keeps. */
  append(bytes: Uint8Array): void
  /** Writes the new tail beside the old one and lets go of the memory. */
  finish(source: { readonly mtimeMs: number }): void
  /** As if it had not been opened. */
  drop(): void
}

/** What a stream asks of the commit it is part of. */
export interface StreamChange {
  readonly name: StreamName
  readonly isFresh: boolean
  state: FileState
  /** Sealed since the last commit. */
  readonly frames: KeptFrame[]
  /** Length of the sealed frames that were committed. */
  readonly committedFileBytes: number
  isDone: boolean
  hasNewTail: boolean
  /** Compressed bytes written. */
  writtenBytes: number
}

const START_CAPACITY = 64 * 1024
const LONG_BYTES = 8 * 1024 * 1024

export interface StreamRequest {
  readonly folder: string
  readonly disk: ArchiveDisk
  readonly end: StreamEnd
  /** A generation that begins: whatever lies at its place is left over from a run that was cut off. */
  readonly isFresh: boolean
  readonly frameBytes: number
  onDrop(): void
}

export function openStreamAppender(request: StreamRequest): { appender: StreamAppender; change: StreamChange } {
  const { folder, disk, end, isFresh } = request
  const name = { file: end.file, generation: end.generation }
  const tail = isFresh ? undefined : requireTail(folder, disk, end)
  const start = startOf(folder, end, tail)
  cutSealed(folder, disk, name, start.sealedFileBytes)
  const change: StreamChange = {
    name,
    isFresh,
    state: {
      ...name,
      ...start,
      rawBytes: start.sealedRawBytes + start.raw.length,
      tailFileBytes: tail?.fileBytes ?? 0,
    },
    frames: [],
    committedFileBytes: start.sealedFileBytes,
    isDone: false,
    hasNewTail: false,
    writtenBytes: 0,
  }
  return { appender: new Appender(request, change, tail?.header.mtimeMs, start.raw), change }
}

/** Takes back what a stream wrote since the last commit. */
export function undoStream(folder: string, disk: ArchiveDisk, change: StreamChange): void {
  if (change.hasNewTail) disk.remove(newTailPath(folder, change.name))
  if (change.frames.length > 0) disk.truncate(sealedPath(folder, change.name), change.committedFileBytes)
}

class Appender implements StreamAppender {
  readonly mtimeMs: number | undefined
  private readonly request: StreamRequest
  private readonly change: StreamChange
  private sealedRawBytes: number
  private sealedFileBytes: number
  /** The open tail is the first `length` bytes. */
  private buffer: Buffer
  private length: number
  private scannedBytes = 0
  private isChanged: boolean

  constructor(request: StreamRequest, change: StreamChange, mtimeMs: number | undefined, raw: Buffer) {
    this.request = request
    this.change = change
    this.mtimeMs = mtimeMs
    this.sealedRawBytes = change.state.sealedRawBytes
    this.sealedFileBytes = change.state.sealedFileBytes
    this.buffer = raw
    this.length = raw.length
    this.isChanged = change.isFresh
  }

  get rawBytes(): number {
    return this.sealedRawBytes + this.length
  }

  readTail(from: number): Uint8Array | undefined {
    const start = from - this.sealedRawBytes
    return start < 0 ? undefined : Uint8Array.prototype.slice.call(this.buffer, start, this.length)
  }

  append(bytes: Uint8Array): void {
    if (this.change.isDone) throw new Error('the stream is finished')
    for (let taken = 0; taken < bytes.length; ) {
      // Never more than a frame at a time, so that the buffer grows with lines and not with chunks.
      const part = bytes.subarray(taken, taken + FRAME_BYTES)
      this.hold(part)
      taken += part.length
      this.sealWhatIsWhole()
    }
  }

  finish(source: { readonly mtimeMs: number }): void {
    const { change, request } = this
    if (change.isDone) throw new Error('the stream is finished')
    if (this.isChanged || source.mtimeMs !== this.mtimeMs) {
      const tail = packTail(this.buffer.subarray(0, this.length), {
        ...change.name,
        rawStart: this.sealedRawBytes,
        sealedFileBytes: this.sealedFileBytes,
        mtimeMs: source.mtimeMs,
      })
      change.hasNewTail = true
      request.disk.replace(newTailPath(request.folder, change.name), tail.parts)
      change.writtenBytes += tail.bytes
      change.state = { ...change.state, tailFileBytes: tail.bytes }
    }
    const { sealedRawBytes, sealedFileBytes, rawBytes } = this
    change.state = { ...change.state, sealedRawBytes, sealedFileBytes, rawBytes }
    this.close()
  }

  drop(): void {
    this.close()
    this.request.onDrop()
  }

  private close(): void {
    this.change.isDone = true
    this.sealedRawBytes += this.length
    this.buffer = Buffer.alloc(0)
    this.length = 0
  }

  private hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.isChanged = true
    this.makeRoom(this.length + bytes.length)
    this.buffer.set(bytes, this.length)
    this.length += bytes.length
  }

  private makeRoom(needed: number): void {
    if (needed <= this.buffer.length) return
    const most = MAX_FRAME_BYTES + FRAME_BYTES
    // Memory that is not written to costs none: a long line gets all it may need at once, and is copied no more.
    const capacity = needed > LONG_BYTES ? most : Math.max(needed, 2 * this.buffer.length, START_CAPACITY)
    const bigger = Buffer.allocUnsafeSlow(capacity)
    this.buffer.copy(bigger, 0, 0, this.length)
    this.buffer = bigger
  }

  private sealWhatIsWhole(): void {
    for (;;) {
      const cut = findCut(this.buffer.subarray(0, this.length), this.request.frameBytes, this.scannedBytes)
      this.scannedBytes = cut === undefined ? this.length : 0
      if (cut === undefined) return
      this.seal(cut)
    }
  }

  private seal(cut: number): void {
    const { change, request } = this
    const packed = packFrame(this.buffer.subarray(0, cut), this.sealedRawBytes)
    const frame = {
      rawStart: this.sealedRawBytes,
      rawBytes: cut,
      fileStart: this.sealedFileBytes,
      fileBytes: packed.bytes,
      sha256: packed.header.sha256,
    }
    change.frames.push(frame)
    request.disk.writeAt(sealedPath(request.folder, change.name), this.sealedFileBytes, packed.parts)
    change.writtenBytes += packed.bytes
    this.sealedRawBytes += cut
    this.sealedFileBytes += packed.bytes
    this.keepFrom(cut)
  }

  /** After a long line its room is given back. */
  private keepFrom(cut: number): void {
    const rest = this.buffer.subarray(cut, this.length)
    if (this.buffer.length > 4 * FRAME_BYTES) this.buffer = Buffer.from(rest)
    else rest.copy(this.buffer)
    this.length = rest.length
  }
}

function requireTail(folder: string, disk: ArchiveDisk, end: StreamEnd): FoundTail {
  const tail = findTail(folder, end, end.sealedFileBytes)
  if (!tail) throw damage(folder, end, 'it is missing or cut')
  if (tail.header.rawStart > end.sealedRawBytes && tail.header.sealedFileBytes <= end.sealedFileBytes) {
    throw damage(folder, end, 'it does not continue the sealed frames')
  }
  // A run was cut off before it could do this.
  if (tail.isNew) disk.rename(newTailPath(folder, end), tailPath(folder, end))
  return tail
}

/** The further of the two counts: the tail knows frames that the index may not, and the manifest some the tail does not. */
function startOf(folder: string, end: StreamEnd, tail: FoundTail | undefined) {
  const { sealedRawBytes, sealedFileBytes } = end
  if (!tail) return { sealedRawBytes, sealedFileBytes, raw: Buffer.alloc(0) }
  const raw = tail.unpack()
  if (!raw) throw damage(folder, end, 'its content is not what was written')
  const { header } = tail
  if (header.sealedFileBytes >= sealedFileBytes) {
    return { sealedRawBytes: header.rawStart, sealedFileBytes: header.sealedFileBytes, raw }
  }
  return { sealedRawBytes, sealedFileBytes, raw: raw.subarray(Math.min(raw.length, sealedRawBytes - header.rawStart)) }
}

/** What lies beyond the frames that count was written by a run that was cut off. */
function cutSealed(folder: string, disk: ArchiveDisk, name: StreamName, sealedFileBytes: number): void {
  const path = sealedPath(folder, name)
  const size = disk.sizeOf(path)
  if (size === undefined && sealedFileBytes === 0) return
  if (size === undefined || size < sealedFileBytes) {
    throw new ArchiveDamage({ ...name, path, why: `it has ${size ?? 0} of ${sealedFileBytes} bytes` })
  }
  if (size > sealedFileBytes) disk.truncate(path, sealedFileBytes)
}

function damage(folder: string, { file, generation }: StreamName, why: string): ArchiveDamage {
  return new ArchiveDamage({ path: tailPath(folder, { file, generation }), file, generation, why })
}
