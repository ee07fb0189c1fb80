import { standup } from '../../../query/story/standup.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, countOption } from '../define-command.ts'
import { reportNoSession } from '../lookup-request.ts'
import { reportSetting } from '../tell/period-request.ts'
import { citeForGood, printOutline, refuseBoth } from '../tell/print-outline.ts'
import { findRunning } from '../tell/running-sessions.ts'
import { outlineStandup } from '../tell/standup-outline.ts'

const DEFAULT_OPEN = 5

/** What was done on the last day with work and today, what is going on, what is open. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  refuseBoth(app, request)
  const { scope, zone, now } = reportSetting(app, request)
  const maxOpen = countOption(request, 'limit') ?? DEFAULT_OPEN
  const running = findRunning(app)
  const { report, outline } = await askIndex(app, keep => {
    const report = standup(keep, { scope, zone, now, maxOpen, running })
    return { report, outline: citeForGood(keep, request, outlineStandup(report, now)) }
  })
  const isWork = report.days.length > 0
  if (app.json) printJson(app, { ...report })
  else if (isWork) printOutline(app, request, outline)
  else if (!reportNoSession(app, request, report.coverage)) {
    app.err.line('backscroll: no session has a prompt with a time, so there is nothing to tell')
    app.err.line(`List the sessions with \`${app.commandName} ls\`.`)
  }
  return isWork ? 'found' : 'nothing'
}
