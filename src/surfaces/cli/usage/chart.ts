import type { UsageRow } from '../../../query/usage/usage-report.ts'
import type { UsageNumbers } from '../../../query/usage/usage-sum.ts'
import { columnsOf } from '../../../render/usage-columns.ts'
import { formatCount } from '../../../text/count.ts'
import { alignMarks, formatCost, markBound } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth, displayWidth, padEndToWidth, padStartToWidth } from '../../../text/width.ts'
import type { App } from '../app.ts'
import { formatBar } from './bars.ts'
import { formatGap } from './block-lines.ts'
import { fillPeriods } from './periods.ts'
import { isGap, nameRow, type ShownUsage, totalLabel } from './table.ts'
import { amountOf } from './title.ts'

/** A bar for each row: what it cost, or its tokens. Days without requests have an empty one. */
export function formatUsageChart(app: App, shown: ShownUsage): string[] {
  const { colors, columns } = app
  const lines = listLines(app, shown)
  const total = { label: totalLabel(shown.report), text: formatAmount(shown.report.totals, shown) }
  const texts = alignMarks([...lines.map(({ text }) => text), total.text])
  const labels = Math.min(
    widestOf([...lines.map(({ label }) => label), total.label]),
    Math.max(MIN_LABEL, Math.floor(columns / 2)),
  )
  const numbers = widestOf(texts)
  const room = Math.max(MIN_BAR, columns - labels - numbers - 2 * GAP.length)
  const largest = lines.reduce((most, { value }) => Math.max(most, value), 0)
  const draw = (label: string, text: string): string =>
    `${padEndToWidth(cutToWidth(label, labels), labels)}${GAP}${padStartToWidth(text, numbers)}`
  return [
    ...lines.map(({ kind, label, value }, at) => {
      const line = draw(label, texts[at] ?? '')
      const bar = formatBar(value, largest, room)
      if (bar === '') return kind === 'row' ? line.trimEnd() : colors.dim(line.trimEnd())
      return kind === 'row' ? `${line}${GAP}${colors.cyan(bar)}` : colors.dim(`${line}${GAP}${bar}`)
    }),
    colors.dim('─'.repeat(labels + GAP.length + numbers)),
    colors.bold(draw(total.label, texts.at(-1) ?? '').trimEnd()),
  ]
}

const GAP = '  '
const MIN_LABEL = 10
const MIN_BAR = 1

interface ChartLine {
  readonly kind: 'row' | 'quiet'
  readonly label: string
  readonly text: string
  readonly value: number
}

function listLines(app: App, shown: ShownUsage): readonly ChartLine[] {
  const { report, plan } = shown
  return fillPeriods(report.rows, plan).flatMap((period): readonly ChartLine[] => {
    if (period.kind !== 'row') return [{ kind: 'quiet', label: period.label, text: '', value: 0 }]
    const { row } = period
    if (isGap(row)) {
      return [{ kind: 'quiet', label: `  ${formatGap(row)}`, text: '', value: 0 }]
    }
    return [
      { kind: 'row', label: labelOf(app, row, shown), ...measure(row, shown) },
      ...(row.parts ?? []).map((part): ChartLine => {
        return { kind: 'quiet', label: `  ${nameRow(app, part)}`, ...measure(part, shown) }
      }),
    ]
  })
}

function labelOf(app: App, row: UsageRow, { report, shortIds }: ShownUsage): string {
  const { id } = columnsOf(report.report)
  const label = nameRow(app, row)
  const place = id ? sanitizeLine(id.of(row, shortIds)) : ''
  return place === '' ? label : `${place}${GAP}${label}`
}

function measure(row: UsageRow, shown: ShownUsage): { readonly text: string; readonly value: number } {
  return { text: formatAmount(row, shown), value: amountOf(shown.plan)(row) }
}

function formatAmount(numbers: UsageNumbers, { plan }: ShownUsage): string {
  return plan.request.pricer ? formatCost(numbers) : markBound(formatCount(numbers.totalTokens), numbers.isLowerBound)
}

function widestOf(cells: readonly string[]): number {
  return cells.reduce((widest, cell) => Math.max(widest, displayWidth(cell)), 0)
}
