import { hash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

/**
 * A file of ours that is written once: a line of JSON with the hash of the rest, then the rest. The line is filled up with
 * spaces, so that numbers in the rest stand at multiples of eight.
 */
export interface SummedFile {
  readonly head: { readonly [name: string]: unknown }
  readonly body: Buffer
  /** SHA-256 of the body, as hex. */
  readonly sha256: string
}

/** Undefined where there is no such file, or it is not what was written. */
export function readSummedFile(path: string, format: string): SummedFile | undefined {
  const bytes = readIfThere(path)
  const end = bytes?.indexOf('\n') ?? -1
  if (!bytes || end < 0 || end > MAX_HEAD) return undefined
  const head = parseObject(bytes.toString('utf8', 0, end))
  const body = align(bytes.subarray(end + 1))
  if (head?.format !== format || head.sha256 !== hash('sha256', body, 'hex')) return undefined
  return { head, body, sha256: head.sha256 }
}

/** All of it or nothing, also when the power goes. Gives the hash. */
export function writeSummedFile(path: string, head: { readonly format: string }, parts: readonly Uint8Array[]): string {
  const body = Buffer.concat(parts)
  const sha256 = hash('sha256', body, 'hex')
  const line = JSON.stringify({ ...head, sha256 })
  const size = Math.ceil((line.length + 1) / ALIGNMENT) * ALIGNMENT
  replaceFile(path, [Buffer.from(`${line.padEnd(size - 1)}\n`), body])
  return sha256
}

/** A file of the same name takes its place when all is on the disk. */
export function replaceFile(path: string, parts: readonly Uint8Array[]): void {
  const temporary = `${path}.new`
  const file = openSync(temporary, 'w', 0o600)
  try {
    for (const part of parts) writeAll(file, part)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}

/** At the end of what is open, or at a place. A disk that fills up takes a part of a write first. */
export function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, position === undefined ? null : position + done)
  }
}

export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const MAX_HEAD = 4096
const ALIGNMENT = 8

/** Small files are read into the middle of a larger piece of memory. */
function align(bytes: Buffer): Buffer {
  if (bytes.byteOffset % ALIGNMENT === 0) return bytes
  const copy = Buffer.from(new ArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

function parseObject(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
