import { type App, type Outcome, printJson } from '../app.ts'
import { formatSync } from '../format-sync.ts'
import { reportNoTranscripts } from '../report-problems.ts'
import { endSync, requireDone, runSync, WAIT_FOR_LOCK_MS } from '../run-sync.ts'

/** Keeps everything on this machine that is new. */
export async function run(app: App): Promise<Outcome> {
  const report = await runSync(app, { waitForLockMs: WAIT_FOR_LOCK_MS, saysSteps: !app.json })
  requireDone(report)
  const isEmpty = report.sessions.seen === 0 && !report.sessions.gone
  if (app.json) printJson(app, { ...report })
  else if (!isEmpty) app.out.line(formatSync(report))
  const outcome = endSync(app, report)
  if (!isEmpty || outcome !== 'done') return outcome
  if (!app.json) reportNoTranscripts(app)
  return 'nothing'
}
