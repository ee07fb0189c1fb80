import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepPaths } from '../../ingest/keep-paths.ts'
import { type IndexedKeep, requireIndex } from '../../query/indexed-keep.ts'
import { type Keep, openKeep } from '../../query/keep.ts'
import { listAllSources } from '../../source/discover.ts'
import { findRoots } from '../../source/roots.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { freshenAtAGlance, isOwn, syncFirst } from './freshen.ts'
import { describeNoTranscripts } from './report-problems.ts'
import { runSync } from './run-sync.ts'

/**
 * Asks a question that needs the index. Where there is none yet, or it must be made anew, a whole sync makes it first.
 * Transcripts that are not kept (`--root`, the demo set) get an index of their own for as long as the question takes.
 */
export async function askIndex<Answer>(
  app: App,
  ask: (keep: IndexedKeep) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { keep, remove } = await openIndexed(app)
  try {
    return await ask(requireIndex(keep))
  } finally {
    keep?.close()
    remove()
  }
}

export async function openIndexed(app: App): Promise<{ readonly keep: Keep | undefined; remove(): void }> {
  if (app.isDemo || !isOwn(app)) return openForeign(app)
  const keep = await freshenAtAGlance(app)
  if (keep?.store) return { keep, remove: () => {} }
  keep?.close()
  const made = await syncFirst(app)
  if (app.signal.aborted) {
    made?.close()
    throw new UserError({
      code: 'interrupted',
      message: 'stopped before the index was made',
      hint: 'The next run goes on from there.',
    })
  }
  if (!made && listAllSources(findRoots(app.roots).roots).sources.length === 0) throw noTranscripts(app)
  return { keep: made, remove: () => {} }
}

/** Never mixed with what the person keeps: another folder, gone when the question is answered. */
async function openForeign(app: App): Promise<{ readonly keep: Keep | undefined; remove(): void }> {
  const found = findRoots(app.roots)
  const keepDir = mkdtempSync(join(tmpdir(), 'backscroll-look-'))
  const remove = (): void => rmSync(keepDir, { recursive: true, force: true })
  try {
    await runSync(app, { keepDir, found, waitForLockMs: 0, says: 'none' })
    return { keep: openKeep(keepPaths(keepDir)), remove }
  } catch (error) {
    remove()
    throw error
  }
}

function noTranscripts(app: App): UserError {
  const { message, hint } = describeNoTranscripts(app)
  return new UserError({ code: 'no-transcripts', message, hint })
}
