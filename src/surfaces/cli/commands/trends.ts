import { findTrends, type Trends } from '../../../query/story/trends.ts'
import { requireText } from '../../../query/usage/asked-usage.ts'
import { readUsageTimes } from '../../../query/usage/usage-times.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, countOption, textOption } from '../define-command.ts'
import { formatTrends } from '../measure/trend-lines.ts'
import { reportNothingKept } from '../report-problems.ts'
import { usageZone } from '../usage/times.ts'

const DEFAULT_WEEKS = 12

/** Work from week to week, and what was unusual. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const zone = usageZone(app, request)
  const now = app.now()
  const project = requireText('project', textOption(request, 'project'))
  const typed = {
    since: undefined,
    until: textOption(request, 'until'),
    last: countOption(request, 'weeks') ?? DEFAULT_WEEKS,
  }
  const { since = 0, until = now } = readUsageTimes(typed, { zone, now }, { name: 'weekly' })
  const trends = await askIndex(app, keep =>
    findTrends(keep, { project, since, until, zone, now, pricer: createAppPricer(app) }),
  )
  const hasWork = trends.coverage.weeks > 0
  if (app.json) printJson(app, { ...trends })
  else if (hasWork) app.out.lines(formatTrends(app, trends))
  else reportNothing(app, trends)
  return hasWork ? 'found' : 'nothing'
}

function reportNothing(app: App, { project, weeks, coverage }: Trends): void {
  if (coverage.lastWeek === undefined && project === undefined) {
    reportNothingKept(app)
    return
  }
  const of = project === undefined ? '' : ` in the project "${shorten(sanitizeLine(project))}"`
  app.err.line(`backscroll: no work${of} in the ${weeks.length} weeks from ${weeks[0]?.key ?? ''} on`)
  app.err.line(
    coverage.lastWeek === undefined
      ? `List the sessions with \`${app.commandName} ls\`.`
      : `The last week with work began on ${coverage.lastWeek}: \`${app.commandName} trends --until ${coverage.lastWeek}\`.`,
  )
}
