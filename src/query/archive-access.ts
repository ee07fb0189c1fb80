import { existsSync } from 'node:fs'
import { type KeptReader, openKept } from '../archive/kept-reader.ts'
import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import { DISK, type FileAccess } from '../source/file-access.ts'
import { UserError } from '../user-error.ts'
import type { CatalogFile } from './catalog.ts'
import { unify } from './kept-source.ts'

/** Looks on disk first: what was deleted there one by one is still in the archive. */
export function createLayeredAccess(kept: FileAccess): FileAccess {
  const accessTo = (path: string): FileAccess => (existsSync(path) ? DISK : kept)
  return {
    chunks: (path, range) => accessTo(path).chunks(path, range),
    readBytes: (path, start, end) => accessTo(path).readBytes(path, start, end),
    readSmallFile: path => accessTo(path).readSmallFile(path),
    sizeOf: path => accessTo(path).sizeOf(path),
  }
}

const MAX_SMALL_BYTES = 1024 * 1024

/** Reads the kept files of one session by the paths they had on disk. */
export function createArchiveAccess(archive: string, files: readonly CatalogFile[]): FileAccess {
  const byPath = new Map(files.map(file => [unify(file.path), file]))
  const readers = new Map<CatalogFile, KeptReader>()

  function open(path: string): KeptReader {
    const file = byPath.get(unify(path))
    if (!file) throw Object.assign(new Error(`${path} is not kept`), { code: 'ENOENT' })
    const reader = readers.get(file) ?? openKept(archive, file)
    readers.set(file, reader)
    return reader
  }

  /** Undefined where it is not kept, or damaged. */
  function read(path: string, start: number, end: number): Uint8Array | undefined {
    try {
      return open(path).read(start, end)
    } catch (error) {
      if (error instanceof UserError || (error as { code?: unknown }).code === 'ENOENT') return undefined
      throw error
    }
  }

  return {
    *chunks(path, range) {
      yield* open(path).chunks(range)
    },
    readBytes: read,
    readSmallFile(path) {
      const bytes = sizeOf(path) > MAX_SMALL_BYTES ? undefined : read(path, 0, MAX_SMALL_BYTES)
      return bytes && decodeUtf8(viewBytes(bytes))
    },
    sizeOf: path => byPath.get(unify(path))?.rawBytes,
  }

  function sizeOf(path: string): number {
    return byPath.get(unify(path))?.rawBytes ?? 0
  }
}
