import { keepPaths } from '../../../ingest/keep-paths.ts'
import { openStoreForReading } from '../../../store/open-store.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { formatSync } from '../format-sync.ts'
import { reportNoTranscripts } from '../report-problems.ts'
import { endSync, requireDone, runSync, WAIT_FOR_LOCK_MS } from '../run-sync.ts'

/** Keeps everything on this machine that is new. */
export async function run(app: App): Promise<Outcome> {
  const report = await runSync(app, { waitForLockMs: WAIT_FOR_LOCK_MS, says: app.json ? 'none' : 'all' })
  requireDone(report)
  const kept = countKept(app)
  const isEmpty = report.sessions.seen === 0 && !report.sessions.gone
  if (app.json) printJson(app, { ...report })
  else if (!isEmpty) app.out.line(formatSync(report, kept))
  const outcome = endSync(app, report)
  if (!isEmpty || outcome !== 'done') return outcome
  if (kept > 0) {
    const sessions = formatNumberOf(kept, 'session is', 'sessions are')
    if (!app.json) app.out.line(`Nothing new: no transcripts were found here; ${sessions} kept.`)
    return 'done'
  }
  if (!app.json) reportNoTranscripts(app)
  return 'nothing'
}

/** All that is kept, from wherever it came. What a sync saw is not that: of some sessions only companions are left. */
function countKept(app: App): number {
  const store = openStoreForReading(keepPaths(app.keepDir).index)
  try {
    return Number(store?.get('SELECT count(*) AS sessions FROM sessions')?.sessions ?? 0)
  } finally {
    store?.close()
  }
}
