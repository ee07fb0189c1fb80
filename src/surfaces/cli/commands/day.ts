import { reportDay } from '../../../query/story/day-report.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import type { CommandRequest } from '../define-command.ts'
import { reportNoSession } from '../lookup-request.ts'
import { outlineDay } from '../tell/day-outline.ts'
import { dayRequest } from '../tell/period-request.ts'
import { citeForGood, printOutline, refuseBoth } from '../tell/print-outline.ts'

/** What was done on a day, by project and session. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  refuseBoth(app, request)
  const asked = dayRequest(app, request)
  const { report, outline } = await askIndex(app, keep => {
    const report = reportDay(keep, asked)
    return { report, outline: citeForGood(keep, request, outlineDay(report, asked.zone)) }
  })
  const isWork = report.projects.length > 0 || report.alsoRunning.length > 0
  if (app.json) printJson(app, { ...report })
  else if (isWork) printOutline(app, request, outline)
  else if (!reportNoSession(app, request, report.coverage)) {
    app.err.line(`backscroll: no work on ${report.day}${report.isToday ? ', which is today' : ''}`)
    app.err.line(
      report.before === undefined
        ? `List the sessions with \`${app.commandName} ls\`.`
        : `The day with work before it: \`${app.commandName} day ${report.before}\`.`,
    )
  }
  return isWork ? 'found' : 'nothing'
}
