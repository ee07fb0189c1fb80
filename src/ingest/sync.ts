/**
 * ingest/ brings sessions from disk into the archive and from there into the index. Bytes come first: nothing is indexed
 * that is not kept. It reads only what is new, tells what it did in numbers, and heals what an earlier run left behind.
 */
import type { Root } from '../source/roots.ts'
import type { Store } from '../store/store.ts'
import { createExcluder } from './exclude.ts'
import type { FoldCache } from './fold-cache.ts'
import { keepHistories } from './keep-history.ts'
import { readKnown, readKnownFiles } from './known.ts'
import { markMissing } from './mark-missing.ts'
import { type ChangedFolder, type Plan, type PlannedSession, planSync } from './plan.ts'
import { runIngest } from './run-ingest.ts'
import { countCommits, createStoreBatches, noteCommit } from './store-batches.ts'
import { buildReport, type SyncProgress, type SyncReport, SyncTally } from './sync-report.ts'
import type { WorkItem } from './work-item.ts'
import { countGone, openWritableKeep, peekIndex, type WritableKeep } from './writable-keep.ts'

export interface SyncRequest {
  /** Where backscroll keeps its things. */
  readonly keepDir: string
  readonly roots: readonly Root[]
  /** Projects that are kept out: their names, ends of their paths, or folders they lie in. */
  readonly exclude: readonly string[]
  readonly threads: number
  now(): number
  /** Stops after the session at hand; what was done stays. */
  readonly signal?: AbortSignal | undefined
  /** A quick sync: newest first, and no longer than this. */
  readonly budgetMs?: number | undefined
  /** How long to wait for another sync. */
  readonly waitForLockMs: number
  /** Sessions come from another machine or a backup. */
  readonly isImport?: boolean | undefined
  /** Only these project folders are looked at. */
  readonly folders?: readonly ChangedFolder[] | undefined
  /** In a process that stays: sessions it has read before. */
  readonly folds?: FoldCache | undefined
  onProgress?(progress: SyncProgress): void
  onStep?(sentence: string): void
}

/** Reading and indexing do about 40 MB a second: what would take longer than the time given is left. */
const BYTES_PER_MS = 30_000
/** Sessions that were written to last are those that grow next. */
const KEPT_STATES = 32

export async function syncSources(request: SyncRequest): Promise<SyncReport> {
  const startedAt = request.now()
  const isQuick = request.budgetMs !== undefined
  const scope = {
    roots: request.roots,
    folders: request.folders,
    isThorough: !isQuick,
    isExcluded: createExcluder(request.exclude),
  }
  request.onProgress?.({ phase: 'list', sessions: 0, sessionsDone: 0, bytes: 0, bytesDone: 0 })
  const peeked = peekIndex(request.keepDir, request.folders)
  if (!peeked.isReady && isQuick) return buildReport(request, { startedAt, needsSync: true })
  const planned = peeked.isReady ? planSync({ ...scope, known: peeked.known }) : undefined
  if (planned && isNothing(planned)) {
    const gone = isQuick || request.folders ? undefined : await noteVisit(request)
    return buildReport(request, { startedAt, plan: planned, gone })
  }
  const keep = await openWritableKeep(request, { isFresh: false, isThorough: !isQuick && !request.folders })
  if (!keep) return buildReport(request, { startedAt, plan: planned, isBusy: true })
  try {
    const isStale = keep.caughtUp > 0 || countCommits(keep.store) !== peeked.commits
    const plan =
      planned && !isStale
        ? planned
        : planSync({
            ...scope,
            known: readKnown(
              keep.store,
              request.folders?.map(({ path }) => path),
            ),
          })
    return await syncInto(keep, { ...request, plan, startedAt, isQuick })
  } catch (error) {
    request.folds?.clear()
    throw error
  } finally {
    keep.close()
  }
}

