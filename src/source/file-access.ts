import { lstatSync } from 'node:fs'
import { type ChunkOptions, readBytes, readChunks } from './read-chunks.ts'
import { readSmallFile } from './read-small-file.ts'

/**
 * How the bytes of a session's files are reached: on disk, or wherever they are kept when the disk no longer has them. A
 * file is named by the path it has, or had, on disk.
 */
export interface FileAccess {
  /** The bytes in order; each chunk may be overwritten by the next. Throws an error with a `code` when there are none. */
  chunks(path: string, range?: ChunkOptions): Iterable<Uint8Array>
  /** A part as bytes of their own, shorter where the file is. Undefined when it cannot be read. */
  readBytes(path: string, start: number, end: number): Uint8Array | undefined
  /** The text of a file that is small by nature; undefined when it is missing or is not small. */
  readSmallFile(path: string): string | undefined
  /** The length of an ordinary file; undefined for a link, a folder and what is missing. */
  sizeOf(path: string): number | undefined
}

export const DISK: FileAccess = { chunks: readChunks, readBytes, readSmallFile: path => readSmallFile(path), sizeOf }

function sizeOf(path: string): number | undefined {
  try {
    const stat = lstatSync(path)
    return stat.isFile() ? stat.size : undefined
  } catch {
    return undefined
  }
}
