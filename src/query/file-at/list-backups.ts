import { ArchiveDamage } from '../../archive/archive-errors.ts'
import { openKept } from '../../archive/kept-reader.ts'
import { asNumber, asObject, asString, type JsonObject } from '../../format/json.ts'
import { parseTimestamp } from '../../time/parse-timestamp.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { isAbsolute, unifySlashes } from '../lookups/path-query.ts'
import { createEntryReader, type EntryReader, type EntryRow } from '../search/entry-reader.ts'
import { ABSENT, contentOfBytes, type FileContent } from './file-content.ts'
import { type FileStep, isChange } from './file-step.ts'
import { NOTHING_TOLD, type StepRecord } from './step-record.ts'

/** The backups of each session, read once for any number of files. */
export interface BackupLog {
  of(session: number): SessionBackups
}

interface SessionBackups {
  readonly files: ReadonlyMap<string, BackupFile>
  /** That relative names may be relative to. */
  readonly folders: readonly string[]
  /** In the order of the transcript, each once. */
  readonly named: readonly NamedBackup[]
}

interface NamedBackup {
  /** As the client tracks it: relative to the folder of the session, or absolute. */
  readonly tracked: string
  /** Null: there was no such file. */
  readonly file: string | null
  readonly madeAt: number
  /** When the client looked at the file again and found that this is still it; undefined for one made for a change. */
  readonly seenAt: number | undefined
  readonly turn: number
  /** The entry that names it first. */
  readonly entry: number
  /** An earlier entry names it for another moment: what that one tells, this one need not. */
  readonly isNamedBefore: boolean
}

const NONE: SessionBackups = { files: new Map(), folders: [], named: [] }

/** Snapshots say which copy belongs to which moment. Sessions of which no copy is kept are passed by. */
export function createBackupLog(keep: IndexedKeep): BackupLog {
  const entries = createEntryReader(keep)
  const read = new Map<number, SessionBackups>()
  const readSession = (session: number): SessionBackups => {
    const files = listFiles(keep, session)
    return files.size === 0 ? NONE : { files, folders: foldersOf(keep, session), named: listNamed(entries, session) }
  }
  return {
    of(session) {
      const found = read.get(session) ?? readSession(session)
      read.set(session, found)
      return found
    },
  }
}

interface BackupRequest {
  readonly path: string
  /** What tools did to the file, in the order of each thread. */
  readonly touches: readonly FileStep[]
}

/** The client's own copies of a file, as steps. */
export function listBackups(keep: IndexedKeep, log: BackupLog, { path, touches }: BackupRequest): FileStep[] {
  const sessions = new Set(touches.map(({ session }) => session))
  return [...sessions].flatMap(session => {
    const { files, folders, named } = log.of(session)
    return named
      .filter(({ tracked }) => isSamePath(tracked, path, folders))
      .flatMap(backup => placeStep(toStep(session, backup, lazyContent(keep, files, backup.file)), backup, touches))
  })
}

/**
 * A snapshot for a prompt repeats a copy where the file is still the same. Where a change came between, that may be so or
 * not, and only the time at which the copy was made counts: that of its first naming, which knows what it was made for.
 */
function placeStep(
  step: FileStep,
  { madeAt, seenAt, isNamedBefore }: NamedBackup,
  touches: readonly FileStep[],
): readonly FileStep[] {
  if (seenAt === undefined) return [beforeItsChange(step, touches)]
  const isChanged = touches.some(
    touch => touch.session === step.session && isChange(touch) && touch.at > madeAt - LATE_MS && touch.at <= seenAt,
  )
  if (isChanged && isNamedBefore) return []
  const at = isChanged ? madeAt : seenAt
  return [{ ...step, at, startedAt: at }]
}

/** A backup is stamped when it is written, up to some hundredths of a second after the change that it was made for. */
const LATE_MS = 1000

/**
 * A backup that was made for a change comes before it, whatever the times say: in the file its line stands before the
 * result. Measured: in 49 of 141 the time of the backup is 1 to 20 ms later than that of the result.
 */
function beforeItsChange(backup: FileStep, touches: readonly FileStep[]): FileStep {
  const change = touches.find(step => {
    if (step.session !== backup.session || !isChange(step) || step.at > backup.at) return false
    if (step.agent !== '') return backup.at - step.at < LATE_MS
    return (step.resultEntry ?? -1) > (backup.resultEntry ?? 0)
  })
  return change ? { ...backup, at: change.startedAt, startedAt: change.startedAt } : backup
}

