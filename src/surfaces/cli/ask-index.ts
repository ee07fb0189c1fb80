import { keepPaths } from '../../ingest/keep-paths.ts'
import type { SyncReport } from '../../ingest/sync-report.ts'
import { hasArchive } from '../../query/has-archive.ts'
import { hasSessions, type IndexedKeep, requireIndex } from '../../query/indexed-keep.ts'
import { type Keep, openEmptyKeep, openKeep } from '../../query/keep.ts'
import { openLibrary } from '../../query/library.ts'
import { findRoots } from '../../source/roots.ts'
import { findDamage } from '../../store/check-store.ts'
import { isDamage } from '../../store/store-error.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { glanceAtSources, isOwn } from './freshen.ts'
import { makeLookFolder } from './look-folder.ts'
import { mendIndex } from './mend-index.ts'
import { reportProblems } from './report-problems.ts'
import { runSync, SHORT_WAIT_MS } from './run-sync.ts'

/**
 * Asks a question that needs the index. Where there is none yet, or it must be made anew, a whole sync makes it first.
 * Transcripts that are not kept (`--root`, the demo set) get an index of their own for as long as the question takes; so
 * does a machine without any, whose answers are empty.
 */
export async function askIndex<Answer>(
  app: App,
  ask: (keep: IndexedKeep) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { keep, remove } = await openIndexed(app)
  try {
    return await askAndClose(app, keep, ask)
  } catch (error) {
    // Damage may show only where a question reads: it is mended, and the question is asked once more.
    if (!isDamage(error)) throw error
    return await askAndClose(app, await makeIndex(app, error), ask)
  } finally {
    remove()
  }
}

async function askAndClose<Answer>(
  app: App,
  keep: Keep | undefined,
  ask: (keep: IndexedKeep) => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await ask(requireIndex(keep))
    requireGoingOn(app, 'stopped before the answer was there')
    return answer
  } catch (error) {
    throw keep?.store ? findDamage(keep.store, error) : error
  } finally {
    keep?.close()
  }
}

interface OpenedIndex {
  readonly keep: Keep | undefined
  remove(): void
}

export async function openIndexed(app: App): Promise<OpenedIndex> {
  if (app.isDemo || !isOwn(app) || isNothingThere(app)) return openForeign(app)
  return { keep: await openOwn(app), remove: () => {} }
}

/** Neither on disk nor kept. Throws where somebody named a folder that cannot be read. */
function isNothingThere(app: App): boolean {
  return !hasArchive(keepPaths(app.keepDir).archive) && openLibrary(app.roots).sources.length === 0
}

async function openOwn(app: App): Promise<Keep | undefined> {
  const glance = await glanceAtSources(app)
  const keep = openKeep(keepPaths(app.keepDir))
  let problem = keep?.indexProblem
  try {
    if (keep?.store && hasSessions(requireIndex(keep))) {
      glance.tell()
      return keep
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    problem = error
  }
  keep?.close()
  return await makeIndex(app, problem)
}

/** A whole sync. Whatever keeps it from its end is an error here: nothing could be said about what was asked. */
async function makeIndex(app: App, problem: UserError | undefined): Promise<Keep | undefined> {
  const { err, json } = app
  if (problem?.code === 'index-damaged') {
    if (await mendIndex(app, problem)) return openKeep(keepPaths(app.keepDir))
    throw problem
  }
  try {
    const report = await runSync(app, { waitForLockMs: SHORT_WAIT_MS, says: json || problem ? 'none' : 'all' })
    requireGoingOn(app, 'stopped before the index was made')
    if (report.isBusy) throw stillRunning(problem)
    if (problem) err.line(`backscroll: ${sanitizeLine(problem.message)}, so it was made anew from the archive`)
    return openMade(app, app.keepDir, report)
  } catch (error) {
    // Of an index that cannot even be opened a sync knows less.
    const isSame = error instanceof UserError && error.code === 'index-unwritable'
    throw isSame && problem?.code === 'index-unreadable' ? problem : error
  }
}

/** What could not be read is told; where that was all, there is no answer. */
function openMade(app: App, keepDir: string, { problems }: SyncReport): Keep {
  const places = keepPaths(keepDir)
  const keep = openKeep(places) ?? openEmptyKeep(places)
  const [problem] = problems
  if (!problem || !keep.store) return keep
  if (hasSessions(requireIndex(keep))) reportProblems(app, problems)
  else {
    keep.close()
    const hint = 'Nothing else is there to search; `backscroll doctor` lists what cannot be read.'
    throw new UserError({ code: 'nothing-readable', message: problem.message, hint })
  }
  return keep
}

/** Never mixed with what the person keeps: another folder, gone when the question is answered. Throws as `ls` does. */
async function openForeign(app: App): Promise<OpenedIndex> {
  openLibrary(app.roots)
  const { keepDir, remove } = makeLookFolder(app)
  try {
    const found = findRoots(app.roots)
    const report = await runSync(app, { keepDir, found, waitForLockMs: 0, says: 'none' })
    requireGoingOn(app, 'stopped before all was read')
    return { keep: openMade(app, keepDir, report), remove }
  } catch (error) {
    remove()
    throw error
  }
}

function requireGoingOn({ signal }: App, message: string): void {
  if (signal.aborted) throw new UserError({ code: 'interrupted', message, hint: 'Run it again when there is time.' })
}

function stillRunning(problem: UserError | undefined): UserError {
  return new UserError({
    code: 'keep-busy',
    message: `${problem ? 'the index is being made anew' : 'the first sync is still running'}; try again when it is done`,
    hint: '`backscroll status` shows what is kept so far.',
  })
}
