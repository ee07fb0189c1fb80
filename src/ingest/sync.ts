/**
 * ingest/ brings sessions from disk into the archive and from there into the index. Bytes come first: nothing is indexed
 * that is not kept. It reads only what is new, tells what it did in numbers, and heals what an earlier run left behind.
 */
import { join } from 'node:path'
import { clearRestores, RESTORE_NOTES } from '../archive/restore-note.ts'
import { createOwnRuns } from '../source/own-runs.ts'
import type { Root } from '../source/roots.ts'
import { createExcluder } from './exclude.ts'
import type { FoldCache } from './fold-cache.ts'
import { glance } from './glance.ts'
import { noteVisit, peekIndex } from './peek-index.ts'
import { type ChangedFolder, type Plan, planSync } from './plan.ts'
import { buildReport, type SyncProgress, type SyncReport } from './sync-report.ts'

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
  /** With `budgetMs`: only folders and sessions that a glance finds changed are looked at. */
  readonly isGlance?: boolean | undefined
  /** How long to wait for another sync. */
  readonly waitForLockMs: number
  /** Sessions come from another machine or a backup. */
  readonly isImport?: boolean | undefined
  /** Only these project folders are looked at, or sessions of these names in them. */
  readonly folders?: readonly ChangedFolder[] | undefined
  /** In a process that stays: sessions it has read before. */
  readonly folds?: FoldCache | undefined
  onProgress?(progress: SyncProgress): void
  onStep?(sentence: string): void
}

/** Looks first; what it takes to read and write is loaded only where there is something to do. */
export async function syncSources(asked: SyncRequest): Promise<SyncReport> {
  const startedAt = asked.now()
  const changed = asked.isGlance ? glance(asked.keepDir, asked.roots) : undefined
  if (changed?.length === 0) return buildReport(asked, { startedAt })
  const request = changed ? { ...asked, folders: changed } : asked
  const isQuick = request.budgetMs !== undefined
  const isWhole = !isQuick && !request.folders
  const { keepDir, roots, folders, isImport } = request
  const excluder = createExcluder(request.exclude)
  const { isOwnRun } = createOwnRuns(keepDir)
  if (isWhole) clearRestores(join(keepDir, RESTORE_NOTES))
  const scope = { roots, folders, isThorough: !isQuick, isImport, isExcluded: excluder.isExcluded, isOwnRun }
  request.onProgress?.({ phase: 'list', sessions: 0, sessionsDone: 0, bytes: 0, bytesDone: 0 })
  const peeked = peekIndex(keepDir, { folders, isThorough: isWhole })
  if (!peeked.isReady && isQuick) return buildReport(request, { startedAt, needsSync: true })
  const plan = peeked.isReady ? planSync({ ...scope, known: peeked.known }) : undefined
  if (plan && isNothing(plan)) {
    return buildReport(request, { startedAt, plan, gone: isWhole ? noteVisit(request, plan, startedAt) : undefined })
  }
  const { syncInto } = await import('./sync-into.ts')
  // The time given is for reading: loading the code that does it is not counted.
  const begunAt = isQuick ? request.now() : startedAt
  return syncInto({
    ...request,
    scope,
    excluder,
    startedAt: begunAt,
    peeked: plan && { plan, commits: peeked.commits },
  })
}

function isNothing({ changed, missing, returned, histories }: Plan): boolean {
  return changed.length === 0 && missing.length === 0 && returned.length === 0 && histories.length === 0
}