function toStep(session: number, { madeAt, turn, entry }: NamedBackup, record: () => StepRecord): FileStep {
  const call = { tool: '', callId: undefined, call: undefined, entry, resultEntry: entry }
  const times = { startedAt: madeAt, at: madeAt }
  return { kind: 'backup', session, agent: '', turn, ...call, ...times, isUserModified: false, record }
}

/** Maps of snapshots repeat each other and grow. */
function listNamed(entries: EntryReader, session: number): readonly NamedBackup[] {
  const rows = entries.list({ session, agent: '' }, `kind IN ('file-history-snapshot', 'file-history-delta')`, [])
  const found = new Map<string, NamedBackup>()
  const named = new Set<string>()
  const add = (
    tracked: string,
    backup: JsonObject | undefined,
    seen: JsonObject[string] | undefined,
    row: EntryRow,
  ): void => {
    const madeAt = timeOf(backup?.backupTime)
    const file = backup?.backupFileName
    if (madeAt === undefined || (file !== null && typeof file !== 'string')) return
    const seenAt = seen === undefined ? undefined : timeOf(seen)
    const key = JSON.stringify([tracked, file, seenAt ?? madeAt])
    const isNamedBefore = named.has(file ?? tracked)
    named.add(file ?? tracked)
    if (!found.has(key)) {
      found.set(key, { tracked, file, madeAt, seenAt, turn: row.turn, entry: row.number, isNamedBefore })
    }
  }
  for (const row of rows) {
    const json = entries.read(row)
    const snapshot = asObject(json?.snapshot)
    if (json?.backup !== undefined) add(asString(json.trackingPath) ?? '', asObject(json.backup), undefined, row)
    // An update repeats what the snapshot for the prompt found then.
    const seen = json?.isSnapshotUpdate === true ? undefined : snapshot?.timestamp
    for (const [tracked, backup] of Object.entries(asObject(snapshot?.trackedFileBackups) ?? {})) {
      add(tracked, asObject(backup), seen, row)
    }
  }
  return [...found.values()]
}

function timeOf(value: JsonObject[string] | undefined): number | undefined {
  const text = asString(value)
  return text === undefined ? asNumber(value) : parseTimestamp(text)
}

function isSamePath(tracked: string, path: string, folders: readonly string[]): boolean {
  const [name, wanted] = [unifySlashes(tracked), unifySlashes(path)]
  if (isAbsolute(name)) return name === wanted
  return name !== '' && folders.some(folder => `${folder}/${name}` === wanted)
}

function foldersOf({ store }: IndexedKeep, session: number): readonly string[] {
  const row = store.get('SELECT cwd, cwds, project_path FROM sessions WHERE session = ?', [session])
  const folders = [row?.cwd, row?.project_path, ...(JSON.parse(String(row?.cwds ?? '[]')) as unknown[])]
  return [...new Set(folders.filter(folder => typeof folder === 'string'))].map(folder =>
    unifySlashes(folder).replace(/\/+$/, ''),
  )
}

interface BackupFile {
  readonly file: number
  readonly generation: number
  readonly sha256: string
  readonly mtime: number
}

/** By name, such as `5f3a…@v2`. */
function listFiles({ store }: IndexedKeep, session: number): ReadonlyMap<string, BackupFile> {
  const rows = store.all(`${FILES} AND session = ?`, [session])
  return new Map(
    rows.map(row => [
      String(row.path).replace(/^.*[\\/]/, ''),
      {
        file: row.file as number,
        generation: row.generation as number,
        sha256: row.sha256 as string,
        mtime: (row.mtime as number | null) ?? 0,
      },
    ]),
  )
}

const FILES = `SELECT file, generation, sha256, mtime, path FROM files
WHERE role = 'file-history' AND sha256 IS NOT NULL`

/** A backup of this size is no source file. */
const MAX_BYTES = 32 * 1024 * 1024

function lazyContent(keep: IndexedKeep, files: ReadonlyMap<string, BackupFile>, name: string | null): () => StepRecord {
  let record: StepRecord | undefined
  return () => {
    const content = record ? undefined : name === null ? ABSENT : readContent(keep, files.get(name))
    record ??= content ? { ...NOTHING_TOLD, after: content } : NOTHING_TOLD
    return record
  }
}

function readContent({ archive }: IndexedKeep, found: BackupFile | undefined): FileContent | undefined {
  if (!found) return undefined
  const { file, generation, sha256, mtime } = found
  try {
    const kept = openKept(archive, { file, generation, blob: { sha256, mtimeMs: mtime } })
    return kept.rawBytes > MAX_BYTES ? undefined : contentOfBytes(kept.read(0, kept.rawBytes))
  } catch (error) {
    // `verify` reports it.
    if (error instanceof ArchiveDamage) return undefined
    throw error
  }
}
