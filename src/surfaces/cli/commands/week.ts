import { reportWeek } from '../../../query/story/week-report.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import type { CommandRequest } from '../define-command.ts'
import { reportNoSession } from '../lookup-request.ts'
import { weekRequest } from '../tell/period-request.ts'
import { citeForGood, printOutline, refuseBoth } from '../tell/print-outline.ts'
import { outlineWeek } from '../tell/week-outline.ts'

/** What was done in a week, by day and project, against the week before. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  refuseBoth(app, request)
  const asked = weekRequest(app, request)
  const { report, outline } = await askIndex(app, keep => {
    const report = reportWeek(keep, asked)
    return { report, outline: citeForGood(keep, request, outlineWeek(report)) }
  })
  const isWork = report.days.length > 0
  if (app.json) printJson(app, { ...report })
  else if (isWork) printOutline(app, request, outline)
  else if (!reportNoSession(app, request, report.coverage)) {
    app.err.line(`backscroll: no work in the week of ${report.week}${report.isCurrent ? ', which is this week' : ''}`)
    app.err.line(
      report.weekBefore === undefined
        ? `List the sessions with \`${app.commandName} ls\`.`
        : `The week with work before it: \`${app.commandName} week ${report.weekBefore}\`.`,
    )
  }
  return isWork ? 'found' : 'nothing'
}
