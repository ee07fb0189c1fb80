import { join } from 'node:path'
import { type ArchiveDisk, explainErrors, REAL_DISK, syncAll } from './archive-disk.ts'
import { ArchiveMovedOn, toArchiveError } from './archive-errors.ts'
import {
  BLOBS,
  blobFolder,
  blobPath,
  makeArchiveFolder,
  manifestPath,
  NEW_ENDING,
  newTailPath,
  type StreamName,
  sealedPath,
  streamFolder,
  tailPath,
} from './archive-folder.ts'
import { type StoredBlob, writeBlob } from './blob-store.ts'
import { FRAME_BYTES } from './cut-frames.ts'
import { formatCommit, type ManifestEnd, readManifestEnd } from './manifest-line.ts'
import type {
  FileFacts,
  GenerationFacts,
  KeptBlob,
  KeptProjects,
  ManifestRecord,
  SessionFacts,
} from './manifest-record.ts'
import {
  type FileState,
  openStreamAppender,
  type StreamAppender,
  type StreamChange,
  type StreamEnd,
  undoStream,
} from './stream-appender.ts'

/**
 * The archive keeps exact bytes, for good. It knows files by number and nothing of what is in them.
 *
 * - Sealed frames are only ever appended to; a tail is only ever replaced as a whole. A tail names the sealed frames
 *   it continues, so tail and frames are a source without any further record, at any moment, for any reader.
 * - A commit goes in this order: sealed frames, new tails beside the old ones, new blobs; all of it synced; blobs to
 *   their names; folders synced; manifest lines, synced; tails to their names; folders synced. So the manifest
 *   never names what is not there, and what was committed before is never touched on the way.
 * - What a cut-off run leaves (frames beyond the manifest, `.new` files, half a line in the manifest) is passed over
 *   by readers and cleared away by the next writer that comes there.
 * - There is one writer at a time; the caller holds the lock. Readers need none.
 *
 * The writer reads the end of the manifest alone: whoever calls it knows how far each file is kept.
 */
export interface ArchiveWriter {
  addSession(facts: SessionFacts): number
  /** The session stands somewhere else now, or has another id. */
  moveSession(session: number, facts: SessionFacts): void
  setProject(session: number, project: KeptProjects): void
  addFile(facts: FileFacts): number
  /** For streams. The number given back is higher than asked for where something already has that one. */
  beginGeneration(facts: GenerationFacts): FileState
  /** Throws ArchiveDamage where what is kept cannot be continued: begin a new generation then. */
  openStream(end: StreamEnd): StreamAppender
  /** A generation of a file that is kept whole. */
  putBlob(facts: GenerationFacts & { readonly mtimeMs: number }, chunks: Iterable<Uint8Array>): KeptBlob
  /** Durable when it resolves; the writer goes on with the next batch. */
  commit(): Promise<ArchiveCommit>
  /** Drops what was begun since the last commit, and ends the writer. Never throws. */
  abort(): Promise<void>
}

export interface ArchiveCommit {
  readonly manifestBytes: number
  readonly nextSession: number
  readonly nextFile: number
  /** Of every stream that was opened. */
  readonly files: readonly FileState[]
  /** Compressed bytes written. */
  readonly fileBytes: number
}

export interface ArchiveWriterOptions {
  readonly nextSession: number
  readonly nextFile: number
  /** Length of the manifest the numbers were taken from. */
  readonly manifestBytes: number
  readonly disk?: ArchiveDisk
  /** Where frames are cut: FRAME_BYTES but in tests. */
  readonly frameBytes?: number
}

/** Throws ArchiveMovedOn when the manifest has another length than the caller knows. */
export function createArchiveWriter(folder: string, options: ArchiveWriterOptions): ArchiveWriter {
  return new Writer(folder, options)
}

/** How far a commit came decides what may be taken back. */
type Stage = 'writing' | 'recording' | 'recorded'

class Writer implements ArchiveWriter {
  private readonly folder: string
  private readonly disk: ArchiveDisk
  private readonly frameBytes: number
  private nextSession: number
  private nextFile: number
  private manifestBytes: number
  private manifestEnd: ManifestEnd
  private stage: Stage = 'writing'
  private isOver = false
  private lines: { readonly record: ManifestRecord; readonly stream?: string }[] = []
  private readonly fresh = new Set<string>()
  private readonly streams = new Map<string, StreamChange>()
  private readonly blobs = new Map<string, StoredBlob>()
  private readonly knownFolders = new Set<string>()
  private readonly unsyncedFolders = new Set<string>()

