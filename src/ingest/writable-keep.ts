import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { manifestSize } from '../archive/archive-folder.ts'
import { readManifest } from '../archive/read-manifest.ts'
import { recoverArchive } from '../archive/recover-archive.ts'
import type { SourceProblem } from '../source/problem.ts'
import { beginBulkLoad, endBulkLoad, isBulkLoading } from '../store/bulk-load.ts'
import { isSoundTable } from '../store/check-store.ts'
import { isNotedDamaged } from '../store/damage-note.ts'
import { type SqlValue, toValues } from '../store/define-table.ts'
import { eraseTraces, hasTraces } from '../store/forget-session.ts'
import { takeLock } from '../store/lock.ts'
import { openStoreForReading, openStoreForWriting, removeStore, replaceStore } from '../store/open-store.ts'
import { readRows } from '../store/read-rows.ts'
import { createRowWriter } from '../store/row-writer.ts'
import { recreateSchema } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { isDamage } from '../store/store-error.ts'
import { checks } from '../store/tables/kept.ts'
import { UserError } from '../user-error.ts'
import { beginCatchUp, DERIVATION, endCatchUp, isCatchingUp, readArchiveStart } from './index-meta.ts'
import type { ArchiveStart } from './ingest-batches.ts'
import { type KeepPaths, keepPaths } from './keep-paths.ts'
import { reconcile } from './reconcile.ts'
import { runIngest } from './run-ingest.ts'
import { createStoreBatches } from './store-batches.ts'
import type { SyncProgress } from './sync-report.ts'
import { openUnfinished } from './unfinished.ts'
import { noWork } from './work-item.ts'

export interface WritableKeepRequest {
  readonly keepDir: string
  readonly waitForLockMs: number
  readonly threads: number
  now(): number
  readonly signal?: AbortSignal | undefined
  onProgress?(progress: SyncProgress): void
  onStep?(sentence: string): void
}

/** Archive and index, locked for writing, the index as far as the archive. */
export interface WritableKeep {
  readonly store: Store
  readonly paths: KeepPaths
  /** Sessions that were read again from the archive, and what that found. */
  readonly caughtUp: number
  /** The index was damaged: this is another one. */
  readonly isMended: boolean
  readonly parsedEntries: number
  readonly problems: readonly SourceProblem[]
  /** Where the archive goes on now. */
  start(): ArchiveStart
  /** How much is about to come. */
  expect(bytes: number): void
  close(): void
}

/** Undefined while another process writes. */
export async function openWritableKeep(
  request: WritableKeepRequest,
  options: { readonly isFresh: boolean; readonly isThorough: boolean },
): Promise<WritableKeep | undefined> {
  const paths = keepPaths(request.keepDir)
  makeFolder(request.keepDir)
  const lock = await takeLock(paths.lock, {
    waitMs: request.waitForLockMs,
    onWait: () => request.onStep?.('Another backscroll is writing; waiting for it to end.'),
    ...(request.signal ? { signal: request.signal } : {}),
  })
  if (!lock) return undefined
  let store: Store | undefined
  try {
    requireManifest(paths)
    const found = openIndex(paths, options.isFresh)
    store = found.store
    let isBulk = false
    const expect = (bytes: number): void => {
      if (isBulk || !store || !paysBulk(store, bytes)) return
      beginBulkLoad(store)
      isBulk = true
    }
    const caught = await catchUp(store, paths, request, expect)
    if (found.isBeside) {
      putInOrder(store)
      store.close()
      isBulk = false
      replaceStore(newIndexPath(paths), paths.index)
      store = openStoreForWriting(paths.index)
    }
    const opened = store
    return {
      store: opened,
      paths,
      caughtUp: caught.sessions,
      isMended: found.isBeside && !options.isFresh,
      parsedEntries: caught.parsedEntries,
      problems: caught.problems,
      start: () => readArchiveStart(opened) ?? startOf(paths),
      expect,
      close() {
        try {
          if (isBulk || options.isThorough) putInOrder(opened)
          opened.close()
        } finally {
          lock.release()
        }
      },
    }
  } catch (error) {
    store?.close()
    lock.release()
    throw error
  }
}

