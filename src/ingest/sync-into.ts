import { listGone } from '../store/gone-sessions.ts'
import type { Store } from '../store/store.ts'
import { isDamage } from '../store/store-error.ts'
import { type DamagedFile, dropHealed, readDamaged } from './damaged-files.ts'
import type { Excluder } from './exclude.ts'
import { noteFolders } from './glance.ts'
import { countCommits, noteCommit } from './index-meta.ts'
import { keepHistories } from './keep-history.ts'
import { isKeptAlready } from './kept-already.ts'
import { readKnown, readKnownFiles } from './known.ts'
import { markMissing } from './mark-missing.ts'
import { type Plan, type PlannedSession, type PlanRequest, planSync } from './plan.ts'
import { runIngest } from './run-ingest.ts'
import { createStoreBatches } from './store-batches.ts'
import type { SyncRequest } from './sync.ts'
import { buildReport, type SyncProgress, type SyncReport, SyncTally } from './sync-report.ts'
import type { WorkItem } from './work-item.ts'
import { openWritableKeep, type WritableKeep } from './writable-keep.ts'

/** Reading and indexing do about 40 MB a second: what would take longer than the time given is left. */
const BYTES_PER_MS = 30_000
/** Sessions that were written to last are those that grow next. */
const KEPT_STATES = 64
const MAX_STATES = 500

export interface FoundWork extends SyncRequest {
  readonly scope: Omit<PlanRequest, 'known'>
  readonly excluder: Excluder
  readonly startedAt: number
  /** What was planned without the lock, and the count of commits it was planned by. */
  readonly peeked: { readonly plan: Plan; readonly commits: number } | undefined
}

/** Does what is to do, under the lock. An index that turns out to be damaged on the way is made anew, once. */
export async function syncInto(request: FoundWork): Promise<SyncReport> {
  try {
    return await syncOnce(request)
  } catch (error) {
    if (!isDamage(error)) throw error
    return await syncOnce({ ...request, peeked: undefined })
  }
}

async function syncOnce(request: FoundWork): Promise<SyncReport> {
  const { scope, peeked, startedAt, folders, keepDir } = request
  const isQuick = request.budgetMs !== undefined
  const keep = await openWritableKeep(request, { isFresh: false, isThorough: !isQuick && !folders })
  if (!keep) return buildReport(request, { startedAt, plan: peeked?.plan, isBusy: true })
  try {
    const damaged = readDamaged(keepDir)
    const isStale = keep.caughtUp > 0 || countCommits(keep.store) !== peeked?.commits
    const plan =
      peeked && !isStale ? peeked.plan : planSync({ ...scope, known: readKnown(keep.store, { folders, damaged }) })
    return await syncPlanned(keep, { ...request, plan, isQuick, damaged })
  } catch (error) {
    request.folds?.clear()
    throw error
  } finally {
    keep.close()
  }
}

async function syncPlanned(
  keep: WritableKeep,
  request: FoundWork & {
    readonly plan: Plan
    readonly isQuick: boolean
    readonly damaged: readonly DamagedFile[]
  },
): Promise<SyncReport> {
  const { store, paths } = keep
  const { plan, startedAt, isQuick, keepDir, threads, now, excluder } = request
  const budgetMs = request.budgetMs ?? Number.POSITIVE_INFINITY
  const { folds } = request
  if (folds && folds.commits !== countCommits(store)) folds.clear()
  const fresh = request.isImport
    ? plan.changed.filter(found => !isKeptAlready(store, paths.archive, found))
    : plan.changed
  const chosen = isQuick ? chooseQuick(plan, budgetMs - (now() - startedAt)) : fresh
  const bytes = chosen.reduce((sum, { newBytes }) => sum + newBytes, 0)
  const tally = new SyncTally()
  tally.problems.push(...keep.problems)
  let read = 0
  const tell = (phase: SyncProgress['phase']): void => {
    const bytesDone = Math.min(bytes, tally.newBytes + read)
    request.onProgress?.({ phase, sessions: chosen.length, sessionsDone: tally.done, bytes, bytesDone })
  }
  // A clock that was set back says nothing of how long this took: what is left is read the next time.
  const isOver = (): boolean => now() < startedAt || now() - startedAt > budgetMs
  const shouldStop = (): boolean =>
    request.signal?.aborted === true || (budgetMs !== Number.POSITIVE_INFINITY && isOver())
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
  const shared = {
    keepDir,
    folder: paths.archive,
    threads,
    batches,
    shouldStop,
    now,
    folds,
    onRead,
    problems: tally.problems,
  }
  const items = chosen.map((planned, at) =>
    toItem(store, planned, { at, isImport: request.isImport === true, damaged: request.damaged }),
  )
  if (items.length > 0) await runIngest({ ...shared, start: keep.start(), items })
  // Which sessions are excluded is known when all of them were looked at: until then no line may be kept.
  const logs = request.folders && !excluder.isEmpty ? [] : plan.histories
  if (!shouldStop()) await keepHistories(keep, { keepDir, logs, excluder, problems: tally.problems, now })
  tell('finish')
  markMissing(store, plan, now())
  dropHealed(keepDir, ({ file, generation }) => isHealed(store, file, generation))
  const isNarrow = request.folders?.some(({ names }) => names) ?? false
  tidy(store, { now: now(), isSync: !isQuick && !isNarrow && !shouldStop() })
  // What a sync that was stopped has left would be hidden from the next glance.
  if (!isQuick && !request.folders && !shouldStop()) {
    noteFolders(store, { sources: plan.sources, roots: request.roots, startedAt })
  }
  if (folds) folds.commits = countCommits(store)
  tally.skipped = plan.changed.length - fresh.length
  return buildReport(request, {
    startedAt,
    plan,
    tally,
    isIndexMended: keep.isMended,
    gone: isQuick || request.folders ? undefined : listGone(store).size,
  })
}

/** A newer generation has taken its place, or it was forgotten. */
function isHealed(store: Store, file: number, generation: number): boolean {
  const row = store.get('SELECT generation FROM files WHERE file = ?', [file])
  return row === undefined || (row.generation as number) > generation
}

/** Saved states are for sessions that grow; the time of the last sync is for people, who take it for one that ended. */
function tidy(store: Store, { now, isSync }: { now: number; isSync: boolean }): void {
  store.transaction(() => {
    store.run(
      'DELETE FROM states WHERE session NOT IN (SELECT session FROM states ORDER BY saved_at DESC, session DESC LIMIT ?)',
      [MAX_STATES],
    )
    if (isSync) store.meta.set('last_sync_at', String(now))
    noteCommit(store)
  })
}

/** As many as fit into the time, newest first. */
function chooseQuick(plan: Plan, budgetMs: number): readonly PlannedSession[] {
  let room = budgetMs * BYTES_PER_MS
  return plan.changed.filter(({ newBytes, known }) => {
    // Without a saved state the whole session is read from the archive again.
    const cost = newBytes + (known && !known.hasState ? known.sizeBytes : 0)
    if (cost > room) return false
    room -= cost
    return true
  })
}

function toItem(
  store: Store,
  planned: PlannedSession,
  { at, isImport, damaged }: { at: number; isImport: boolean; damaged: readonly DamagedFile[] },
): WorkItem {
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
    damaged: damaged.filter(({ file }) => files.some(known => known.file === file)),
    project: known?.project,
    newBytes,
  }
}
