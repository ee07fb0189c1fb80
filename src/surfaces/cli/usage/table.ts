import type { UsageReport, UsageRow } from '../../../query/usage/usage-report.ts'
import type { UsageNumbers } from '../../../query/usage/usage-sum.ts'
import { NOT_IN_TRANSCRIPTS } from '../../../render/client-check-words.ts'
import { columnsOf } from '../../../render/usage-columns.ts'
import { shortModel } from '../../../render/usage-words.ts'
import { formatCount, formatInteger } from '../../../text/count.ts'
import { alignMarks, formatCost, markBound } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { displayWidth } from '../../../text/width.ts'
import type { App } from '../app.ts'
import { formatGap } from './block-lines.ts'
import type { UsagePlan } from './plan.ts'
import { moreCell, moreColumn } from './report-columns.ts'

export interface ShownUsage {
  readonly plan: UsagePlan
  readonly report: UsageReport
  /** Of all sessions there are, so that they can be given to other commands. */
  readonly shortIds: ReadonlyMap<string, string>
}

/** Rows, parts below them and the total, as wide as the terminal: numbers get short before columns are left out. */
export function formatUsageTable(app: App, shown: ShownUsage): string[] {
  const lines = listLines(shown)
  const { columns, rows } = layOut(app, shown, lines)
  const width = app.tableColumns
  const [titles = '', ...styled] = formatTable({ columns, rows, width, titleStyle: app.colors.dim })
  const [, ...plain] = formatTable({ columns: columns.map(({ style: _, ...column }) => column), rows, width })
  const rule = app.colors.dim('─'.repeat(plain.reduce((widest, line) => Math.max(widest, displayWidth(line)), 0)))
  return [
    titles,
    ...lines.flatMap(({ kind }, at) => {
      const text = plain[at] ?? ''
      if (kind === 'total') return [rule, app.colors.bold(text)]
      return [kind === 'row' ? (styled[at] ?? '') : app.colors.dim(text)]
    }),
  ]
}

type Line =
  | { readonly kind: 'row' | 'part' | 'gap'; readonly row: UsageRow }
  | { readonly kind: 'total' | 'beside'; readonly numbers: UsageNumbers; readonly label: string }

function listLines({ report }: ShownUsage): readonly Line[] {
  const rows = report.rows.flatMap((row): readonly Line[] => [
    { kind: isGap(row) ? 'gap' : 'row', row },
    ...(row.parts ?? []).map((part): Line => ({ kind: 'part', row: part })),
  ])
  const { totals, notInTranscripts: missing } = report
  const beside: Line[] =
    missing && missing.totalTokens > 0 ? [{ kind: 'beside', numbers: missing, label: NOT_IN_TRANSCRIPTS }] : []
  return [...rows, { kind: 'total', numbers: totals, label: totalLabel(report) }, ...beside]
}

export function isGap({ about }: UsageRow): boolean {
  return about.kind === 'gap'
}

/** Totals are those of all rows, shown or not. */
export function totalLabel({ rows, rowCount }: UsageReport): string {
  return rows.filter(row => !isGap(row)).length < rowCount ? `Total of ${formatInteger(rowCount)}` : 'Total'
}

