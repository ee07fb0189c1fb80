import { keepPaths } from '../../../ingest/keep-paths.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { formatSync } from '../format-sync.ts'
import { reportNoTranscripts } from '../report-problems.ts'
import { endSync, requireDone, runSync, WAIT_FOR_LOCK_MS } from '../run-sync.ts'

/** Keeps everything on this machine that is new. */
export async function run(app: App): Promise<Outcome> {
  const report = await runSync(app, { waitForLockMs: WAIT_FOR_LOCK_MS, says: app.json ? 'none' : 'all' })
  requireDone(report)
  const isEmpty = report.sessions.seen === 0 && !report.sessions.gone
  if (app.json) printJson(app, { ...report })
  else if (!isEmpty) app.out.line(formatSync(report))
  const outcome = endSync(app, report)
  if (!isEmpty || outcome !== 'done') return outcome
  const kept = await countKept(app)
  if (kept > 0) {
    const sessions = formatNumberOf(kept, 'session is', 'sessions are')
    if (!app.json) app.out.line(`Nothing new: no transcripts were found here; ${sessions} kept.`)
    return 'done'
  }
  if (!app.json) reportNoTranscripts(app)
  return 'nothing'
}

/** All that the archive has, from wherever it came. */
async function countKept(app: App): Promise<number> {
  const { openKeep } = await import('../../../query/keep.ts')
  const keep = openKeep(keepPaths(app.keepDir))
  try {
    return keep?.listSessions().length ?? 0
  } finally {
    keep?.close()
  }
}