  constructor(folder: string, options: ArchiveWriterOptions) {
    this.folder = folder
    this.disk = explainErrors(options.disk ?? REAL_DISK, () => {
      this.isOver = true
    })
    this.frameBytes = options.frameBytes ?? FRAME_BYTES
    this.nextSession = options.nextSession
    this.nextFile = options.nextFile
    this.manifestBytes = options.manifestBytes
    const path = manifestPath(folder)
    const size = this.disk.sizeOf(path) ?? 0
    if (size !== options.manifestBytes) throw new ArchiveMovedOn(path, options.manifestBytes, size)
    this.manifestEnd = readEnd(path, size)
    makeArchiveFolder(this.disk, folder)
  }

  addSession(facts: SessionFacts): number {
    const session = this.nextSession++
    this.record({ t: 'session', session, ...facts })
    return session
  }

  moveSession(session: number, facts: SessionFacts): void {
    this.record({ t: 'moved', session, ...facts })
  }

  setProject(session: number, project: KeptProjects): void {
    this.record({ t: 'project', session, ...project })
  }

  addFile(facts: FileFacts): number {
    const file = this.findFree(number => ({ file: number, generation: 1 }), this.nextFile)
    this.nextFile = file + 1
    this.record({ t: 'file', file, ...facts })
    return file
  }

  beginGeneration(facts: GenerationFacts): FileState {
    const { file } = facts
    const generation = this.findFree(number => ({ file, generation: number }), facts.generation)
    const name = { file, generation }
    this.fresh.add(keyOf(name))
    this.record({ t: 'generation', ...facts, generation }, keyOf(name))
    return { ...name, rawBytes: 0, sealedRawBytes: 0, sealedFileBytes: 0, tailFileBytes: 0 }
  }

  openStream(end: StreamEnd): StreamAppender {
    this.requireUsable()
    const key = keyOf(end)
    if (this.streams.has(key)) throw new Error(`stream ${key} is already part of this commit`)
    this.useFolder(streamFolder(this.folder, end.file))
    const { folder, disk, frameBytes } = this
    const isFresh = this.fresh.has(key)
    const onDrop = () => this.drop(key)
    const { appender, change } = openStreamAppender({ folder, disk, end, isFresh, frameBytes, onDrop })
    this.streams.set(key, change)
    return appender
  }

  putBlob(facts: GenerationFacts & { readonly mtimeMs: number }, chunks: Iterable<Uint8Array>): KeptBlob {
    this.requireUsable()
    const { mtimeMs, ...generation } = facts
    const { folder, disk, blobs: waiting } = this
    const temporaryPath = join(folder, BLOBS, `${waiting.size}${NEW_ENDING}`)
    const stored = writeBlob({ folder, disk, chunks, temporaryPath, waiting })
    const { sha256, bytes, fileBytes, writtenTo } = stored
    if (writtenTo !== undefined) waiting.set(sha256, stored)
    const blob = { sha256, bytes, fileBytes, mtimeMs }
    this.record({ t: 'generation', ...generation, blob })
    return blob
  }

  async commit(): Promise<ArchiveCommit> {
    this.requireUsable()
    const streams = [...this.streams.values()]
    for (const { isDone, name } of streams) if (!isDone) throw new Error(`stream ${keyOf(name)} is still open`)
    for (const key of this.fresh) if (!this.streams.has(key)) throw new Error(`stream ${key} was begun and not written`)
    const records = this.listRecords()
    await syncAll(this.filesToSync(streams), path => this.disk.sync(path))
    this.placeBlobs()
    if (records.length > 0) {
      await this.syncFolders(streams)
      await this.appendToManifest(records)
    }
    await this.placeTails(streams)
    return this.begin(streams)
  }

  async abort(): Promise<void> {
    this.isOver = true
    // The manifest has it: the new tails count from where they are.
    if (this.stage === 'recorded') return
    try {
      if (this.stage === 'recording') await this.cutManifest()
      for (const change of this.streams.values()) undoStream(this.folder, this.disk, change)
      for (const { writtenTo } of this.blobs.values()) if (writtenTo !== undefined) this.disk.remove(writtenTo)
    } catch {
      // What stays is left over from a run that was cut off, like after a crash.
    }
  }

  /** Before anything that its lines name is taken back. */
  private async cutManifest(): Promise<void> {
    const path = manifestPath(this.folder)
    if ((this.disk.sizeOf(path) ?? 0) <= this.manifestBytes) return
    this.disk.truncate(path, this.manifestBytes)
    await this.disk.sync(path)
  }

