import type { TrendAnomaly } from '../../../query/story/trend-anomalies.ts'
import type { TrendDriver } from '../../../query/story/trend-drivers.ts'
import type { TrendMetric } from '../../../query/story/trend-metrics.ts'
import type { Trends, TrendWeek } from '../../../query/story/trends.ts'
import { MIN_WEEKS } from '../../../query/story/unusual.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { formatUsd, markBound } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { formatTable } from '../../../text/table.ts'
import { cutToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { App } from '../app.ts'
import { formatSparkline } from '../usage/bars.ts'

type Metric = Trends['metrics'][number]

/** A line for each metric: its weeks as a sparkline, the last whole week, and the one that is not over. */
export function formatTrends(app: App, trends: Trends): string[] {
  return [
    ...wrapText(tellTitle(trends), app.columns).map(line => app.colors.bold(line)),
    '',
    ...formatMetrics(app, trends),
    '',
    ...formatAnomalies(app, trends),
  ]
}

function tellTitle({ weeks, zone, project }: Trends): string {
  const of = project === undefined ? '' : ` of ${sanitizeLine(project)}`
  return `${formatNumberOf(weeks.length, 'week')}${of} from ${weeks[0]?.key ?? ''} on, ${zone}`
}

/** Label, three numbers, and the gaps between. */
const BESIDE_CHART = 58
const MIN_CHART = 8

function formatMetrics(app: App, { metrics, weeks }: Trends): string[] {
  const { colors } = app
  const current = weeks.at(-1)?.isCurrent ? weeks.at(-1) : undefined
  const whole = current ? weeks.at(-2) : weeks.at(-1)
  const charted = weeks.slice(-Math.max(MIN_CHART, app.columns - BESIDE_CHART))
  return formatTable({
    columns: [
      { title: '', dropOrder: 0 },
      { title: `${charted.length} WEEKS`, dropOrder: 2, style: colors.cyan },
      { title: nameWeek(whole), align: 'right', dropOrder: 0 },
      { title: 'CHANGE', align: 'right', dropOrder: 1, style: colors.dim },
      // In the first week there is nothing else to show.
      { title: current ? `${nameWeek(current)} SO FAR` : '', align: 'right', dropOrder: whole?.hasWork ? 3 : 0 },
    ],
    rows: metrics.map(metric => [
      metric.label,
      formatSparkline(charted.map(({ values }) => values[metric.name].value ?? 0)),
      whole ? formatOf(metric, whole) : '',
      whole ? formatChange(metric, whole.values[metric.name].change) : '',
      current ? formatOf(metric, current) : '',
    ]),
    width: app.tableColumns,
    titleStyle: colors.dim,
  })
}

function nameWeek(week: TrendWeek | undefined): string {
  return week?.week.replace(/^\d+-/, '') ?? ''
}

function formatOf(metric: Metric, week: TrendWeek): string {
  const { value } = week.values[metric.name]
  const text = value === null ? '–' : formatValue(metric.unit, value)
  return metric.name === 'costUsd' && value !== null ? markBound(text, week.isCostLowerBound) : text
}

function formatChange({ unit }: Metric, change: number | null): string {
  if (change === null) return ''
  const size = formatValue(unit, Math.abs(change))
  if (size === formatValue(unit, 0)) return '='
  return `${change > 0 ? '+' : '−'}${unit === 'share' ? size.replace('%', ' pts') : size}`
}

function formatValue(unit: TrendMetric['unit'], value: number): string {
  if (unit === 'ms') return value < 60_000 && value > 0 ? '<1m' : formatDuration(value).replace(/(?<=\dm) \d+s$/, '')
  if (unit === 'usd') return formatUsd(value)
  if (unit === 'tokens') return formatCount(value)
  if (unit === 'share') return `${Math.round(value * 100)}%`
  if (unit === 'rate') return value.toFixed(2)
  return formatInteger(value)
}

const MAX_WEEKS = 8

function formatAnomalies(app: App, { anomalies, metrics, coverage }: Trends): string[] {
  const { colors, columns } = app
  if (anomalies.length === 0) {
    const known = coverage.weeks + coverage.weeksBefore
    const told =
      known <= MIN_WEEKS
        ? `Nothing is called unusual before ${MIN_WEEKS} earlier weeks with work are there.`
        : 'Nothing unusual: every week lies within three deviations of the weeks before it.'
    return wrapText(told, columns).map(line => colors.dim(line))
  }
  const weeks = [...Map.groupBy(anomalies, ({ week }) => week)]
  const more = weeks.length - MAX_WEEKS
  return [
    colors.bold('UNUSUAL'),
    ...weeks.slice(0, MAX_WEEKS).flatMap(([week, list]) => ['', ...formatWeek(app, { week, list, metrics })]),
    ...(more > 0 ? ['', colors.dim(`and ${formatNumberOf(more, 'more week')} in --json`)] : []),
  ]
}

interface UnusualWeek {
  readonly week: string
  readonly list: readonly TrendAnomaly[]
  readonly metrics: readonly Metric[]
}

/** A sentence for what is high and one for what is low, and the sessions it comes from with the turn of most of it. */
function formatWeek(app: App, { week, list, metrics }: UnusualWeek): string[] {
  const { colors, columns } = app
  const sides = (['high', 'low'] as const).flatMap(side => {
    const told = list.filter(anomaly => anomaly.side === side).map(anomaly => tellAnomaly(anomaly, metrics))
    return told.length === 0 ? [] : [`unusually ${side}: ${told.map(keepTogether).join(', ')}`]
  })
  return [
    `${colors.cyan(colors.bold(week))}  ${colors.dim(`week of ${list[0]?.key ?? ''}`)}`,
    ...sides.flatMap(side => wrapText(side, columns - 2)).map(line => `  ${line.replaceAll(NO_BREAK, ' ')}`),
    ...listDrivers(list).map(({ shortId, turn, title }) => {
      const place = sanitizeLine(turn === undefined ? shortId : `${shortId}:${turn}`)
      const room = Math.max(MIN_TITLE, columns - place.length - 4)
      return `  ${colors.yellow(place)}  ${colors.dim(cutToWidth(sanitizeLine(shownTitle(title)), room))}`
    }),
  ]
}

const MIN_TITLE = 10
const NO_BREAK = '\u00a0'

/** Lines are broken between values. */
function keepTogether(told: string): string {
  return told.replaceAll(' ', NO_BREAK)
}

/** `cost $25.19 (usual up to $5.36)`. */
function tellAnomaly({ metric, value, side, usual }: TrendAnomaly, metrics: readonly Metric[]): string {
  const { label = metric, unit = 'count' } = metrics.find(({ name }) => name === metric) ?? {}
  const bound = side === 'high' ? usual.high : usual.low
  // Of whole things, the last number that is still usual.
  const whole = unit === 'count' || unit === 'score' ? (side === 'high' ? Math.floor(bound) : Math.ceil(bound)) : bound
  const usually = `usual ${side === 'high' ? 'up to' : 'from'} ${formatValue(unit, Math.max(0, whole))}`
  return `${label.toLowerCase()} ${formatValue(unit, value)} (${usually})`
}

const MAX_DRIVERS = 3

/** Those behind most of what was unusual, each once, at the place of the first. */
function listDrivers(list: readonly TrendAnomaly[]): readonly TrendDriver[] {
  const drivers = list.flatMap(anomaly => anomaly.drivers)
  return [...Map.groupBy(drivers, ({ sessionId }) => sessionId).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_DRIVERS)
    .flatMap(([first]) => first ?? [])
}