/** What a run that was cut off put off or left behind. */
function putInOrder(store: Store): void {
  if (isBulkLoading(store)) endBulkLoad(store)
  if (hasTraces(store)) eraseTraces(store)
}

/** Without its manifest nobody knows what the archive holds: starting a second one over it would hide that. */
function requireManifest({ archive }: KeepPaths): void {
  if (manifestSize(archive) > 0 || !existsSync(join(archive, 'streams'))) return
  const names = readdirSync(join(archive, 'streams'), { recursive: true, encoding: 'utf8' })
  // Tails get their names after the manifest has theirs: without one, a first sync was cut off, and nothing is lost.
  if (!names.some(name => name.endsWith('.tail.zst'))) return
  throw new UserError({
    code: 'manifest-lost',
    message: `${join(archive, 'manifest.jsonl')} is missing, and the archive holds files`,
    hint: 'Put the manifest back from a backup. To begin anew, move the folder `archive` away: nothing in it is lost.',
  })
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const { code = String(cause) } = cause as { code?: string }
    throw new UserError({
      code: 'keep-unwritable',
      message: `${path} cannot be made (${code}), so nothing can be kept`,
      hint: 'Set BACKSCROLL_HOME to a folder you may write to.',
      cause,
    })
  }
}

interface FoundIndex {
  readonly store: Store
  /** It is a new one beside the old, to be put in its place when it is whole. */
  readonly isBeside: boolean
}

/** The archive has everything: an index of other code is made again, and so is one that is damaged, which nobody reads. */
function openIndex(paths: KeepPaths, isFresh: boolean): FoundIndex {
  if (!isFresh) {
    let store: Store | undefined
    try {
      store = openStoreForWriting(paths.index)
      takeOver(store)
      removeStore(newIndexPath(paths))
      return { store, isBeside: false }
    } catch (error) {
      store?.close()
      if (!isDamage(error)) throw error
    }
  }
  return { store: openBeside(paths, isFresh), isBeside: true }
}

function newIndexPath({ index }: KeepPaths): string {
  return `${index}.new`
}

/** An attempt that was cut off is gone on with, unless somebody wants it from the beginning. */
function openBeside(paths: KeepPaths, isFresh: boolean): Store {
  const path = newIndexPath(paths)
  const kept = isFresh ? readSound(paths.index) : undefined
  if (isFresh && !isNotedDamaged(paths.index)) removeStore(path)
  const store = openOrRemove(path)
  if (store.state === 'new' && kept) {
    store.transaction(() => {
      store.meta.set('last_sync_at', kept.syncedAt)
      createRowWriter(store).insert(checks, kept.seen)
    })
  }
  return takeOver(store)
}

function openOrRemove(path: string): Store {
  try {
    return openStoreForWriting(path)
  } catch (error) {
    if (!isDamage(error)) throw error
    removeStore(path)
    return openStoreForWriting(path)
  }
}

/** What the disk looked like stays true: reading everything again would find the same. Not from an index in doubt. */
function readSound(path: string): { readonly syncedAt: string | undefined; readonly seen: SqlValue[][] } | undefined {
  let store: Store | undefined
  try {
    store = openStoreForReading(path)
    if (!store || !isSoundTable(store, checks)) return undefined
    return { syncedAt: store.meta.get('last_sync_at'), seen: readRows(store, checks).map(row => toValues(checks, row)) }
  } catch (error) {
    if (!(error instanceof UserError) || error.code === 'index-foreign') throw error
    return undefined
  } finally {
    store?.close()
  }
}