  private requireUsable(): void {
    if (this.isOver) throw new Error('the archive writer has failed or ended')
  }

  private record(record: ManifestRecord, stream?: string): void {
    this.requireUsable()
    this.lines.push(stream === undefined ? { record } : { record, stream })
  }

  /** A tail that no line names is kept all the same (the manifest was damaged): its number is not used again. */
  private findFree(nameOf: (number: number) => StreamName, from: number): number {
    this.requireUsable()
    let number = from
    while (this.disk.sizeOf(tailPath(this.folder, nameOf(number))) !== undefined) number++
    return number
  }

  private useFolder(path: string): void {
    if (this.knownFolders.has(path)) return
    if (this.disk.makeFolder(path)) this.unsyncedFolders.add(join(path, '..'))
    this.knownFolders.add(path)
  }

  private drop(key: string): void {
    const change = this.streams.get(key)
    if (!change) return
    this.streams.delete(key)
    this.fresh.delete(key)
    if (change.isFresh) this.lines = this.lines.filter(({ stream }) => stream !== key)
    undoStream(this.folder, this.disk, change)
  }

  private listRecords(): readonly ManifestRecord[] {
    const begun = this.lines.map(({ record, stream }) => {
      const frames = stream === undefined ? [] : (this.streams.get(stream)?.frames ?? [])
      return frames.length > 0 ? { ...record, frames } : record
    })
    const continued = [...this.streams.values()]
      .filter(({ isFresh, frames }) => !isFresh && frames.length > 0)
      .map(({ name, frames }) => ({ t: 'frames', ...name, frames }) as const)
    return [...begun, ...continued]
  }

  private filesToSync(streams: readonly StreamChange[]): Set<string> {
    const paths = new Set<string>()
    for (const { name, frames, hasNewTail } of streams) {
      if (frames.length > 0) paths.add(sealedPath(this.folder, name))
      if (hasNewTail) paths.add(newTailPath(this.folder, name))
    }
    for (const { writtenTo } of this.blobs.values()) if (writtenTo !== undefined) paths.add(writtenTo)
    return paths
  }

  private placeBlobs(): void {
    for (const { sha256, writtenTo } of this.blobs.values()) {
      if (writtenTo === undefined) continue
      this.useFolder(blobFolder(this.folder, sha256))
      this.unsyncedFolders.add(blobFolder(this.folder, sha256))
      this.disk.rename(writtenTo, blobPath(this.folder, sha256))
    }
  }

  private async syncFolders(streams: readonly StreamChange[]): Promise<void> {
    for (const { name } of streams) this.unsyncedFolders.add(streamFolder(this.folder, name.file))
    await syncAll(this.unsyncedFolders, path => this.disk.syncFolder(path))
    this.unsyncedFolders.clear()
  }

  private async appendToManifest(records: readonly ManifestRecord[]): Promise<void> {
    const { text, end } = formatCommit(records, this.manifestEnd)
    const path = manifestPath(this.folder)
    const bytes = Buffer.from(text)
    this.stage = 'recording'
    this.disk.writeAt(path, this.manifestBytes, [bytes])
    await this.disk.sync(path)
    if (this.manifestBytes === 0) await this.disk.syncFolder(this.folder)
    this.stage = 'recorded'
    this.manifestBytes += bytes.length
    this.manifestEnd = end
  }

  private async placeTails(streams: readonly StreamChange[]): Promise<void> {
    const folders = new Set<string>()
    for (const { name, hasNewTail } of streams) {
      if (!hasNewTail) continue
      this.disk.rename(newTailPath(this.folder, name), tailPath(this.folder, name))
      folders.add(streamFolder(this.folder, name.file))
    }
    await syncAll(folders, path => this.disk.syncFolder(path))
  }

  /** What was done, and an empty batch to go on with. */
  private begin(streams: readonly StreamChange[]): ArchiveCommit {
    let fileBytes = 0
    for (const { writtenBytes } of streams) fileBytes += writtenBytes
    for (const blob of this.blobs.values()) fileBytes += blob.fileBytes
    this.lines = []
    this.fresh.clear()
    this.streams.clear()
    this.blobs.clear()
    this.stage = 'writing'
    const { manifestBytes, nextSession, nextFile } = this
    return { manifestBytes, nextSession, nextFile, files: streams.map(({ state }) => state), fileBytes }
  }
}

function readEnd(path: string, size: number): ManifestEnd {
  try {
    return readManifestEnd(path, size)
  } catch (error) {
    throw toArchiveError(path, error)
  }
}

function keyOf({ file, generation }: StreamName): string {
  return `${file}-${generation}`
}
