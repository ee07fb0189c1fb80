import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readOpenBytes } from '../source/read-chunks.ts'
import { holdYoungHeap } from '../source/young-heap.ts'
import type { DiskFile } from './disk-file.ts'

/**
 * A source from the moment it is judged until all of it is read. It is held open meanwhile, so that one that is deleted,
 * as the client does, is still read to its end; of a session with very many files only the first are.
 */
export interface OpenedFile {
  /** As it is now, not as it was when it was listed. */
  readonly disk: DiskFile
  /** Throws where the file is another by now, or gone. */
  chunks(from: number): Generator<Uint8Array>
  read(start: number, end: number): Uint8Array
  close(): void
}

/** A process may often open no more than 256 files, and needs some itself. */
const MOST_HELD = 64
/** Fits the second-level cache: a gigabyte takes 0.13 s of system time, with chunks of 1 MB 0.7 to 1.1 s. */
const CHUNK_BYTES = 256 * 1024
/** One at a time: each chunk is overwritten by the next. */
const CHUNK = Buffer.allocUnsafeSlow(CHUNK_BYTES)
/** The process, or the machine, has no room for one more open file. */
const TOO_MANY: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE'])

/** The files of one session that are open. Beyond `mostHeld` a file is closed again until it is read. */
export class OpenFiles {
  readonly #mostHeld: number
  /** In the order they were opened, which is mostly that in which they are read. */
  readonly #held: HeldFile[] = []

  constructor(mostHeld = MOST_HELD) {
    this.#mostHeld = mostHeld
  }

  get heldCount(): number {
    return this.#held.length
  }

  /** Throws where it is gone, or may not be read. */
  open(listed: DiskFile): OpenedFile {
    return new HeldFile(listed, this)
  }

  take(file: HeldFile, path: string): number {
    if (this.#held.length >= this.#mostHeld) this.#held.at(-1)?.rest()
    let number: number
    try {
      number = openSync(path, 'r')
    } catch (error) {
      if (!TOO_MANY.has((error as { code?: unknown }).code)) throw error
      while (this.#held.length > 0) this.#held.at(-1)?.rest()
      number = openSync(path, 'r')
    }
    this.#held.push(file)
    return number
  }

  release(file: HeldFile): void {
    const at = this.#held.indexOf(file)
    if (at >= 0) this.#held.splice(at, 1)
  }
}

class HeldFile implements OpenedFile {
  readonly disk: DiskFile
  readonly #files: OpenFiles
  #file: number | undefined

  constructor(listed: DiskFile, files: OpenFiles) {
    this.#files = files
    const file = files.take(this, listed.path)
    this.#file = file
    try {
      const { size, mtimeMs, identity } = look(file)
      this.disk = { ...listed, sizeBytes: size, mtimeMs, identity }
    } catch (error) {
      this.rest()
      throw error
    }
  }

  *chunks(from: number): Generator<Uint8Array> {
    for (let at = from; ; ) {
      const count = readSync(this.#reach(), CHUNK, 0, CHUNK_BYTES, at)
      if (count === 0) return
      at += count
      holdYoungHeap()
      yield CHUNK.subarray(0, count)
    }
  }

  read(start: number, end: number): Uint8Array {
    return readOpenBytes(this.#reach(), start, end)
  }

  close(): void {
    this.rest()
  }

  /** Closes it until it is needed again. */
  rest(): void {
    const file = this.#file
    if (file === undefined) return
    this.#file = undefined
    this.#files.release(this)
    closeSync(file)
  }

  #reach(): number {
    if (this.#file !== undefined) return this.#file
    const { path, identity, sizeBytes } = this.disk
    const file = this.#files.take(this, path)
    this.#file = file
    const found = look(file)
    if (found.identity === identity && found.size >= sizeBytes) return file
    this.rest()
    // What was judged is gone, whatever stands at its place: the next sync sees what became of it.
    throw Object.assign(new Error(`${path} was replaced`), { code: 'ENOENT', path })
  }
}

function look(file: number): { readonly size: number; readonly mtimeMs: number; readonly identity: string } {
  const { size, mtimeMs, dev, ino } = fstatSync(file)
  return { size, mtimeMs, identity: `${dev}:${ino}` }
}
