import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type ArchiveWriter, createArchiveWriter } from '../archive/archive-writer.ts'
import { openKept } from '../archive/kept-reader.ts'
import type { FileState, StreamAppender } from '../archive/stream-appender.ts'
import { readBytes } from '../source/read-chunks.ts'
import type { Store } from '../store/store.ts'
import { checkRow, fileRow } from './commit-rows.ts'
import type { DiskFile } from './disk-file.ts'
import { keepBlob } from './keep-blob.ts'
import type { ChangedFile, NewCheck } from './keep-session.ts'
import { type KnownFile, readKnownFiles } from './known.ts'
import type { HistoryLog } from './plan.ts'
import { createStoreSink } from './row-sink.ts'
import { type HistoryPart, splitHistory } from './split-history.ts'
import { noteCommit, writeArchiveStart } from './store-batches.ts'
import { hashOf, TAIL_BYTES } from './tail-hash.ts'
import { noWork } from './work-item.ts'
import type { WritableKeep } from './writable-keep.ts'

/**
 * Keeps the client's log of prompts. It is one file for all sessions; each session's lines are kept with the session, so
 * that they can be given back, or forgotten, with it. Lines of sessions that are not kept stand together, under none.
 */
export async function keepHistories(
  logs: readonly HistoryLog[],
  keep: WritableKeep,
  { now }: { now(): number },
): Promise<void> {
  for (const log of logs) await keepHistory(log, keep, now)
}

interface Kept {
  readonly session: number
  readonly file: ChangedFile
}

