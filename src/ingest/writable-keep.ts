import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { manifestSize } from '../archive/archive-folder.ts'
import { readManifest } from '../archive/read-manifest.ts'
import { recoverArchive } from '../archive/recover-archive.ts'
import type { SourceProblem } from '../source/problem.ts'
import { beginBulkLoad, endBulkLoad, isBulkLoading } from '../store/bulk-load.ts'
import { toValues } from '../store/define-table.ts'
import { eraseTraces, hasTraces } from '../store/forget-session.ts'
import { takeLock } from '../store/lock.ts'
import { openStoreForWriting, removeStore } from '../store/open-store.ts'
import { readRows } from '../store/read-rows.ts'
import { createRowWriter } from '../store/row-writer.ts'
import { recreateSchema } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
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
    store = openIndex(paths, options.isFresh)
    const opened = store
    let isBulk = false
    const expect = (bytes: number): void => {
      if (isBulk || !paysBulk(opened, bytes)) return
      beginBulkLoad(opened)
      isBulk = true
    }
    const caught = await catchUp(opened, paths, request, expect)
    return {
      store: opened,
      paths,
      caughtUp: caught.sessions,
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

/** An index that is damaged or of other code is made anew: the archive has everything. */
function openIndex(paths: KeepPaths, isFresh: boolean): Store {
  const store = openOrReplace(paths, isFresh)
  const syncedAt = store.state === 'must-rebuild' ? undefined : store.meta.get('last_sync_at')
  const seen = store.state === 'must-rebuild' ? [] : readRows(store, checks)
  if (isFresh || store.state === 'must-rebuild' || (store.meta.get('derivation') ?? DERIVATION) !== DERIVATION) {
    store.transaction(() => {
      recreateSchema(store)
      store.meta.set('last_sync_at', syncedAt)
      // What the disk looked like stays true: reading everything again would find the same.
      createRowWriter(store).insert(
        checks,
        seen.map(row => toValues(checks, row)),
      )
    })
  }
  if (store.meta.get('derivation') !== DERIVATION) store.meta.set('derivation', DERIVATION)
  return store
}

function openOrReplace({ index }: KeepPaths, isFresh: boolean): Store {
  try {
    return openStoreForWriting(index)
  } catch (error) {
    const code = error instanceof UserError ? error.code : undefined
    if (code !== 'index-damaged' && !(isFresh && code === 'index-newer')) throw error
    removeStore(index)
    return openStoreForWriting(index)
  }
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
  const shared = { keepDir, threads, now, folder: paths.archive, batches, shouldStop, onRead }
  const end = items.length > 0 ? await runIngest({ ...shared, start, items }) : start
  if (done.sessions < items.length) {
    throw new UserError({
      code: 'interrupted',
      message: 'the index was not finished',
      hint: 'Run `backscroll sync`: it goes on where this one stopped.',
    })
  }
  endCatchUp(store, end)
  unfinished.clearAll()
  return { sessions: items.length, parsedEntries: done.work.parsedEntries, problems }
}
