import { formatNumberOf } from '../../../text/count.ts'
import { formatDuration } from '../../../time/duration.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { endSync, requireDone, WAIT_FOR_LOCK_MS, withProgress } from '../run-sync.ts'

/** Makes the index anew from the archive alone. */
export async function run(app: App): Promise<Outcome> {
  const { reindex } = await import('../../../ingest/reindex.ts')
  const { keepDir, threads, now, signal } = app
  try {
    const report = await withProgress(app, { says: app.json ? 'none' : 'all' }, output =>
      reindex({ keepDir, threads, now, signal, waitForLockMs: WAIT_FOR_LOCK_MS, ...output }),
    )
    requireDone(report)
    if (app.json) printJson(app, { ...report, schema: 'backscroll.reindex/1' })
    else {
      const sessions = formatNumberOf(report.sessions.added + report.sessions.grown, 'session')
      app.out.line(`Made the index anew from the archive: ${sessions} in ${formatDuration(report.durationMs)}.`)
    }
    return endSync(app, report)
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== 'interrupted') throw error
    app.err.line(`backscroll: stopped; the index is as it was before, and nothing is lost`)
    return 'interrupted'
  }
}
