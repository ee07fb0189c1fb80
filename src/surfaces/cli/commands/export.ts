import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { askLibrary } from '../ask-library.ts'
import type { CommandRequest } from '../define-command.ts'
import { type ExportOutcome, exportSessions } from '../export/export-sessions.ts'
import { openResult } from '../export/open-result.ts'
import { type ExportPlan, readExportPlan } from '../export/plan.ts'
import { reportResult } from '../export/report-result.ts'
import { freshen, freshenQuietly } from '../freshen.ts'
import { reportNoTranscripts, reportProblems } from '../report-problems.ts'

/** Writes sessions for others to read. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const plan = readExportPlan(app, request)
  const keep = await (plan.wanted.kind === 'named' ? freshenQuietly(app) : freshen(app))
  const { ended, failure } = await askLibrary(app, keep, async (library, opened) => {
    return await once(() => exportSessions(app, library, opened, plan))
  })
  if (!ended) throw failure
  if (ended.kind === 'none') return reportNone(app, plan, ended)
  if (ended.kind === 'quit') {
    app.err.line('backscroll: nothing was written')
    return 'nothing'
  }
  const { result } = ended
  reportResult(app, result)
  if (plan.opens) await openResult(app, result)
  if (result.isIncomplete) return 'incomplete'
  return result.sessions.length > 0 ? 'done' : 'nothing'
}

/** What is damaged in the archive is not asked for again on disk, where it no longer is. */
async function once(work: () => Promise<ExportOutcome>): Promise<{ ended?: ExportOutcome; failure?: unknown }> {
  try {
    return { ended: await work() }
  } catch (failure) {
    if (failure instanceof UserError && failure.code.startsWith('archive-')) return { failure }
    throw failure
  }
}

function reportNone(
  app: App,
  { wanted }: ExportPlan,
  { hasTranscripts, problems }: Extract<ExportOutcome, { kind: 'none' }>,
): Outcome {
  reportProblems(app, problems)
  if (!hasTranscripts) reportNoTranscripts(app)
  else {
    const asked = wanted.kind === 'matching' ? wanted.asked : 'that'
    app.err.line(`backscroll: no session matches ${sanitizeLine(asked)}: nothing was written`)
    app.err.line(`List the sessions with \`${app.commandName} ls\`.`)
  }
  return problems.length > 0 ? 'incomplete' : 'nothing'
}
