import { ArchiveDamage } from '../archive/archive-errors.ts'
import { openKept } from '../archive/kept-reader.ts'
import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import type { JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import { agentKeys } from '../model/agent-keys.ts'
import type { Session } from '../model/session.ts'
import { TEXT_COLUMNS } from '../model/text-column.ts'
import { readSmallJson } from '../source/read-small-file.ts'
import type { UnitText } from '../store/row-writer.ts'
import { packState, type SavedFold, unpackState } from '../store/saved-state.ts'
import { UserError } from '../user-error.ts'
import { isTranscript } from './disk-file.ts'
import type { LiveFold } from './fold-cache.ts'
import type { IngestTools } from './ingest-session.ts'
import { type ChangedFile, lastNameOf, type SessionKeeper, type Stream } from './keep-session.ts'
import type { KnownFile } from './known.ts'
import type { RowSet } from './rows/build-rows.ts'
import { diffRows } from './rows/diff-rows.ts'
import { SessionFold } from './session-fold.ts'
import type { Unit } from './units/unit.ts'
import type { WorkItem } from './work-item.ts'

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

/** Reads what is new of a session: bytes into the archive, rows and full-text units into the index. */
export function readSession(item: WorkItem, { keeper, streams }: Streams, tools: IngestTools): Reading {
  const goesOn = !item.isMoved && !keeper.hasNewMeta && streams.every(stream => !stream.isReplaced)
  const reader = new SessionReader(item, keeper, tools, goesOn)
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
    changedAt: times.length > 0 ? times.reduce((latest, time) => Math.max(latest, time)) : undefined,
    path: (streams.find(({ agentId }) => agentId === undefined) ?? streams[0])?.path ?? item.source.folder,
  }
}

/** Feeds bytes through the fold and sends on what comes out. */
class SessionReader {
  readonly #item: WorkItem
  readonly #keeper: SessionKeeper
  readonly #number: number
  /** Files of which not everything could be read from the archive. */
  readonly #damaged = new Set<number>()
  readonly #tools: IngestTools
  readonly #fold: SessionFold
  readonly #before: RowSet | undefined
  readonly #held: Unit[] = []
  readonly #parsedBefore: number
  #changedMetas: ReadonlyMap<string, ChangedFile> | undefined
  #keptMetas: ReadonlyMap<string, KnownFile> | undefined
  #error: unknown

  constructor(item: WorkItem, keeper: SessionKeeper, tools: IngestTools, goesOn: boolean) {
    this.#item = item
    this.#keeper = keeper
    this.#number = keeper.session
    this.#tools = tools
    const live = this.#findLive(goesOn)
    const saved = live || !goesOn ? undefined : this.#findSaved()
    this.#before = live?.rows ?? (saved && this.#rowsOf(saved))
    this.#fold = live?.fold ?? new SessionFold(item.source.id, this.#before && saved)
    this.#parsedBefore = this.#fold.parsedEntries
    // A new session has nothing that would have to go.
    if (!this.#before && item.session !== undefined) tools.sink.clear(this.#number)
  }

  #findLive(goesOn: boolean): LiveFold | undefined {
    const live = this.#tools.folds?.take(this.#number)
    return goesOn && live && this.#hasAll(file => live.fold.has(file)) ? live : undefined
  }