/** Of other code, it is emptied, to be filled again from the archive; readers have the old rows until it is filled. */
function takeOver(store: Store): Store {
  const isOther = store.state === 'must-rebuild'
  const syncedAt = isOther ? undefined : store.meta.get('last_sync_at')
  const seen = isOther ? [] : readRows(store, checks)
  if (isOther || (store.meta.get('derivation') ?? DERIVATION) !== DERIVATION) {
    store.transaction(() => {
      recreateSchema(store)
      store.meta.set('last_sync_at', syncedAt)
      createRowWriter(store).insert(
        checks,
        seen.map(row => toValues(checks, row)),
      )
    })
  }
  if (store.meta.get('derivation') !== DERIVATION) store.meta.set('derivation', DERIVATION)
  return store
}

/** A bulk load takes the indexes away and puts them back: worth it where most of the index is about to come. */
function paysBulk(store: Store, bytes: number): boolean {
  if (bytes < MIN_BULK_BYTES) return false
  const row = store.get('SELECT coalesce(sum(size_bytes), 0) AS bytes FROM sessions')
  return bytes > (row?.bytes as number)
}

const MIN_BULK_BYTES = 64 * 1024 * 1024

function startOf({ archive }: KeepPaths): ArchiveStart {
  const { bytes, nextSession, nextFile } = readManifest(archive)
  return { manifestBytes: bytes, nextSession, nextFile }
}

interface CaughtUp {
  readonly sessions: number
  readonly parsedEntries: number
  readonly problems: readonly SourceProblem[]
}

/** The archive commits before the index: after a crash, or with a new index, what is between the two is read again. */
async function catchUp(
  store: Store,
  paths: KeepPaths,
  request: WritableKeepRequest,
  expect: (bytes: number) => void,
): Promise<CaughtUp> {
  const unfinished = openUnfinished(request.keepDir)
  const noted = unfinished.list()
  const isSame = readArchiveStart(store)?.manifestBytes === manifestSize(paths.archive)
  if (isSame && noted.length === 0 && !isCatchingUp(store)) return { sessions: 0, parsedEntries: 0, problems: [] }
  await recoverArchive(paths.archive)
  const manifest = readManifest(paths.archive)
  const problems: SourceProblem[] = []
  const items = reconcile(store, { folder: paths.archive, manifest, unfinished: noted }, problems)
  if (items.length > 0) beginCatchUp(store)
  const start = { manifestBytes: manifest.bytes, nextSession: manifest.nextSession, nextFile: manifest.nextFile }
  const bytes = items.reduce((sum, { newBytes }) => sum + newBytes, 0)
  const done = { sessions: 0, bytes: 0, read: 0, work: noWork() }
  const tell = (): void =>
    request.onProgress?.({
      phase: 'rebuild',
      sessions: items.length,
      sessionsDone: done.sessions,
      bytes,
      bytesDone: Math.min(bytes, done.bytes + done.read),
    })
  expect(bytes)
  if (items.length > 0) tell()
  const batches = createStoreBatches(store, request.keepDir, report => {
    done.sessions += report.items
    done.bytes += report.newBytes
    done.read = 0
    done.work.parsedEntries += report.work.parsedEntries
    problems.push(...report.problems)
    tell()
  })
  const shouldStop = (): boolean => request.signal?.aborted === true
  const { keepDir, threads, now } = request
  const onRead = (more: number): void => {
    done.read += more
    tell()
  }
  /** Sessions that could not be read: they still differ, so the next sync tries them again. */
  const failed: SourceProblem[] = []
  const shared = { keepDir, threads, now, folder: paths.archive, batches, shouldStop, onRead, problems: failed }
  const end = items.length > 0 ? await runIngest({ ...shared, start, items }) : start
  if (done.sessions + failed.length < items.length) {
    throw new UserError({
      code: 'interrupted',
      message: 'the index was not finished',
      hint: 'Run `backscroll sync`: it goes on where this one stopped.',
    })
  }
  endCatchUp(store, end)
  if (failed.length === 0) unfinished.clearAll()
  return { sessions: items.length, parsedEntries: done.work.parsedEntries, problems: [...problems, ...failed] }
}
