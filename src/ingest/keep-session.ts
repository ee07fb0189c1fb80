import { statSync } from 'node:fs'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import type { GenerationWhy } from '../archive/manifest-record.ts'
import type { StreamAppender } from '../archive/stream-appender.ts'
import { problemOf, type SourceProblem } from '../source/problem.ts'
import { hashOf } from '../source/tail-hash.ts'
import { type DiskFile, type FileRole, isTranscript, storageOf } from './disk-file.ts'
import { keepBlob } from './keep-blob.ts'
import { appendFrom, decideStream } from './keep-stream.ts'
import type { Check, KnownFile } from './known.ts'
import { type OpenedFile, OpenFiles } from './opened-file.ts'
import { isUnchanged } from './plan.ts'
import type { Work, WorkItem } from './work-item.ts'

/** A kept file whose row in the index must be written: its lengths are known when the archive has committed. */
export interface ChangedFile {
  readonly file: number
  readonly role: FileRole
  readonly path: string
  readonly place: string
  readonly agentId: string | undefined
  readonly workflowId: string | undefined
  readonly generation: number
  readonly mtimeMs: number
  /** For blobs. */
  readonly blob: { readonly sha256: string; readonly bytes: number; readonly fileBytes: number } | undefined
}

/** What a file on disk looked like when all of it was kept. */
export interface NewCheck {
  readonly disk: DiskFile
  readonly file: number | undefined
  readonly readBytes: number
  readonly tailHash: string
}

/** A transcript of the session and where its bytes come from: first the archive, then the disk. */
export interface Stream {
  readonly file: number
  readonly agentId: string | undefined
  readonly workflowId: string | undefined
  readonly path: string
  /** Open while there is something to read. */
  readonly source: OpenedFile | undefined
  readonly generation: number
  /** Bytes that are kept already. */
  readonly keptBytes: number
  readonly mtimeMs: number | undefined
  readonly appender: StreamAppender | undefined
  /** The last bytes before `keptBytes`, where the disk was looked at. */
  readonly tail: Uint8Array
  /** What was read of it before no longer holds. */
  readonly isReplaced: boolean
}

export interface KeepTools {
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly work: Work
  readonly problems: SourceProblem[]
  now(): number
}

/** The part of a sync that brings one session's bytes into the archive. */
export class SessionKeeper {
  readonly session: number
  readonly files: ChangedFile[] = []
  readonly checks: NewCheck[] = []
  /** An agent's description came or changed after the agent was read. */
  hasNewMeta = false
  readonly #item: WorkItem
  readonly #tools: KeepTools
  readonly #open = new OpenFiles()
  readonly #known: ReadonlyMap<string, KnownFile>
  readonly #checks: ReadonlyMap<string, Check>

  constructor(item: WorkItem, tools: KeepTools) {
    this.#item = item
    this.#tools = tools
    // The first of a name counts.
    this.#known = new Map(item.files.map(known => [this.#nameOf(known), known] as const).reverse())
    this.#checks = new Map(item.checks.map(check => [check.path, check]))
    const { id, name, folder, root } = item.source
    const facts = { id, name, folder, rootPath: root.path, configPath: root.configPath, isImported: item.isImported }
    this.session = item.session ?? tools.writer.addSession(facts)
    if (item.session !== undefined && item.isMoved) tools.writer.moveSession(item.session, facts)
  }

  /** Everything but the transcripts. A file that cannot be read is a problem of its own. */
  keepOthers(files: readonly DiskFile[]): void {
    for (const disk of files) {
      if (storageOf(disk.role) === 'stream') this.#attempt(disk, () => this.#keepStream(disk))
      else this.#attempt(disk, () => this.#keepBlob(disk))
    }
  }

  /** The transcripts in the order of their numbers, those that are gone from disk included. */
  openTranscripts(): Stream[] {
    const streams = new Map<number, Stream>()
    for (const disk of this.#item.transcripts) {
      const stream = this.#tryOpen(disk)
      if (stream) streams.set(stream.file, stream)
    }
    for (const known of this.#item.files) {
      if (isTranscript(known.role) && !streams.has(known.file)) streams.set(known.file, keptStream(known))
    }
    return [...streams.values()].sort((a, b) => a.file - b.file)
  }

