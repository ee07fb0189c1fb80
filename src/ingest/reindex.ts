import { manifestSize } from '../archive/archive-folder.ts'
import { listGone } from '../store/gone-sessions.ts'
import { UserError } from '../user-error.ts'
import { keepPaths } from './keep-paths.ts'
import { buildReport, type SyncReport, SyncTally } from './sync-report.ts'
import { openWritableKeep, type WritableKeepRequest } from './writable-keep.ts'

/** Makes the index anew from the archive alone. Nothing at the sources is looked at. */
export async function reindex(request: WritableKeepRequest): Promise<SyncReport> {
  const startedAt = request.now()
  if (manifestSize(keepPaths(request.keepDir).archive) === 0) {
    throw new UserError({
      code: 'nothing-kept',
      message: 'nothing is kept yet, so there is nothing to index',
      hint: 'Run `backscroll sync` first.',
    })
  }
  const keep = await openWritableKeep(request, { isFresh: true, isThorough: true })
  if (!keep) return buildReport(request, { startedAt, isBusy: true })
  try {
    const tally = new SyncTally()
    tally.work.parsedEntries = keep.parsedEntries
    tally.done = keep.caughtUp
    tally.problems.push(...keep.problems)
    return buildReport(request, { startedAt, tally, gone: listGone(keep.store).size })
  } finally {
    keep.close()
  }
}
