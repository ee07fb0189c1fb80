import { shortIds } from '../../../query/short-ids.ts'
import { completeUsage, sourceFor } from '../../../query/usage/asked-usage.ts'
import { buildUsage } from '../../../query/usage/build-usage.ts'
import { explainUsage } from '../../../query/usage/explain-usage.ts'
import { type LimitWindow, limitsPath, listLimitWindows } from '../../../query/usage/limits/read-limits.ts'
import type { UsageReport } from '../../../query/usage/usage-report.ts'
import { formatInteger } from '../../../text/count.ts'
import { wrapText } from '../../../text/wrap.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askUsage, type UsageAsked } from '../ask-usage.ts'
import type { CommandRequest } from '../define-command.ts'
import { reportNothingKept } from '../report-problems.ts'
import { formatAccuracy } from '../usage/accuracy-lines.ts'
import { besideLimits, formatBlockLines } from '../usage/block-lines.ts'
import { formatUsageChart } from '../usage/chart.ts'
import { formatUsageCsv } from '../usage/csv.ts'
import { formatExplained } from '../usage/explained-requests.ts'
import { readUsagePlan, type UsagePlan } from '../usage/plan.ts'
import { formatUsageTable, isGap, type ShownUsage } from '../usage/table.ts'
import { describeNoRequest, formatUsageTitle, isNarrowed } from '../usage/title.ts'

/** Counts tokens and money, in one of the reports, or lists the requests behind a row. */
export async function run(app: App, asked: CommandRequest): Promise<Outcome> {
  const plan = readUsagePlan(app, asked)
  return plan.explains === undefined ? await report(app, asked, plan) : await explain(app, plan, plan.explains)
}

async function explain(app: App, plan: UsagePlan, row: string): Promise<Outcome> {
  const { answer, problems } = await askUsage(app, choiceOf(plan), world => ({
    explained: explainUsage(world.world, completeUsage(plan, world.world.source, world.sessions), row),
    shortIds: namesOf(world),
  }))
  const { explained } = answer
  if (plan.shape === 'json') printJson(app, { ...explained })
  else {
    const { zone, limit, pricer } = plan.request
    app.out.lines(formatExplained(app, { ...answer, zone, limit, hasCost: pricer !== undefined }))
  }
  return problems.length > 0 ? 'incomplete' : 'found'
}

async function report(app: App, asked: CommandRequest, plan: UsagePlan): Promise<Outcome> {
  const { answer, problems } = await askUsage(app, choiceOf(plan), world => ({
    plan,
    report: buildUsage(world.world, completeUsage(plan, world.world.source, world.sessions)),
    shortIds: namesOf(world),
    sessions: world.world.source.groups.length,
  }))
  const limits = plan.cut.name === 'blocks' ? listLimitWindows(limitsPath(app.keepDir)) : undefined
  const hasRequests = answer.report.totals.requests > 0
  if (plan.shape === 'json') printJson(app, { ...answer.report, ...(limits ? { limits } : {}) })
  else if (plan.shape === 'csv') app.out.write(formatUsageCsv(answer.report))
  else if (hasRequests) printReport(app, asked, answer, limits ?? [])
  else reportNothing(app, asked, answer)
  if (problems.length > 0) return 'incomplete'
  return hasRequests ? 'found' : 'nothing'
}

function choiceOf(plan: UsagePlan): Parameters<typeof askUsage>[1] {
  const { sessions, usesIndex, explains } = plan
  return { usesIndex, sessions, ...sourceFor(plan, { isExplained: explains !== undefined }) }
}

function namesOf({ world }: UsageAsked): ReadonlyMap<string, string> {
  return shortIds(world.source.groups.map(({ session }) => session.id))
}

function printReport(app: App, asked: CommandRequest, shown: ShownUsage, limits: readonly LimitWindow[]): void {
  const { plan } = shown
  const report: UsageReport = { ...shown.report, rows: besideLimits(shown.report.rows, limits) }
  const drawn = { ...shown, report }
  const { out, colors } = app
  out.line(formatUsageTitle(app, asked, plan, report))
  out.line()
  out.lines(plan.shape === 'chart' ? formatUsageChart(app, drawn) : formatUsageTable(app, drawn))
  printRest(app, report)
  if (plan.cut.name === 'blocks') {
    out.lines(formatBlockLines(report.rows, limits, { ...plan.request, columns: app.columns }))
  }
  out.line()
  out.lines(formatAccuracy(report.accuracy, app.columns, report.knownByResult).map(line => colors.dim(line)))
}

/** How many rows are left out, and how to see them. */
function printRest({ out, colors, columns }: App, { rows, rowCount }: UsageReport): void {
  const shown = rows.filter(row => !isGap(row)).length
  if (shown >= rowCount) return
  const more = Math.min(rowCount, shown * 5)
  const text = `${formatInteger(shown)} of ${formatInteger(rowCount)} rows; more with -n ${more}`
  out.lines(wrapText(text, columns).map(line => colors.dim(line)))
}

/** Why there is nothing to count, and what to do. */
function reportNothing(app: App, asked: CommandRequest, { plan, sessions }: NothingFound): void {
  const isPart = isNarrowed(asked, plan.cut)
  if (sessions === 0 && !isPart) {
    reportNothingKept(app)
    return
  }
  app.err.line(`backscroll: ${describeNoRequest(asked, plan.cut, sessions)}`)
  app.err.line(
    isPart
      ? `Ask for more: \`${app.commandName} usage\` counts all there is.`
      : `List the sessions with \`${app.commandName} ls\`.`,
  )
}

interface NothingFound {
  readonly plan: UsagePlan
  /** All there are, whatever was asked for. */
  readonly sessions: number
}
