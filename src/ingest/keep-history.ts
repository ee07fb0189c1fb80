import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ArchiveDamage } from '../archive/archive-errors.ts'
import { createArchiveWriter } from '../archive/archive-writer.ts'
import type { FileState } from '../archive/stream-appender.ts'
import type { SourceProblem } from '../source/problem.ts'
import { readBytes } from '../source/read-chunks.ts'
import { hashOf, TAIL_BYTES } from '../source/tail-hash.ts'
import type { Store } from '../store/store.ts'
import { checkRow, fileRow } from './commit-rows.ts'
import type { DiskFile } from './disk-file.ts'
import type { Excluder } from './exclude.ts'
import { keepPart, type PartKeeper } from './history-part.ts'
import { noteCommit, writeArchiveStart } from './index-meta.ts'
import { hasUnjoined, noteJoined } from './joined-sessions.ts'
import { keepPaste } from './keep-paste.ts'
import type { ChangedFile, NewCheck } from './keep-session.ts'
import { readKnownFiles } from './known.ts'
import { createSessionFinder, type LooseHistory, NO_SESSION, readUnjoined } from './loose-history.ts'
import type { HistoryLog } from './plan.ts'
import { createStoreSink } from './row-sink.ts'
import { belongsTo, type HistoryLine, splitHistory } from './split-history.ts'
import { openUnfinished } from './unfinished.ts'
import type { WritableKeep } from './writable-keep.ts'

export interface HistoryRequest {
  readonly keepDir: string
  readonly logs: readonly HistoryLog[]
  readonly excluder: Pick<Excluder, 'isExcludedPrompt'>
  readonly problems: SourceProblem[]
  now(): number
}

/**
 * Keeps the client's log of prompts. It is one file for all sessions; each session's lines are kept with the session, so
 * that they can be given back, or forgotten, with it. Lines of sessions that are not kept stand together, under none,
 * until their session is kept too. Lines of excluded projects are passed over, and stay out when the project is no longer
 * excluded: the log is read on from where it was left.
 */
export async function keepHistories(keep: WritableKeep, request: HistoryRequest): Promise<void> {
  const { store, paths } = keep
  const unjoined = readUnjoined(store, paths.archive, request.problems)
  const logs = new Map(request.logs.map(log => [log.disk.path, log]))
  for (const path of new Set([...logs.keys(), ...unjoined.keys()])) {
    await keepHistory({ path, log: logs.get(path), loose: unjoined.get(path) }, keep, request)
  }
  if (hasUnjoined(store)) store.transaction(() => noteJoined(store))
}

interface HistoryWork {
  readonly path: string
  /** Where it changed. */
  readonly log: HistoryLog | undefined
  readonly loose: LooseHistory | undefined
}

async function keepHistory(work: HistoryWork, keep: WritableKeep, request: HistoryRequest): Promise<void> {
  try {
    await keepLines(work, keep, request, { read: readLog(work.log, request.problems), mayReplace: false })
  } catch (error) {
    if (!(error instanceof ArchiveDamage)) throw error
    // What is kept cannot be continued: as long as the log has the lines, all of them are kept once more.
    const log = work.log ?? findLog(work)
    const read = log && readLog({ ...log, check: undefined }, request.problems)
    await keepLines({ ...work, log }, keep, request, { read, mayReplace: true })
  }
}

interface ReadLog {
  readonly lines: readonly HistoryLine[]
  /** Where reading began and ended. */
  readonly from: number
  readonly readTo: number
}

function readLog(log: HistoryLog | undefined, problems: SourceProblem[]): ReadLog | undefined {
  if (!log) return undefined
  const { path, sizeBytes } = log.disk
  const from = log.check && isContinued(log) ? log.check.readBytes : 0
  const bytes = readBytes(path, from, sizeBytes)
  if (!bytes) {
    if (existsSync(path)) problems.push({ code: 'unreadable', path, message: `${path} cannot be read` })
    return undefined
  }
  const { lines, wholeBytes } = splitHistory(bytes)
  return { lines, from, readTo: from + wholeBytes }
}

/** It only grew: what was read of it is still there. */
function isContinued({ disk, check }: HistoryLog): boolean {
  if (!check || disk.sizeBytes < check.readBytes) return false
  const tail = readBytes(disk.path, Math.max(0, check.readBytes - TAIL_BYTES), check.readBytes)
  return tail !== undefined && hashOf(tail) === check.tailHash
}

/** A log that did not change, and is needed all the same. */
function findLog({ path, loose }: HistoryWork): HistoryLog | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!loose || !stat?.isFile()) return undefined
  const { size, mtimeMs, dev, ino } = stat
  const disk = { ...diskOf(loose), sizeBytes: size, mtimeMs, identity: `${dev}:${ino}` }
  return { configPath: dirname(path), disk, check: undefined }
}