async function syncInto(
  keep: WritableKeep,
  request: SyncRequest & { readonly plan: Plan; readonly startedAt: number; readonly isQuick: boolean },
): Promise<SyncReport> {
  const { store, paths } = keep
  const { plan, startedAt, isQuick, keepDir, threads, now } = request
  const budgetMs = request.budgetMs ?? Number.POSITIVE_INFINITY
  const { folds } = request
  if (folds && folds.commits !== countCommits(store)) folds.clear()
  const chosen = isQuick ? chooseQuick(plan, budgetMs) : plan.changed
  const bytes = chosen.reduce((sum, { newBytes }) => sum + newBytes, 0)
  const tally = new SyncTally()
  tally.problems.push(...keep.problems)
  let read = 0
  const tell = (phase: SyncProgress['phase']): void => {
    const bytesDone = Math.min(bytes, tally.newBytes + read)
    request.onProgress?.({ phase, sessions: chosen.length, sessionsDone: tally.done, bytes, bytesDone })
  }
  const shouldStop = (): boolean => request.signal?.aborted === true || now() - startedAt > budgetMs
  const batches = createStoreBatches(store, keepDir, done => {
    tally.take(done)
    read = 0
    tell('read')
  })
  const onRead = (more: number): void => {
    read += more
    tell('read')
  }
  tell('read')
  keep.expect(bytes)
  const shared = { keepDir, folder: paths.archive, threads, batches, shouldStop, now, folds, onRead }
  const items = chosen.map((planned, at) => toItem(store, planned, { at, isImport: request.isImport === true }))
  if (items.length > 0) await runIngest({ ...shared, start: keep.start(), items })
  if (!shouldStop()) await keepHistories(plan.histories, keep, { now })
  tell('finish')
  markMissing(store, plan, now())
  tidy(store, { now: now(), isQuick })
  if (folds) folds.commits = countCommits(store)
  return buildReport(request, {
    startedAt,
    plan,
    tally,
    gone: isQuick || request.folders ? undefined : countGone(store),
  })
}

/** Saved states are for sessions that grow; the time of the last sync is for people. */
function tidy(store: Store, { now, isQuick }: { now: number; isQuick: boolean }): void {
  store.transaction(() => {
    store.run(
      'DELETE FROM states WHERE session NOT IN (SELECT session FROM states ORDER BY saved_at DESC, session DESC LIMIT ?)',
      [2 * KEPT_STATES],
    )
    if (!isQuick) store.meta.set('last_sync_at', String(now))
    noteCommit(store)
  })
}

/** A whole sync that found nothing to do still notes that it was here, and says how many sessions are kept only. */
async function noteVisit(request: SyncRequest): Promise<number | undefined> {
  const keep = await openWritableKeep({ ...request, waitForLockMs: 0 }, { isFresh: false, isThorough: true })
  if (!keep) return undefined
  try {
    keep.store.meta.set('last_sync_at', String(request.now()))
    return countGone(keep.store)
  } finally {
    keep.close()
  }
}

/** As many as fit into the time, newest first. */
function chooseQuick(plan: Plan, budgetMs: number): readonly PlannedSession[] {
  let room = budgetMs * BYTES_PER_MS
  return plan.changed.filter(({ newBytes }) => {
    if (newBytes > room) return false
    room -= newBytes
    return true
  })
}

function toItem(store: Store, planned: PlannedSession, { at, isImport }: { at: number; isImport: boolean }): WorkItem {
  const { source, known, isMoved, transcripts, others, checks, newBytes } = planned
  const { id, name, folder, root, agents, companionFolder } = source
  const session = known?.session
  const files = session === undefined ? [] : readKnownFiles(store, session)
  const state = session === undefined ? undefined : store.get('SELECT state FROM states WHERE session = ?', [session])
  return {
    source: { id, name, folder, root, agents, companionFolder },
    session,
    isMoved,
    isImported: known?.isImported ?? isImport,
    transcripts,
    others,
    files,
    checks,
    state: state?.state as Uint8Array | undefined,
    keepsState: at < KEPT_STATES,
    project: known?.project,
    newBytes,
  }
}

function isNothing({ changed, missing, returned, histories }: Plan): boolean {
  return changed.length === 0 && missing.length === 0 && returned.length === 0 && histories.length === 0
}
