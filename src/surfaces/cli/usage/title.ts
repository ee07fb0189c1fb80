import type { UsageCut } from '../../../query/usage/cuts/cut.ts'
import type { UsageReport, UsageRow } from '../../../query/usage/usage-report.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth, displayWidth } from '../../../text/width.ts'
import type { App } from '../app.ts'
import { type CommandRequest, countOption, textOption } from '../define-command.ts'
import { formatSparkline } from './bars.ts'
import { recentValues } from './periods.ts'
import type { UsagePlan } from './plan.ts'

/** `Usage by day · project api · since 7d · Europe/Berlin · API-equivalent  ▁▃█`. */
export function formatUsageTitle(app: App, asked: CommandRequest, plan: UsagePlan, report: UsageReport): string {
  const { colors } = app
  // The rest of the sentence is for help.
  const { summary, sessionSummary } = plan.cut
  const says = (plan.sessions.length > 0 ? sessionSummary : undefined) ?? summary
  const name = cutToWidth(`Usage ${lowerFirst(says.split(/[,:;(]/)[0] ?? '')}`.trim(), app.columns)
  const more = [...describeScope(asked, plan.cut), report.zone, ...(plan.request.pricer ? ['API-equivalent'] : [])]
  const rest = cutToWidth(more.map(part => ` · ${part}`).join(''), app.columns - displayWidth(name))
  const line = formatSparkline(recentValues(report.rows, plan.cut, amountOf(plan)))
  const isRoom = displayWidth(name) + displayWidth(rest) + SPACE.length + line.length <= app.columns
  return `${colors.bold(name)}${colors.dim(rest)}${line !== '' && isRoom ? `${SPACE}${colors.cyan(line)}` : ''}`
}

const SPACE = '  '

/** What bars and lines are about: money, or tokens where none was asked for. */
export function amountOf({ request }: Pick<UsagePlan, 'request'>): (row: UsageRow) => number {
  return request.pricer ? row => row.costUsd ?? 0 : row => row.totalTokens
}

/** What was asked for, in words: `project api`, `since 7d`. */
function describeScope(asked: CommandRequest, cut: NamedCut): readonly string[] {
  return [
    ...describeOptions(asked, ['project', 'model', 'since', 'until']),
    ...describeLast(asked, cut),
    ...describeSessions(asked),
  ]
}

/** `no request of project api in 4 sessions since 7d`. */
export function describeNoRequest(asked: CommandRequest, cut: NamedCut, sessionCount: number): string {
  const [sessions = formatNumberOf(sessionCount, 'session')] = describeSessions(asked)
  return [
    'no request',
    ...describeOptions(asked, ['project', 'model']).map(text => `of ${text}`),
    `in ${sessions}`,
    ...describeOptions(asked, ['since', 'until']),
    ...describeLast(asked, cut).map(text => `in the ${text}`),
  ].join(' ')
}

/** Somebody asked for less than all there is. */
export function isNarrowed(asked: CommandRequest, cut: NamedCut): boolean {
  return describeScope(asked, cut).length > 0
}

type NamedCut = Pick<UsageCut, 'name'>

function describeOptions(asked: CommandRequest, names: readonly string[]): readonly string[] {
  return names.flatMap(name => {
    const text = textOption(asked, name)
    return text === undefined ? [] : [`${name} ${shorten(sanitizeLine(text))}`]
  })
}

function describeLast(asked: CommandRequest, { name }: NamedCut): readonly string[] {
  const last = countOption(asked, 'last')
  return last === undefined ? [] : [`last ${formatNumberOf(last, UNITS[name] ?? 'day')}`]
}

function describeSessions(asked: CommandRequest): readonly string[] {
  const sessions = (asked.options.session as readonly string[] | undefined) ?? []
  const [only] = sessions
  if (only === undefined) return []
  return [sessions.length === 1 ? `session ${shorten(sanitizeLine(only))}` : formatNumberOf(sessions.length, 'session')]
}

/** What `--last` counts, where that is not days. */
const UNITS: { readonly [report: string]: string } = { weekly: 'week', monthly: 'month', blocks: 'block' }

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