  #findSaved(): SavedFold | undefined {
    const saved = this.#item.state && unpackState(this.#item.state)
    if (!saved) return undefined
    const numbers = new Set(saved.files.map(({ file }) => file))
    return this.#hasAll(file => numbers.has(file)) ? saved : undefined
  }

  /** What was read before is all there is of the session, so far. */
  #hasAll(has: (file: number) => boolean): boolean {
    return this.#item.files.every(({ file, role }) => !isTranscript(role) || has(file))
  }

  /** Opens the file in the fold and gives it what the archive has of it. */
  begin(stream: Stream): void {
    const { file, agentId, workflowId } = stream
    if (!this.#fold.has(file)) {
      this.#fold.open({ file, agentId, workflowId, meta: this.#findMeta(stream) })
    }
    const from = this.#fold.positionOf(file)
    if (from >= stream.keptBytes) return
    const tail = stream.appender?.readTail(from)
    if (tail) {
      this.feed(stream, tail)
      return
    }
    try {
      for (const chunk of openKept(this.#tools.folder, stream).chunks({ from, to: stream.keptBytes })) {
        this.feed(stream, chunk)
      }
    } catch (error) {
      this.#noteDamage(stream, error)
    }
  }

  /** What is damaged costs itself and no more: the rest of the session, and all others, are read. */
  #noteDamage({ file, generation, path }: Pick<Stream, 'file' | 'generation' | 'path'>, error: unknown): void {
    if (!(error instanceof ArchiveDamage)) throw error
    this.#damaged.add(file)
    this.#tools.damaged.push({ file, generation })
    const message = `what is kept of ${path} is damaged: \`backscroll verify\` tells more; the next sync keeps it again if it is still there`
    this.#tools.problems.push({ code: 'unreadable', path, message })
  }

  /** Our own mistakes must not keep bytes out of the archive: after one, the rest is only kept. */
  feed({ file }: Stream, chunk: Uint8Array): void {
    this.#tools.onRead?.(chunk.length)
    if (this.#error || this.#damaged.has(file)) return
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
    const { folds, work } = this.#tools
    this.#sendUnits()
    this.#send(fold.takeOpenUnits())
    // A line without its end is read again when more of it comes: the state is that before it.
    const isWhole = this.#damaged.size === 0
    const isLive = folds !== undefined && !fold.hasPending && isWhole
    const state = keepsState && !isLive && isWhole ? packState(fold.save()) : undefined
    if (fold.hasPending) fold.finish()
    work.parsedEntries += fold.parsedEntries - this.#parsedBefore
    this.#sendUnits()
    this.#send(fold.takeOpenUnits())
    const session = fold.build()
    const keys = agentKeys(session)
    const held = this.#held.map(unit => toUnitText(unit, keys.of(unit)))
    if (held.length > 0) this.#tools.sink.units(this.#number, held)
    const rows = fold.rows(session, this.#number)
    this.#sendRows(rows)
    if (isLive) folds.put(this.#number, { fold, rows })
    return { session, leftOutBytes: fold.leftOutBytes, state }
  }

  /** The rows as they were when the state was saved, the line without end included. */
  #rowsOf(saved: SavedFold): RowSet | undefined {
    try {
      return this.#readRowsOf(saved)
    } catch (error) {
      // The line without end cannot be read from the archive: the session is read anew, and that tells.
      if (error instanceof ArchiveDamage) return undefined
      throw error
    }
  }

  #readRowsOf(saved: SavedFold): RowSet {
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

  /** By its name, which stays when the folder is renamed: as it was kept in this sync, else as it was kept before. */
  #findMeta({ path }: Stream): JsonObject | undefined {
    const name = metaNameOf(path)
    this.#changedMetas ??= metasByName(this.#keeper.files)
    const changed = this.#changedMetas.get(name)
    if (changed) return readSmallJson(changed.path)
    this.#keptMetas ??= metasByName(this.#item.files)
    const kept = this.#keptMetas.get(name)
    if (kept?.sha256 === undefined) return undefined
    try {
      const blob = openKept(this.#tools.folder, { ...kept, blob: { sha256: kept.sha256, mtimeMs: 0 } })
      return blob.rawBytes > MAX_META_BYTES
        ? undefined
        : parseObject(decodeUtf8(viewBytes(blob.read(0, blob.rawBytes))))
    } catch (error) {
      this.#noteDamage(kept, error)
      this.#damaged.delete(kept.file)
      return undefined
    }
  }
}

const MAX_META_BYTES = 1024 * 1024

/** Descriptions of agents; the first of a name counts. All of them are there before the first transcript is read. */
function metasByName<File extends { readonly role: string; readonly path: string }>(
  files: readonly File[],
): ReadonlyMap<string, File> {
  const metas = files.filter(({ role }) => role === 'agent-meta')
  return new Map(metas.map(file => [lastNameOf(file.path), file] as const).reverse())
}

function metaNameOf(path: string): string {
  return lastNameOf(path).replace(/\.jsonl$/, '.meta.json')
}

function toUnitText(unit: Unit, agent: string): UnitText {
  const { kind, number, firstTurn, lastTurn, firstEntry, lastEntry, firstAt, at, texts } = unit
  let chars = 0
  for (const column of TEXT_COLUMNS) chars += texts[column]?.length ?? 0
  return {
    agent,
    kind,
    number,
    firstTurn,
    lastTurn,
    firstEntry,
    lastEntry,
    firstAt: firstAt ?? null,
    at: at ?? null,
    chars,
    texts,
  }
}