async function keepHistory(log: HistoryLog, { store, paths, start }: WritableKeep, now: () => number): Promise<void> {
  const { disk, check } = log
  const from = check && isContinued(log) ? check.readBytes : 0
  const bytes = readBytes(disk.path, from, disk.sizeBytes)
  if (!bytes) return
  const { parts, wholeBytes } = splitHistory(bytes)
  const writer = createArchiveWriter(paths.archive, start())
  const keeper = { store, folder: paths.archive, writer, at: now(), isWhole: from === 0 }
  const kept: Kept[] = []
  const checks: NewCheck[] = []
  try {
    for (const [session, group] of groupBySession(parts, store, log.configPath)) {
      const file = keepPart(keeper, { session, disk, bytes: Buffer.concat(group.map(part => part.bytes)) })
      if (file) kept.push({ session, file })
      for (const name of new Set(group.flatMap(part => part.pastes))) {
        const paste = keepPaste(keeper, { session, configPath: log.configPath, name })
        if (paste) kept.push({ session, file: paste.file })
        if (paste) checks.push(paste.check)
      }
    }
    const { files, manifestBytes, nextSession, nextFile } = await writer.commit()
    const readTo = from + wholeBytes
    const tail = readBytes(disk.path, Math.max(0, readTo - TAIL_BYTES), readTo) ?? new Uint8Array(0)
    checks.push({ disk, file: undefined, readBytes: readTo, tailHash: hashOf(tail) })
    store.transaction(() => {
      writeRows(store, { kept, files, checks })
      writeArchiveStart(store, { manifestBytes, nextSession, nextFile })
      noteCommit(store)
    })
  } catch (error) {
    writer.abort()
    throw error
  }
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

/** It only grew: what was read of it is still there. */
function isContinued({ disk, check }: HistoryLog): boolean {
  if (!check || disk.sizeBytes < check.readBytes) return false
  const tail = readBytes(disk.path, Math.max(0, check.readBytes - TAIL_BYTES), check.readBytes)
  return tail !== undefined && hashOf(tail) === check.tailHash
}

function groupBySession(
  parts: readonly HistoryPart[],
  store: Store,
  configPath: string,
): ReadonlyMap<number, readonly HistoryPart[]> {
  const groups = new Map<number, HistoryPart[]>()
  for (const part of parts) {
    const { sessionId } = part
    if (sessionId !== undefined && store.get('SELECT 1 AS found FROM forgotten WHERE id = ?', [sessionId])) continue
    const session = sessionId === undefined ? NO_SESSION : findSession(store, sessionId, configPath)
    const group = groups.get(session)
    if (group) group.push(part)
    else groups.set(session, [part])
  }
  return groups
}

const NO_SESSION = 0

function findSession(store: Store, id: string, configPath: string): number {
  const row = store.get('SELECT session FROM sessions WHERE id = ? ORDER BY config_path IS NOT ?, session LIMIT 1', [
    id,
    configPath,
  ])
  return (row?.session as number | undefined) ?? NO_SESSION
}

interface Keeper {
  readonly store: Store
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly at: number
  /** The log was read from its beginning, not from where it was left. */
  readonly isWhole: boolean
}

function keepPart(
  keeper: Keeper,
  { session, disk, bytes }: { session: number; disk: DiskFile; bytes: Buffer },
): ChangedFile | undefined {
  const known = readKnownFiles(keeper.store, session).find(file => file.role === 'history' && file.path === disk.path)
  const missing = known ? missingPart(keeper, known, bytes) : undefined
  if (missing?.length === 0) return undefined
  const { agentId, workflowId, role, path, place, mtimeMs } = disk
  const { stream, file, generation } = openPart(keeper, { session, disk, known, isContinued: missing !== undefined })
  stream.append(missing ?? bytes)
  stream.finish({ mtimeMs })
  return { file, role, path, place, agentId, workflowId, generation, mtimeMs, blob: undefined }
}

/** What of the lines is not kept yet; undefined where what is kept is something else. */
function missingPart({ folder, isWhole }: Keeper, known: KnownFile, bytes: Buffer): Buffer | undefined {
  const kept = openKept(folder, known)
  if (isWhole) {
    if (kept.rawBytes > bytes.length) return undefined
    const isPrefix = Buffer.compare(kept.read(0, kept.rawBytes), bytes.subarray(0, kept.rawBytes)) === 0
    return isPrefix ? bytes.subarray(kept.rawBytes) : undefined
  }
  // A sync that was cut off may have kept these lines already.
  const end = kept.read(Math.max(0, kept.rawBytes - bytes.length), kept.rawBytes)
  return Buffer.compare(end, bytes) === 0 ? bytes.subarray(bytes.length) : bytes
}

function openPart(
  { writer, at }: Keeper,
  part: { session: number; disk: DiskFile; known: KnownFile | undefined; isContinued: boolean },
): { readonly stream: StreamAppender; readonly file: number; readonly generation: number } {
  const { known, disk, session } = part
  if (known && part.isContinued) {
    return { stream: writer.openStream(known), file: known.file, generation: known.generation }
  }
  const { role, path, place, agentId, workflowId } = disk
  const file = known?.file ?? writer.addFile({ session, role, storage: 'stream', agentId, workflowId })
  const why = known ? 'rewritten' : 'new'
  const state = writer.beginGeneration({ file, generation: (known?.generation ?? 0) + 1, path, place, why, at })
  return { stream: writer.openStream(state), file, generation: state.generation }
}

/** Long pastes stand in files of their own, with or without an ending. */
function keepPaste(
  { store, writer, at }: Keeper,
  { session, configPath, name }: { session: number; configPath: string; name: string },
): { readonly file: ChangedFile; readonly check: NewCheck } | undefined {
  for (const fileName of [name, `${name}.txt`]) {
    const path = join(configPath, 'paste-cache', fileName)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) continue
    const known = readKnownFiles(store, session).find(file => file.role === 'paste' && file.path === path)
    if (known) return undefined
    const names = {
      role: 'paste' as const,
      path,
      place: `paste-cache/${fileName}`,
      agentId: undefined,
      workflowId: undefined,
    }
    const disk = { ...names, sizeBytes: stat.size, mtimeMs: stat.mtimeMs, identity: `${stat.dev}:${stat.ino}` }
    const file = writer.addFile({ session, role: 'paste', storage: 'blob', agentId: undefined, workflowId: undefined })
    const kept = keepBlob(disk, { file, known: undefined, isMoved: false, at }, { writer, work: noWork() })
    if (!kept) return undefined
    const { mtimeMs } = stat
    const changed = { ...names, file, generation: kept.generation, mtimeMs, blob: kept.blob }
    return { file: changed, check: { disk, file, readBytes: stat.size, tailHash: '' } }
  }
  return undefined
}