function diskOf({ known }: LooseHistory): DiskFile {
  const { path, place, agentId, workflowId, mtimeMs = 0 } = known
  return { role: 'history', path, place, agentId, workflowId, mtimeMs, sizeBytes: 0, identity: '' }
}

interface Kept {
  readonly session: number
  readonly file: ChangedFile
}

async function keepLines(
  { log, loose, path }: HistoryWork,
  { store, paths, start }: WritableKeep,
  request: HistoryRequest,
  { read, mayReplace }: { readonly read: ReadLog | undefined; readonly mayReplace: boolean },
): Promise<void> {
  const disk = log?.disk ?? (loose && diskOf(loose))
  if (!disk || (!read && !loose)) return
  const unfinished = openUnfinished(request.keepDir)
  const configPath = dirname(path)
  const writer = createArchiveWriter(paths.archive, start())
  const keeper: PartKeeper = {
    folder: paths.archive,
    writer,
    at: request.now(),
    isWhole: read?.from === 0,
    mayReplace,
    readAt: log?.check?.mtimeMs,
    problems: request.problems,
  }
  const kept: Kept[] = []
  const checks: NewCheck[] = []
  try {
    const looseFiles = readKnownFiles(store, NO_SESSION)
    for (const [session, lines] of groupBySession({ store, configPath, request }, read?.lines ?? [], loose)) {
      const files = readKnownFiles(store, session)
      const known = files.find(file => file.role === 'history' && file.path === path)
      const file = keepPart(keeper, { session, disk, known, ...lines })
      if (file) kept.push({ session, file })
      for (const name of new Set([...lines.loose, ...lines.lines].flatMap(({ pastes }) => pastes))) {
        const paste = keepPaste(keeper, { session, configPath, name, known: files, loose: looseFiles })
        if (paste) kept.push({ session, file: paste.file })
        if (paste?.check) checks.push(paste.check)
      }
    }
    if (read && log) checks.push(checkOf(disk, read.readTo))
    const batch = `history-${request.now()}`
    if (kept.length > 0) unfinished.note(batch, [...new Set(kept.map(({ session }) => session))])
    const { files, manifestBytes, nextSession, nextFile } = await writer.commit()
    store.transaction(() => {
      writeRows(store, { kept, files, checks })
      writeArchiveStart(store, { manifestBytes, nextSession, nextFile })
      noteCommit(store)
    })
    unfinished.clear(batch)
  } catch (error) {
    await writer.abort()
    throw error
  }
}

function checkOf(disk: DiskFile, readTo: number): NewCheck {
  const tail = readBytes(disk.path, Math.max(0, readTo - TAIL_BYTES), readTo) ?? new Uint8Array(0)
  return { disk, file: undefined, readBytes: readTo, tailHash: hashOf(tail) }
}

function writeRows(
  store: Store,
  { kept, files, checks }: { kept: readonly Kept[]; files: readonly FileState[]; checks: readonly NewCheck[] },
): void {
  const sink = createStoreSink(store)
  const states = new Map(files.map(state => [state.file, state]))
  sink.insert(
    'files',
    kept.map(({ session, file }) => fileRow(file, session, states.get(file.file))),
  )
  sink.insert(
    'checks',
    checks.map(check => checkRow(check, undefined)),
  )
}

interface SessionLines {
  readonly lines: HistoryLine[]
  readonly loose: readonly HistoryLine[]
}

/** What of the log belongs to which session, without what is forgotten or excluded. */
function groupBySession(
  { store, configPath, request }: { store: Store; configPath: string; request: HistoryRequest },
  lines: readonly HistoryLine[],
  loose: LooseHistory | undefined,
): ReadonlyMap<number, SessionLines> {
  const forgotten = store.all('SELECT id FROM forgotten').map(row => row.id as string)
  const isForgotten = createForgottenTest(forgotten)
  const findSession = createSessionFinder(store, configPath)
  const groups = new Map<number, SessionLines>()
  for (const [session, found] of loose?.lines ?? []) groups.set(session, { lines: [], loose: found })
  for (const line of lines) {
    if (isForgotten(line) || request.excluder.isExcludedPrompt(line)) continue
    const session = line.sessionId === undefined ? NO_SESSION : findSession(line.sessionId)
    const group = groups.get(session)
    if (group) group.lines.push(line)
    else groups.set(session, { lines: [line], loose: [] })
  }
  return groups
}

function createForgottenTest(ids: readonly string[]): (line: HistoryLine) => boolean {
  const known = new Set(ids)
  return line =>
    line.sessionId === undefined ? !line.isReadable && ids.some(id => belongsTo(line, id)) : known.has(line.sessionId)
}
