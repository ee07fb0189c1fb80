import { existsSync } from 'node:fs'
import { keepPaths } from '../../ingest/keep-paths.ts'
import type { SyncReport } from '../../ingest/sync-report.ts'
import { type Keep, openKeep } from '../../query/keep.ts'
import { listKeptNames } from '../../query/library.ts'
import { findRoots } from '../../source/roots.ts'
import { formatNumberOf } from '../../text/count.ts'
import { sanitizeLine, sanitizeText } from '../../text/sanitize.ts'
import type { App } from './app.ts'
import { reportIndexProblem } from './ask-library.ts'
import { listExcluded, runSync } from './run-sync.ts'

const BUDGET_MS = 100
/** A watch holds the lock for moments. */
const WAIT_MS = 1000

/**
 * Opens what is kept, after a look at what changed since: at most a tenth of a second of reading, and one sentence where
 * that was not enough. Undefined where nothing is kept. Never fails: what the disk has can be shown without it.
 */
export async function freshen(app: App): Promise<Keep | undefined> {
  return openAfter(app, await syncQuickly(app, false))
}

/** The same for whoever reads the transcripts themselves: nothing that is shown can be old. */
export async function freshenQuietly(app: App): Promise<Keep | undefined> {
  await syncQuickly(app, false)
  return openKept(app)
}

/** The same after a glance, which costs milliseconds at any size. */
export async function freshenAtAGlance(app: App): Promise<Keep | undefined> {
  return openAfter(app, await syncAtAGlance(app))
}

/** Only the glance, for a process that stays: what it found, undefined where it could not look. */
export function syncAtAGlance(app: App): Promise<SyncReport | undefined> {
  return syncQuickly(app, true)
}

/** Without a look at the disk. One sentence where there is an index that cannot be used. */
export function openKept(app: App): Keep | undefined {
  const keep = app.isDemo ? undefined : openKeep(keepPaths(app.keepDir))
  if (keep?.indexProblem) reportIndexProblem(app, keep.indexProblem)
  return keep
}

/** The same after a whole sync, which takes its time and shows how far it is. The first one makes the archive. */
export async function syncFirst(app: App): Promise<Keep | undefined> {
  // The first one, and one that makes the index anew, take long enough to say so; the others are no news.
  const says = app.json ? 'none' : hasIndex(app) ? 'long' : 'all'
  const report = await trySync(app, isWorthSync, () => runSync(app, { waitForLockMs: WAIT_MS, says }))
  return openAfter(app, report)
}

/** Says if it shows older data; an index that cannot be used is never older. */
function openAfter(app: App, report: SyncReport | undefined): Keep | undefined {
  const keep = openKept(app)
  if (report && !keep?.indexProblem) reportAge(app, report)
  return keep
}

function syncQuickly(app: App, isGlance: boolean): Promise<SyncReport | undefined> {
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

/** Whatever goes wrong in a sync becomes one sentence: the answer can be given without it. */
async function trySync(
  app: App,
  isWanted: (app: App) => boolean,
  sync: () => Promise<SyncReport>,
): Promise<SyncReport | undefined> {
  try {
    return !app.isDemo && isWanted(app) && isOwn(app) ? await sync() : undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    app.err.line(`backscroll: nothing new could be kept: ${sanitizeLine(message)}`)
    if (app.env.BACKSCROLL_DEBUG === '1' && error instanceof Error) app.err.line(sanitizeText(error.stack ?? ''))
    return undefined
  }
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