  /** Brings what is new of an opened stream into the archive; each chunk is handed on. Gives how much is kept then. */
  append(stream: Stream, onChunk: (chunk: Uint8Array) => void): number {
    const { source, appender, file, generation } = stream
    if (!source) return stream.keptBytes
    const { disk } = source
    try {
      if (!appender) {
        this.checks.push({ disk, file, readBytes: stream.keptBytes, tailHash: hashOf(stream.tail) })
        return stream.keptBytes
      }
      let tailHash = ''
      this.#attempt(disk, () => {
        tailHash = appendFrom(source, { appender, tail: stream.tail }, this.#tools.work, onChunk)
      })
      appender.finish({ mtimeMs: disk.mtimeMs })
      const { role, path, place, agentId, workflowId, mtimeMs } = disk
      this.files.push({ file, role, path, place, agentId, workflowId, generation, mtimeMs, blob: undefined })
      this.#tools.work.changedFiles++
      // A file that could not be read to its end has no check: it is tried again.
      if (tailHash !== '') {
        this.checks.push({ disk: lookAgain(disk, appender.rawBytes), file, readBytes: appender.rawBytes, tailHash })
      }
      return appender.rawBytes
    } finally {
      source.close()
    }
  }

  #keepStream(disk: DiskFile): void {
    const stream = this.#tryOpen(disk)
    if (stream) this.append(stream, () => {})
  }

  /** What is gone, or cannot be read, stays as it is kept; undefined where nothing is. */
  #tryOpen(disk: DiskFile): Stream | undefined {
    const known = this.#findKnown(disk)
    const check = this.#checks.get(disk.path)
    const isAsBefore = known && check && isUnchanged(disk, check) && check.readBytes === known.rawBytes
    if (isAsBefore && !this.#item.isMoved && !this.#isDamaged(known)) return keptStream(known)
    let stream: Stream | undefined
    this.#attempt(disk, () => {
      const source = this.#open.open(disk)
      try {
        stream = this.#openStream(source, known)
      } finally {
        if (!stream) source.close()
      }
    })
    return stream ?? (known && keptStream(known))
  }

  #isDamaged({ file, generation }: KnownFile): boolean {
    return this.#item.damaged.some(found => found.file === file && found.generation === generation)
  }

  #keepBlob(disk: DiskFile): void {
    const { work, writer, now } = this.#tools
    const known = this.#findKnown(disk)
    const file = known?.file ?? this.#addFile(disk)
    const mustKeep = this.#item.isMoved || (known !== undefined && this.#isDamaged(known))
    const kept = keepBlob(disk, { file, known, mustKeep, isMoved: this.#item.isMoved, at: now() }, { writer, work })
    if (kept) {
      const { role, path, place, agentId, workflowId, mtimeMs } = disk
      const { generation, blob } = kept
      this.files.push({ file, role, path, place, agentId, workflowId, generation, mtimeMs, blob })
      work.changedFiles++
      if (generation > 1) work.newGenerations++
      if (role === 'agent-meta') this.hasNewMeta = true
    }
    this.checks.push({ disk, file, readBytes: disk.sizeBytes, tailHash: '' })
  }

  #openStream(source: OpenedFile, known: KnownFile | undefined): Stream {
    const { disk } = source
    const { agentId, workflowId, path, mtimeMs } = disk
    const names = { agentId, workflowId, path, source, mtimeMs }
    if (!known) return { ...names, ...this.#beginGeneration(disk, this.#addFile(disk), 1, 'new'), isReplaced: false }
    if (this.#item.isMoved) return this.#replace(names, known, 'renamed')
    if (this.#isDamaged(known)) return this.#replace(names, known, 'replaced')
    const check = this.#checks.get(path)
    const decision = decideStream(source, known, check, this.#tools)
    if (decision.kind === 'generation') return this.#replace(names, known, decision.why)
    const { keptBytes, appender, tail } = decision
    const { file, generation } = known
    // What is not read again keeps the time it was kept with.
    const seenAt = decision.kind === 'same' ? (known.mtimeMs ?? mtimeMs) : mtimeMs
    return { ...names, mtimeMs: seenAt, file, generation, keptBytes, appender, tail, isReplaced: false }
  }

  #replace(
    names: Pick<Stream, 'agentId' | 'workflowId' | 'path' | 'mtimeMs'> & { readonly source: OpenedFile },
    { file, generation }: KnownFile,
    why: GenerationWhy,
  ): Stream {
    this.#tools.work.newGenerations++
    return { ...names, ...this.#beginGeneration(names.source.disk, file, generation + 1, why), isReplaced: true }
  }

  #beginGeneration(
    { path, place }: DiskFile,
    file: number,
    generation: number,
    why: GenerationWhy,
  ): Pick<Stream, 'file' | 'generation' | 'keptBytes' | 'appender' | 'tail'> {
    const { writer, now } = this.#tools
    const state = writer.beginGeneration({ file, generation, path, place, why, at: now() })
    const appender = writer.openStream(state)
    return { file, generation: state.generation, keptBytes: 0, appender, tail: new Uint8Array(0) }
  }

  #addFile({ role, agentId, workflowId }: DiskFile): number {
    return this.#tools.writer.addFile({ session: this.session, role, storage: storageOf(role), agentId, workflowId })
  }

  /** In a moved session files keep their names: the folder changed. */
  #findKnown(disk: DiskFile): KnownFile | undefined {
    return this.#known.get(this.#nameOf(disk))
  }

  #nameOf({ role, path }: { readonly role: FileRole; readonly path: string }): string {
    return this.#item.isMoved ? `${role} ${lastNameOf(path)}` : path
  }

  #attempt(disk: DiskFile, action: () => void): void {
    try {
      action()
    } catch (error) {
      if (!isSystemError(error, disk.path)) throw error
      const problem = problemOf(disk.path, error)
      // Gone between listing and reading: the next sync sees what became of it.
      if (problem.code !== 'missing') this.#tools.problems.push(problem)
    }
  }
}

/** It may have grown since it was listed: what is remembered must fit what was read. */
function lookAgain(disk: DiskFile, readBytes: number): DiskFile {
  if (readBytes === disk.sizeBytes) return disk
  const stat = statSync(disk.path, { throwIfNoEntry: false })
  if (stat?.size !== readBytes) return { ...disk, sizeBytes: readBytes }
  return { ...disk, sizeBytes: readBytes, mtimeMs: stat.mtimeMs, identity: `${stat.dev}:${stat.ino}` }
}

function keptStream(known: KnownFile): Stream {
  const { file, agentId, workflowId, path, generation, rawBytes, mtimeMs } = known
  const nothing = { source: undefined, appender: undefined, tail: new Uint8Array(0), isReplaced: false }
  return { file, agentId, workflowId, path, generation, keptBytes: rawBytes, mtimeMs, ...nothing }
}

export function lastNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** A failure of the source, not of the archive: those are errors of their own and stop the sync. */
function isSystemError(error: unknown, path: string): boolean {
  const { code, path: about } = error as { code?: unknown; path?: unknown }
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) && (about === undefined || about === path)
}
