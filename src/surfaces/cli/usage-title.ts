import type { UsageCut } from '../../query/usage/cuts/cut.ts'
import type { UsageReport, UsageRow } from '../../query/usage/usage-report.ts'
import { formatNumberOf } from '../../text/count.ts'
import { shorten } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { cutToWidth, displayWidth } from '../../text/width.ts'
import type { App } from './app.ts'
import { type CommandRequest, countOption, textOption } from './define-command.ts'
import { formatSparkline } from './usage-bars.ts'
import { recentValues } from './usage-periods.ts'
import type { UsagePlan } from './usage-plan.ts'

/** `Usage by day · project api · since 7d · Europe/Berlin · API-equivalent  ▁▃█`. */
export function formatUsageTitle(app: App, asked: CommandRequest, plan: UsagePlan, report: UsageReport): string {
  const { colors } = app
  // The rest of the sentence is for help.
  const name = cutToWidth(`Usage ${lowerFirst(plan.cut.summary.split(/[,:;(]/)[0] ?? '')}`.trim(), app.columns)
  const more = [...describeUsageScope(asked, plan.cut), report.zone, ...(plan.request.pricer ? ['API-equivalent'] : [])]
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
export function describeUsageScope(asked: CommandRequest, { name }: Pick<UsageCut, 'name'>): readonly string[] {
  const sessions = (asked.options.session as readonly string[] | undefined) ?? []
  const last = countOption(asked, 'last')
  return [
    ...(['project', 'model', 'since', 'until'] as const).map(option => {
      const text = textOption(asked, option)
      return text ? `${option} ${shorten(sanitizeLine(text))}` : ''
    }),
    last === undefined ? '' : `last ${formatNumberOf(last, UNITS[name] ?? 'day')}`,
    sessions.length === 1 ? `session ${shorten(sanitizeLine(sessions[0] ?? ''))}` : '',
    sessions.length > 1 ? formatNumberOf(sessions.length, 'session') : '',
  ].filter(part => part !== '')
}

/** What `--last` counts, where that is not days. */
const UNITS: { readonly [report: string]: string } = { weekly: 'week', monthly: 'month', blocks: 'block' }

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
