import { dirname } from 'node:path'
import { type ArchiveDisk, explainErrors, REAL_DISK, syncAll } from './archive-disk.ts'
import { blobPath, manifestPath, NEW_ENDING, newTailPath, sealedPath, tailPath } from './archive-folder.ts'
import { EMPTY_END, formatCommit, parseLine, readManifestEnd, relinkLine } from './manifest-line.ts'
import type { ManifestRecord, Removal } from './manifest-record.ts'
import { type KeptGeneration, type Manifest, readManifest, readManifestLines } from './read-manifest.ts'

export interface RemovalRequest {
  readonly sessions?: readonly number[]
  readonly files?: readonly number[]
  readonly generations?: readonly { readonly file: number; readonly generation: number }[]
  /** Ids that sync must not bring back. */
  readonly forgottenIds: readonly string[]
  /** Epoch milliseconds. */
  readonly at: number
  readonly disk?: ArchiveDisk
}

export interface RemovalReport {
  readonly files: number
  /** Compressed bytes that are free now. */
  readonly bytes: number
  readonly manifestBytes: number
}

/**
 * Takes sessions, files or generations out of the archive for good: the one thing that ever does. It is recorded first,
 * so that a run that is cut off can be completed; then the files go; then the manifest is written again without the
 * lines that named them. A tombstone stays.
 */
export async function removeKept(folder: string, request: RemovalRequest): Promise<RemovalReport> {
  const disk = explainErrors(request.disk ?? REAL_DISK)
  const { bytes } = readManifest(folder)
  const removals: Removal[] = [
    ...(request.sessions ?? []).map(session => ({ session })),
    ...(request.files ?? []).map(file => ({ file })),
    ...(request.generations ?? []).map(({ file, generation }) => ({ file, generation })),
  ]
  const records: ManifestRecord[] = [
    ...request.forgottenIds.map(id => ({ t: 'forgotten', id, at: request.at }) as const),
    ...removals.map(removal => ({ t: 'removed', ...removal }) as const),
  ]
  const path = manifestPath(folder)
  const { text } = formatCommit(records, readManifestEnd(path, bytes))
  disk.writeAt(path, bytes, [Buffer.from(text)])
  await disk.sync(path)
  return finishRemovals(folder, request.disk)
}

/** Completes what the manifest says is to be removed; does nothing where there is nothing. */
export async function finishRemovals(folder: string, rawDisk: ArchiveDisk = REAL_DISK): Promise<RemovalReport> {
  const disk = explainErrors(rawDisk)
  const manifest = readManifest(folder)
  if (manifest.removals.length === 0) return { files: 0, bytes: 0, manifestBytes: manifest.bytes }
  const paths = listPaths(folder, manifest)
  const bytes = paths.reduce((sum, path) => sum + (disk.sizeOf(path) ?? 0), 0)
  const there = paths.filter(path => disk.sizeOf(path) !== undefined)
  for (const path of there) disk.remove(path)
  await syncAll(new Set(there.map(path => dirname(path))), path => disk.syncFolder(path))
  const manifestBytes = await rewriteManifest(folder, disk, manifest)
  return { files: new Set(manifest.leaving.map(({ file }) => file)).size, bytes, manifestBytes }
}

/** Blobs go when no file that stays has the same content. */
function listPaths(folder: string, { files, leaving }: Manifest): readonly string[] {
  const staying = new Set<string>()
  for (const { generations } of files.values()) for (const { blob } of generations) if (blob) staying.add(blob.sha256)
  const paths = leaving.flatMap(generation => {
    if (!generation.blob) return streamPaths(folder, generation)
    return staying.has(generation.blob.sha256) ? [] : [blobPath(folder, generation.blob.sha256)]
  })
  return [...new Set(paths)]
}

function streamPaths(folder: string, generation: KeptGeneration): readonly string[] {
  return [newTailPath(folder, generation), tailPath(folder, generation), sealedPath(folder, generation)]
}

/**
 * Lines that were cut go too: they may hold a piece of what is to be forgotten, and say nothing. Tombstones and numbers
 * come first: should the end of the manifest ever be lost, all else is missed by files that are there.
 */
async function rewriteManifest(folder: string, disk: ArchiveDisk, manifest: Manifest): Promise<number> {
  const isLeaving = createLeavingTest(manifest.removals)
  const first: StayingLine[] = []
  const others: StayingLine[] = []
  let lastSum = EMPTY_END.sum
  let missing: string | undefined
  readManifestLines(folder, line => {
    const parsed = parseLine(line)
    if (parsed.is === 'altered') others.push({ line, isLinked: false, missing: undefined })
    if (!('link' in parsed)) return
    // A place where lines are missing must still show afterwards.
    if (parsed.link.after !== lastSum) missing = parsed.link.after
    lastSum = parsed.link.sum
    if (parsed.is === 'record' && isLeaving(parsed.record)) return
    const isFirst = parsed.is === 'record' && parsed.record.t === 'forgotten'
    ;(isFirst ? first : others).push({ line, isLinked: true, missing })
    missing = undefined
  })
  const { nextSession, nextFile } = manifest
  const { text, end } = formatCommit([{ t: 'numbers', nextSession, nextFile }], EMPTY_END)
  const bytes = Buffer.from(text + relinkLines([...first, ...others], end.sum))
  const path = manifestPath(folder)
  disk.replace(path + NEW_ENDING, [bytes])
  await disk.sync(path + NEW_ENDING)
  disk.rename(path + NEW_ENDING, path)
  await disk.syncFolder(folder)
  return bytes.length
}

interface StayingLine {
  readonly line: string
  readonly isLinked: boolean
  /** The sum of a line before it that is lost. */
  readonly missing: string | undefined
}

function relinkLines(lines: readonly StayingLine[], start: string): string {
  let sum = start
  return lines
    .map(({ line, isLinked, missing }) => {
      if (!isLinked) return `${line}\n`
      const relinked = relinkLine(line, missing ?? sum)
      sum = relinked.sum
      return `${relinked.line}\n`
    })
    .join('')
}

/** Records must come in the order of the manifest: a file is named before its generations and frames. */
function createLeavingTest(removals: readonly Removal[]): (record: ManifestRecord) => boolean {
  const sessions = new Set(removals.map(({ session }) => session))
  const files = new Set(removals.filter(({ generation }) => generation === undefined).map(({ file }) => file))
  const generations = new Set(removals.map(({ file, generation }) => `${file}-${generation}`))
  sessions.delete(undefined)
  return record => {
    switch (record.t) {
      case 'session':
      case 'moved':
      case 'project':
        return sessions.has(record.session)
      case 'file':
        if (sessions.has(record.session)) files.add(record.file)
        return files.has(record.file)
      case 'generation':
      case 'frames':
        return files.has(record.file) || generations.has(`${record.file}-${record.generation}`)
      case 'removed':
      case 'numbers':
        return true
      case 'forgotten':
        return false
    }
  }
}
