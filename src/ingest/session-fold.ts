import type { Entry } from '../format/entry.ts'
import type { JsonObject } from '../format/json.ts'
import { createParser, type Parser } from '../format/parser.ts'
import { createSessionBuilder } from '../model/build-session.ts'
import { restoreSessionBuilder, saveSessionBuilder } from '../model/saved-session.ts'
import type { Session } from '../model/session.ts'
import type { OnEntry, SessionBuilder, ThreadBuilder } from '../model/session-builder.ts'
import { buildStory } from '../narrative/build-story.ts'
import { createTold, type Told } from '../narrative/told/told.ts'
import { createFileInspector, type FileInspector } from '../source/file-inspector.ts'
import type { Table } from '../store/define-table.ts'
import type { SavedFold, SavedFoldFile } from '../store/saved-state.ts'
import { inspectionRows } from './inspection.ts'
import { buildRows, type RowSet } from './rows/build-rows.ts'
import type { Unit } from './units/unit.ts'
import { createUnitTracker, type UnitTracker } from './units/unit-tracker.ts'

/** A transcript of a session, by its number in the archive. */
export interface FoldFile {
  readonly file: number
  readonly agentId: string | undefined
  readonly workflowId: string | undefined
  /** Content of the agent's `.meta.json`. */
  readonly meta: JsonObject | undefined
}

interface OpenFile {
  readonly file: number
  readonly parser: Parser
  readonly inspector: FileInspector
}

/**
 * One session while its bytes are read: the parser, the model, the full-text units, what texts told and the report on
 * each file, all of them folds. Files must be opened in the order of their numbers, so that a session read in several syncs equals one
 * read at once.
 */
export class SessionFold {
  readonly #id: string
  readonly #builder: SessionBuilder
  readonly #units: UnitTracker
  readonly #told: Told
  readonly #files = new Map<number, OpenFile>()
  #entries = 0

  constructor(id: string, saved?: SavedFold) {
    this.#id = id
    this.#units = createUnitTracker(saved?.units)
    this.#told = createTold(saved?.told)
    const onEntry: OnEntry = (kept, entry, thread) => {
      this.#units.add(kept, entry, thread)
      this.#told.add(kept, entry, thread)
    }
    this.#builder = saved ? restoreSessionBuilder(saved.builder, { onEntry }) : createSessionBuilder({ id, onEntry })
    for (const file of saved?.files ?? []) this.#open(file, file)
  }

  get id(): string {
    return this.#id
  }

  /** Entries parsed by this fold itself, without those it was restored with. */
  get parsedEntries(): number {
    return this.#entries
  }

  /** Text that the units do not hold. */
  get leftOutBytes(): number {
    return this.#units.leftOutBytes
  }

  get fileNumbers(): readonly number[] {
    return [...this.#files.keys()]
  }

  has(file: number): boolean {
    return this.#files.has(file)
  }

  /** Some file ends in a line without its end: what that line became is not part of `save`. */
  get hasPending(): boolean {
    for (const { parser } of this.#files.values()) if (parser.pendingBytes > 0) return true
    return false
  }

  open(file: FoldFile): void {
    this.#open(file, undefined)
  }

  /** The first byte of a file that was not read, or that a line still waits for. */
  positionOf(file: number): number {
    return this.#find(file).parser.position.offset
  }

  feed(file: number, bytes: Uint8Array): void {
    this.#find(file).parser.push(bytes)
  }

  /** Full-text units that are finished. */
  takeUnits(): readonly Unit[] {
    return this.#units.take()
  }

  /** Full-text units that may still grow, where they changed. */
  takeOpenUnits(): readonly Unit[] {
    return this.#units.provisional()
  }

  /** To be called before `finish`, and after the units were taken. */
  save(): SavedFold {
    return {
      builder: saveSessionBuilder(this.#builder),
      units: this.#units.save(),
      told: this.#told.save(),
      files: Array.from(this.#files.values(), ({ file, parser, inspector }) => ({
        file,
        position: parser.position,
        pendingBytes: parser.pendingBytes,
        inspector: inspector.save(),
      })),
    }
  }

  /** What has no line end is taken as it is. Afterwards nothing more may be fed. */
  finish(): void {
    for (const { parser } of this.#files.values()) parser.finish()
  }

  build(): Session {
    return this.#builder.build()
  }

  /** Every row that is derived from the session. */
  rows(session: Session, number: number): RowSet {
    const rows = new Map<Table, RowRows>(
      buildRows(session, { session: number, files: this.fileNumbers }, buildStory(session, this.#told)),
    )
    for (const { file, inspector } of this.#files.values()) {
      for (const [table, found] of inspectionRows(inspector.findings, { session: number, file })) {
        const known = rows.get(table)
        rows.set(table, known ? [...known, ...found] : found)
      }
    }
    return rows
  }

  #open(file: FoldFile | SavedFoldFile, saved: SavedFoldFile | undefined): void {
    const index = this.#files.size
    const thread = this.#openThread(index, saved ? undefined : (file as FoldFile))
    const inspector = createFileInspector(saved?.inspector)
    const parser = createParser({
      onEntry: (entry: Entry) => {
        this.#entries++
        inspector.add(entry)
        thread.add(entry)
      },
      onIssue: issue => inspector.note(issue),
      ...(saved ? { from: saved.position } : {}),
    })
    this.#files.set(file.file, { file: file.file, parser, inspector })
  }

  #openThread(index: number, file: FoldFile | undefined): ThreadBuilder {
    const { agentId, meta, workflowId } = file ?? { agentId: undefined, meta: undefined, workflowId: undefined }
    return this.#builder.openThread({ file: index, agentId, meta, workflowId })
  }

  #find(file: number): OpenFile {
    const found = this.#files.get(file)
    if (!found) throw new Error(`file ${file} is not open in this session`)
    return found
  }
}

type RowRows = RowSet extends ReadonlyMap<Table, infer Rows> ? Rows : never
