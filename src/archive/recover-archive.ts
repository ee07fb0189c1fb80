import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ArchiveDisk, explainErrors, REAL_DISK, syncAll } from './archive-disk.ts'
import { systemCodeOf, toArchiveError } from './archive-errors.ts'
import {
  BLOBS,
  manifestPath,
  NEW_ENDING,
  newTailPath,
  parseBlobName,
  parseTailName,
  STREAMS,
  type StreamName,
  tailPath,
} from './archive-folder.ts'
import { readManifest } from './read-manifest.ts'
import { finishRemovals } from './remove-kept.ts'
import { findTail } from './tail-file.ts'

export interface Recovery {
  /** Tails that a run that was cut off had recorded and not put in place. */
  readonly tails: number
  /** Half-written files that were cleared away. */
  readonly leftovers: number
  readonly manifestBytes: number
}

/**
 * Clears up after a run that was cut off. Readers and writers cope without it; after it, unpacking by hand does too,
 * and a forget that had begun is complete. The caller holds the lock.
 */
export async function recoverArchive(folder: string, rawDisk: ArchiveDisk = REAL_DISK): Promise<Recovery> {
  const disk = explainErrors(rawDisk)
  const { manifestBytes } = await finishRemovals(folder, rawDisk)
  const { files } = readManifest(folder)
  let tails = 0
  let leftovers = 0
  const touched = new Set<string>()
  for (const path of listBeside(folder)) {
    const name = parseTailName(path.name.slice(0, -NEW_ENDING.length))
    const generation =
      name && files.get(name.file)?.generations.find(({ generation }) => generation === name.generation)
    if (generation && findTail(folder, generation, generation.sealedFileBytes)?.isNew) {
      disk.rename(newTailPath(folder, generation), tailPath(folder, generation))
      tails++
    } else {
      disk.remove(path.path)
      leftovers++
    }
    touched.add(dirname(path.path))
  }
  await syncAll(touched, path => disk.syncFolder(path))
  return { tails, leftovers, manifestBytes }
}

/** Names of the streams whose tail is in place. */
export function listTails(folder: string): readonly StreamName[] {
  return listStreamFiles(folder).flatMap(({ name }) => parseTailName(name) ?? [])
}

/** Hashes of the blobs that are in place. */
export function listBlobs(folder: string): readonly string[] {
  return listNames(join(folder, BLOBS)).flatMap(({ path }) =>
    listNames(path).flatMap(({ name }) => parseBlobName(name) ?? []),
  )
}

/** Files written beside the ones they were to replace. */
export function listBeside(folder: string): readonly ArchiveFile[] {
  return [
    ...listStreamFiles(folder),
    ...listNames(join(folder, BLOBS)),
    ...listNames(folder).filter(({ path }) => path === manifestPath(folder) + NEW_ENDING),
  ].filter(({ name }) => name.endsWith(NEW_ENDING))
}

interface ArchiveFile {
  readonly name: string
  readonly path: string
}

function listStreamFiles(folder: string): readonly ArchiveFile[] {
  return listNames(join(folder, STREAMS)).flatMap(({ path }) => listNames(path))
}

function listNames(folder: string): readonly ArchiveFile[] {
  try {
    return readdirSync(folder).map(name => ({ name, path: join(folder, name) }))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return []
    throw toArchiveError(folder, error)
  }
}
