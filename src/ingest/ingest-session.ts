import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { openKept } from '../archive/kept-reader.ts'
import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import type { JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import type { Session } from '../model/session.ts'
import type { CompanionFinder } from '../source/companion-finder.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { ProjectFinder } from '../source/project.ts'
import { readSmallJson } from '../source/read-small-file.ts'
import type { SqlValue } from '../store/define-table.ts'
import type { UnitText } from '../store/row-writer.ts'
import { UserError } from '../user-error.ts'
import { listOthers } from './disk-file.ts'
import { type ChangedFile, type NewCheck, SessionKeeper, type Stream } from './keep-session.ts'
import type { RowSink } from './row-sink.ts'
import { agentKeys } from './rows/agent-keys.ts'
import type { RowSet } from './rows/build-rows.ts'
import { diffRows } from './rows/diff-rows.ts'
import { packState, unpackState } from './saved-state.ts'
import { SessionFold } from './session-fold.ts'
import { buildSessionRow } from './session-row.ts'
import type { Unit } from './units/unit.ts'
import type { ProjectFacts, Work, WorkItem } from './work-item.ts'

export interface IngestTools {
  /** Of the archive. */
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly sink: RowSink
  readonly finder: CompanionFinder
  readonly findProject: ProjectFinder
  readonly work: Work
  readonly problems: SourceProblem[]
  now(): number
}

/** What is left to write about a session once the archive has its bytes for good. */
export interface Ingested {
  readonly session: number
  readonly id: string
  readonly row: SqlValue[]
  readonly files: readonly ChangedFile[]
  readonly checks: readonly NewCheck[]
  readonly state: Uint8Array | undefined
  readonly isNew: boolean
}

/** Brings one session up to date: its bytes into the archive, what they say into the index. */
export function ingestSession(item: WorkItem, tools: IngestTools): Ingested {
  const keeper = new SessionKeeper(item, tools)
  keeper.keepOthers(item.others)
  const streams = keeper.openTranscripts()
  const reading = readSession(item, { keeper, streams }, tools)
  const { session, state } = reading
  const known = new Set(item.others.map(({ path }) => path))
  if (item.transcripts.length > 0 && session) {
    const others = listOthers({ ...item.source, main: undefined }, tools.finder, session.slugs)
    keeper.keepOthers(others.filter(({ role, path }) => role === 'plan' && !known.has(path)))
  }
  const project = settleProject(item, session, { ...tools, session: keeper.session })
  const row = buildSessionRow({ item, project, number: keeper.session, reading })
  const { files, checks } = keeper
  return { session: keeper.session, id: item.source.id, row, files, checks, state, isNew: item.session === undefined }
}

export interface Reading {
  /** Undefined where our own code failed on it: its bytes are kept all the same. */
  readonly session: Session | undefined
  readonly leftOutBytes: number
  readonly sizeBytes: number
  readonly changedAt: number | undefined
  readonly path: string
  readonly state: Uint8Array | undefined
}

interface Streams {
  readonly keeper: SessionKeeper
  readonly streams: readonly Stream[]
}

function readSession(item: WorkItem, { keeper, streams }: Streams, tools: IngestTools): Reading {
  const saved = canGoOn(item, keeper, streams) && item.state ? unpackState(item.state) : undefined
  const isComplete = saved && item.files.every(({ file, role }) => !isModelled(role) || hasFile(saved.files, file))
  const reader = new SessionReader(item, keeper.session, tools, isComplete ? saved : undefined)
  let sizeBytes = 0
  for (const stream of streams) {
    reader.begin(stream)
    sizeBytes += keeper.append(stream, chunk => reader.feed(stream, chunk))
  }
  const { session, leftOutBytes, state } = reader.end(item.keepsState)
  const times = streams.flatMap(({ mtimeMs }) => (mtimeMs === undefined ? [] : [mtimeMs]))
  return {
    session,
    leftOutBytes,
    state,
    sizeBytes,
    changedAt: times.length > 0 ? Math.max(...times) : undefined,
    path: (streams.find(({ agentId }) => agentId === undefined) ?? streams[0])?.path ?? item.source.folder,
  }
}

function isModelled(role: string): boolean {
  return role === 'main' || role === 'agent'
}

function hasFile(files: readonly { readonly file: number }[], file: number): boolean {
  return files.some(found => found.file === file)
}

function canGoOn(item: WorkItem, keeper: SessionKeeper, streams: readonly Stream[]): boolean {
  return !item.isMoved && !keeper.hasNewMeta && streams.every(stream => !stream.isReplaced)
}

/** Feeds bytes through the fold and sends on what comes out. */
class SessionReader {
  readonly #item: WorkItem
  readonly #number: number
  readonly #tools: IngestTools
  readonly #fold: SessionFold
  readonly #before: RowSet | undefined
  readonly #held: Unit[] = []
  #error: unknown

  constructor(item: WorkItem, number: number, tools: IngestTools, saved: ConstructorParameters<typeof SessionFold>[1]) {
    this.#item = item
    this.#number = number
    this.#tools = tools
    this.#before = saved && this.#rowsOf(saved)
    this.#fold = new SessionFold(item.source.id, saved)
    if (!saved) tools.sink.clear(number)
  }

  /** Opens the file in the fold and gives it what the archive has of it. */
  begin(stream: Stream): void {
    const { file, agentId, workflowId } = stream
    if (!this.#fold.fileNumbers.includes(file)) {
      this.#fold.open({ file, agentId, workflowId, meta: this.#findMeta(stream) })
    }
    const from = this.#fold.positionOf(file)
    if (from >= stream.keptBytes) return
    const tail = stream.appender?.readTail(from)
    if (tail) {
      this.feed(stream, tail)
      return
    }
    for (const chunk of openKept(this.#tools.folder, stream).chunks({ from, to: stream.keptBytes }))
      this.feed(stream, chunk)
  }

  /** Our own mistakes must not keep bytes out of the archive: after one, the rest is only kept. */
  feed({ file }: Stream, chunk: Uint8Array): void {
    if (this.#error) return
    try {
      this.#fold.feed(file, chunk)
      this.#sendUnits()
    } catch (error) {
      this.#error = error
    }
  }

  end(keepsState: boolean): Pick<Reading, 'session' | 'leftOutBytes' | 'state'> {
    try {
      if (this.#error) throw this.#error
      return this.#end(keepsState)
    } catch (error) {
      if (error instanceof UserError) throw error
      this.#tools.sink.clear(this.#number)
      const path = this.#item.source.folder
      const message = `session ${this.#item.source.id} is kept but could not be indexed: ${String(error)}`
      this.#tools.problems.push({ code: 'unreadable', path, message })
      return { session: undefined, leftOutBytes: 0, state: undefined }
    }
  }

  #end(keepsState: boolean): Pick<Reading, 'session' | 'leftOutBytes' | 'state'> {
    const fold = this.#fold
    this.#sendUnits()
    this.#send(fold.takeOpenUnits())
    const state = keepsState ? packState(fold.save()) : undefined
    fold.finish()
    this.#tools.work.parsedEntries += fold.parsedEntries
    this.#sendUnits()
    this.#send(fold.takeOpenUnits())
    const session = fold.build()
    const keys = agentKeys(session)
    this.#tools.sink.units(
      this.#number,
      this.#held.map(unit => toUnitText(unit, keys.of(unit))),
    )
    this.#sendRows(fold.rows(session, this.#number))
    return { session, leftOutBytes: fold.leftOutBytes, state }
  }

  /** The rows as they were when the state was saved, the line without end included. */
  #rowsOf(saved: NonNullable<ConstructorParameters<typeof SessionFold>[1]>): RowSet {
    const fold = new SessionFold(this.#item.source.id, saved)
    for (const { file, position, pendingBytes } of saved.files) {
      const known = this.#item.files.find(found => found.file === file)
      if (pendingBytes === 0 || !known) continue
      const to = position.offset + pendingBytes
      for (const chunk of openKept(this.#tools.folder, known).chunks({ from: position.offset, to }))
        fold.feed(file, chunk)
    }
    fold.finish()
    return fold.rows(fold.build(), this.#number)
  }

  #sendRows(after: RowSet): void {
    const { sink } = this.#tools
    for (const [table, rows] of after) {
      const before = this.#before?.get(table)
      if (!before) {
        if (rows.length > 0) sink.insert(table.name, rows)
        continue
      }
      const { remove, insert } = diffRows(table, before, rows)
      if (remove.length > 0) sink.remove(table.name, remove)
      if (insert.length > 0) sink.insert(table.name, insert)
    }
  }

  #sendUnits(): void {
    this.#send(this.#fold.takeUnits())
  }

  /** What agents are called in the index is known when all of them are: their units wait, those of the main thread go. */
  #send(units: readonly Unit[]): void {
    const own: UnitText[] = []
    for (const unit of units) {
      if (unit.agentId === undefined) own.push(toUnitText(unit, ''))
      else this.#held.push(unit)
    }
    if (own.length > 0) this.#tools.sink.units(this.#number, own)
  }

  #findMeta({ path, disk }: Stream): JsonObject | undefined {
    const metaPath = this.#item.source.agents.find(agent => agent.path === path)?.metaPath
    if (disk && metaPath !== undefined) return readSmallJson(metaPath)
    const kept = this.#item.files.find(({ role, path: found }) => role === 'agent-meta' && found === metaNameOf(path))
    if (kept?.sha256 === undefined) return undefined
    const blob = openKept(this.#tools.folder, { ...kept, blob: { sha256: kept.sha256, mtimeMs: 0 } })
    if (blob.rawBytes > MAX_META_BYTES) return undefined
    return parseObject(decodeUtf8(viewBytes(blob.read(0, blob.rawBytes))))
  }
}

const MAX_META_BYTES = 1024 * 1024

function metaNameOf(path: string): string {
  return path.replace(/\.jsonl$/, '.meta.json')
}

function toUnitText(unit: Unit, agent: string): UnitText {
  const { kind, number, firstTurn, lastTurn, firstEntry, lastEntry, at, texts } = unit
  return { agent, kind, number, firstTurn, lastTurn, firstEntry, lastEntry, at: at ?? null, texts }
}

function settleProject(
  item: WorkItem,
  session: Session | undefined,
  tools: Pick<IngestTools, 'findProject' | 'writer'> & { readonly session: number },
): ProjectFacts {
  const cwd = session?.cwds[0]
  const { folder } = item.source
  const found =
    cwd === undefined
      ? { path: folder, name: folder.split(/[\\/]/).at(-1) ?? folder, remote: undefined }
      : tools.findProject(cwd)
  const known = item.project
  // A folder that is gone tells nothing: what was known of it stays. What is read from the archive alone, too.
  if (
    known &&
    (item.transcripts.length === 0 ||
      isEqual(known, found) ||
      (known.remote !== undefined && found.remote === undefined))
  )
    return known
  tools.writer.setProject(tools.session, found)
  return found
}

function isEqual(a: ProjectFacts, b: ProjectFacts): boolean {
  return a.path === b.path && a.name === b.name && a.remote === b.remote
}