interface Layout {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

function layOut(app: App, shown: ShownUsage, lines: readonly Line[]): Layout {
  const labels = lines.map(line => formatLabel(app, line))
  const columns = listColumns(app, shown, labels)
  const layOutWith = (format: NumberFormat): Layout => {
    const rows = lines.map((line, at) => formatLine(app, line, shown, { label: labels[at] ?? '', format }))
    return { columns, rows: alignNumbers(columns, rows) }
  }
  const whole = layOutWith(formatInteger)
  return isRoomFor(whole, app.tableColumns) ? whole : layOutWith(formatCount)
}

type NumberFormat = (value: number) => string

function alignNumbers(columns: readonly Column[], rows: Layout['rows']): Layout['rows'] {
  const cells = columns.map(({ align }, at) => {
    const texts = rows.map(row => row[at] ?? '')
    return align === 'right' ? alignMarks(texts) : texts
  })
  return rows.map((_, at) => cells.map(column => column[at] ?? ''))
}

/** Highest dropped first. The name of a row and what it cost always stay. */
function listColumns(app: App, shown: ShownUsage, labels: readonly string[]): readonly Column[] {
  const { colors } = app
  const { plan, report } = shown
  const { id, more } = columnsOf(report.report)
  const hasCost = plan.request.pricer !== undefined
  const number = (title: string, dropOrder: number): Column => ({ title, align: 'right', dropOrder })
  return [
    ...(id ? [{ title: id.title, dropOrder: 0, style: colors.yellow }] : []),
    {
      title: plan.cut.title,
      isFlexible: true,
      minWidth: minLabel(shown, labels),
      dropOrder: 0,
      keeps: KEEP_END.has(report.report) || plan.request.breakdown === 'projects' ? 'end' : 'start',
    },
    ...more.map(column => moreColumn(column, app)),
    { title: 'MODELS', isFlexible: true, minWidth: 10, maxWidth: 30, dropOrder: 9, style: colors.dim },
    number('REQUESTS', 6),
    number('INPUT', 8),
    number('OUTPUT', 3),
    number('WRITE', 7),
    number('READ', 4),
    number('TOKENS', hasCost ? 2 : 0),
    ...(hasCost ? [{ ...number('COST', 0), style: colors.green }] : []),
  ]
}

const MIN_LABEL = 16
const MIN_TEXT = 30

/** A path says most at its end, and a block ends in `active`. */
const KEEP_END = new Set(['files', 'blocks'])

/** A time is never cut. */
function minLabel({ plan }: ShownUsage, labels: readonly string[]): number {
  if (!plan.cut.isByTime) return MIN_TEXT
  return labels.reduce((widest, label) => Math.max(widest, displayWidth(label)), MIN_LABEL)
}

/** Before numbers get short, a name or a list of models is worth so much. */
const GOOD_LABEL = 40
const GOOD_LIST = 18

function isRoomFor({ columns, rows }: Layout, width: number): boolean {
  const widths = columns.map((column, at) => {
    const natural = rows.reduce((widest, row) => Math.max(widest, displayWidth(row[at] ?? '')), 0)
    if (natural === 0) return -GAP
    const whole = Math.max(natural, displayWidth(column.title))
    return column.isFlexible ? Math.min(whole, column.maxWidth === undefined ? GOOD_LABEL : GOOD_LIST) : whole
  })
  return widths.reduce((sum, each) => sum + each + GAP, -GAP) <= width
}

const GAP = 2

interface LineParts {
  readonly label: string
  readonly format: NumberFormat
}

function formatLine(app: App, line: Line, shown: ShownUsage, { label, format }: LineParts): readonly string[] {
  const { id, more } = columnsOf(shown.report.report)
  const isRow = line.kind === 'row'
  return [
    ...(id ? [isRow ? sanitizeLine(id.of(line.row, shown.shortIds)) : ''] : []),
    label,
    ...more.map(column => (isRow ? moreCell(app, line.row, column) : '')),
    isRow ? formatModels(line.row, shown) : '',
    ...(line.kind === 'gap' ? [] : formatNumbers('numbers' in line ? line.numbers : line.row, shown, format)),
  ]
}

function formatLabel(app: App, line: Line): string {
  if ('numbers' in line) return line.label
  const { row } = line
  if (line.kind === 'gap') return `  ${formatGap(row)}`
  const label = nameRow(app, row)
  if (line.kind === 'part') return INDENT + label
  if (typeof row.about.depth === 'number') return INDENT.repeat(Math.min(row.about.depth, MAX_DEPTH)) + label
  return row.about.isActive === true ? `${label} active` : label
}

const INDENT = '  '
/** Agents that start agents: deeper ones stand below each other. */
const MAX_DEPTH = 8

/** For people: a label that is a path is as short as they write it. */
export function nameRow(app: App, { label, key }: Pick<UsageRow, 'label' | 'key'>): string {
  return shortenPath(app, label) || shortenPath(app, key) || '(no name)'
}

/** Not where the rows, or those below them, are the models. */
function formatModels({ models }: UsageRow, { plan, report }: ShownUsage): string {
  if (report.report === 'models' || plan.request.breakdown === 'models') return ''
  return [...new Set(models.map(shortModel))].join(', ')
}

function formatNumbers(numbers: UsageNumbers, { plan }: ShownUsage, format: NumberFormat): string[] {
  const hasCost = plan.request.pricer !== undefined
  return [
    formatRequests(numbers),
    format(numbers.inputTokens),
    format(numbers.outputTokens),
    format(numbers.cacheWriteTokens),
    format(numbers.cacheReadTokens),
    markBound(format(numbers.totalTokens), !hasCost && numbers.isLowerBound),
    ...(hasCost ? [formatCost(numbers)] : []),
  ]
}

/** A row that has only shares of requests counts none of them itself. */
function formatRequests({ requests }: UsageNumbers): string {
  return requests === 0 ? '–' : formatInteger(requests)
}
