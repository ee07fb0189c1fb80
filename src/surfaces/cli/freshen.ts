import { existsSync } from 'node:fs'
import { listExcluded } from '../../config/list-excluded.ts'
import { keepPaths } from '../../ingest/keep-paths.ts'
import type { SyncReport } from '../../ingest/sync-report.ts'
import { type Keep, openKeep } from '../../query/keep.ts'
import { listKeptNames } from '../../query/library.ts'
import { findRoots } from '../../source/roots.ts'
import { formatNumberOf } from '../../text/count.ts'
import { sanitizeLine, sanitizeText } from '../../text/sanitize.ts'
import type { App } from './app.ts'
import { reportIndexProblem } from './ask-library.ts'
import { mendIndex } from './mend-index.ts'
import { runSync, SHORT_WAIT_MS } from './run-sync.ts'

const BUDGET_MS = 100

/**
 * Opens what is kept, after a look at what changed since: at most a tenth of a second of reading, and one sentence where
 * that was not enough. Undefined where nothing is kept. Never fails: what the disk has can be shown without it.
 */
export async function freshen(app: App): Promise<Keep | undefined> {
  return await openAfter(app, await syncQuickly(app, false))
}

/** The same for whoever reads the transcripts themselves: nothing that is shown can be old. */
export async function freshenQuietly(app: App): Promise<Keep | undefined> {
  tellFailure(app, await syncQuickly(app, false))
  return await openKept(app)
}

/** The same after a glance, which costs milliseconds at any size. */
export async function freshenAtAGlance(app: App): Promise<Keep | undefined> {
  return await openAfter(app, await syncQuickly(app, true))
}

/** Only the glance, for a process that stays: what it found, undefined where it could not look. Says nothing. */
export async function syncAtAGlance(app: App): Promise<SyncReport | undefined> {
  return (await syncQuickly(app, true)).report
}

/** Only the glance, for whoever looks at the index itself before anything is said. */
export async function glanceAtSources(app: App): Promise<{ tell(): void }> {
  const tried = await syncQuickly(app, true)
  return {
    tell() {
      tellFailure(app, tried)
      if (tried.report) reportAge(app, tried.report)
    },
  }
}

/** Without a look at the disk. One sentence where there is an index that cannot be used, or was damaged and is mended. */
export async function openKept(app: App): Promise<Keep | undefined> {
  return (await openMended(app)).keep
}

/** An index that is damaged is mended first. */
async function openMended(app: App): Promise<{ readonly keep: Keep | undefined; readonly isMended: boolean }> {
  const keep = app.isDemo ? undefined : openKeep(keepPaths(app.keepDir))
  if (keep?.indexProblem && (await mendIndex(app, keep.indexProblem))) {
    keep.close()
    return { keep: openNow(app), isMended: true }
  }
  if (keep?.indexProblem) reportIndexProblem(app, keep.indexProblem)
  return { keep, isMended: false }
}

function openNow(app: App): Keep | undefined {
  const keep = app.isDemo ? undefined : openKeep(keepPaths(app.keepDir))
  if (keep?.indexProblem) reportIndexProblem(app, keep.indexProblem)
  return keep
}

/** The same after a whole sync, which takes its time and shows how far it is. The first one makes the archive. */
export async function syncFirst(app: App): Promise<Keep | undefined> {
  // The first one, and one that makes the index anew, take long enough to say so; the others are no news.
  const says = app.json ? 'none' : hasIndex(app) ? 'long' : 'all'
  return await openAfter(
    app,
    await trySync(app, isWorthSync, () => runSync(app, { waitForLockMs: SHORT_WAIT_MS, says })),
  )
}

/** Says if it shows older data; an index that cannot be used is never older. */
async function openAfter(app: App, tried: TriedSync): Promise<Keep | undefined> {
  tellFailure(app, tried)
  const { keep, isMended } = await openMended(app)
  if (tried.report && !isMended && !keep?.indexProblem) reportAge(app, tried.report)
  return keep
}

function syncQuickly(app: App, isGlance: boolean): Promise<TriedSync> {
  return trySync(app, hasIndex, async () => {
    const { syncSources } = await import('../../ingest/sync.ts')
    return await syncSources({
      keepDir: app.keepDir,
      roots: findRoots(app.roots).roots,
      exclude: listExcluded(app),
      threads: 1,
      now: app.now,
      signal: app.signal,
      budgetMs: BUDGET_MS,
      isGlance,
      waitForLockMs: 0,
    })
  })
}

/** Neither is there where no sync was wanted. */
interface TriedSync {
  readonly report?: SyncReport
  readonly failure?: unknown
}

async function trySync(app: App, isWanted: (app: App) => boolean, sync: () => Promise<SyncReport>): Promise<TriedSync> {
  try {
    return !app.isDemo && isWanted(app) && isOwn(app) ? { report: await sync() } : {}
  } catch (failure) {
    return { failure }
  }
}

/** Whatever goes wrong in a sync becomes one sentence: the answer can be given without it. */
function tellFailure(app: App, { failure }: TriedSync): void {
  if (failure === undefined) return
  const message = failure instanceof Error ? failure.message : String(failure)
  app.err.line(`backscroll: nothing new could be kept: ${sanitizeLine(message)}`)
  if (app.env.BACKSCROLL_DEBUG === '1' && failure instanceof Error) app.err.line(sanitizeText(failure.stack ?? ''))
}

function hasIndex(app: App): boolean {
  return existsSync(keepPaths(app.keepDir).index)
}

function isWorthSync(app: App): boolean {
  return hasIndex(app) || findRoots(app.roots).roots.length > 0
}

/** Folders that somebody only looks at, with `--root`, are not taken into the archive by that. */
export function isOwn(app: App): boolean {
  if (!app.roots.override?.length || app.roots.overrideBy === 'roots') return true
  const keep = openKeep(keepPaths(app.keepDir))
  try {
    return keep !== undefined && listKeptNames(keep, app.roots).length > 0
  } finally {
    keep?.close()
  }
}

function reportAge(app: App, { isBusy, needsSync, left }: SyncReport): void {
  const next = `\`${app.commandName} sync\``
  if (isBusy) app.err.line('backscroll: a sync is running; what it has not read yet may be older here')
  else if (needsSync) app.err.line(`backscroll: the index is not up to date with the archive; ${next} mends it`)
  else if (left.older > 0) {
    const sessions = formatNumberOf(left.older, 'session has', 'sessions have')
    app.err.line(`backscroll: ${sessions} newer data; ${next} reads it`)
  }
}
