import type { CacheMiss, Compaction, ContextReport, MissCause } from '../../../query/context/context-report.ts'
import { formatCount, formatInteger } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { formatDayTime } from '../../../time/day.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { App } from '../app.ts'
import { formatPrice } from './price.ts'

export function formatMisses(app: App, misses: readonly CacheMiss[]): string[] {
  const { colors } = app
  const columns: readonly Column[] = [
    { title: '#', align: 'right', dropOrder: 5, style: colors.dim },
    { title: 'WHEN', dropOrder: 3, style: colors.dim },
    { title: 'TURN', align: 'right', dropOrder: 2 },
    { title: 'CAUSE', isFlexible: true, minWidth: 18, dropOrder: 0 },
    { title: 'READ', align: 'right', dropOrder: 4 },
    { title: 'PAID AGAIN', align: 'right', dropOrder: 1, style: colors.red },
    { title: 'COST', align: 'right', dropOrder: 0 },
  ]
  const rows = misses.map(miss => [
    formatInteger(miss.request),
    formatWhen(miss.at),
    String(miss.turn),
    describeCause(miss),
    formatCount(miss.readTokens),
    formatCount(miss.tokens),
    formatPrice(miss.costUsd),
  ])
  return drawTable(app, columns, rows)
}

/** `idle for 12m 05s, cached for 5m`. */
function describeCause(miss: CacheMiss): string {
  return CAUSES[miss.cause](miss)
}

const CAUSES: { readonly [Cause in MissCause]: (miss: CacheMiss) => string } = {
  compaction: () => 'compaction',
  'tool-results-cleared': () => 'old tool results cleared',
  'model-switch': ({ model, modelBefore }) =>
    model === modelBefore ? 'fast mode switched' : `model switch from ${modelBefore}`,
  resume: ({ idleMs }) => (idleMs === undefined || idleMs < 0 ? 'resume' : `resume after ${formatDuration(idleMs)}`),
  idle: ({ idleMs, lifeMs }) => `idle for ${formatDuration(idleMs ?? 0)}, cached for ${formatLife(lifeMs ?? 0)}`,
  unknown: ({ isNewTurn }) => (isNewTurn ? 'unknown, at a new prompt' : 'unknown'),
}

function formatLife(lifeMs: number): string {
  return lifeMs < HOUR_MS ? `${Math.round(lifeMs / 60_000)}m` : `${Math.round(lifeMs / HOUR_MS)}h`
}

const HOUR_MS = 3_600_000

export function formatCompactions(app: App, compactions: readonly Compaction[]): string[] {
  const { colors } = app
  const columns: readonly Column[] = [
    { title: 'WHEN', dropOrder: 3, style: colors.dim },
    { title: 'TURN', align: 'right', dropOrder: 2 },
    { title: 'TRIGGER', isFlexible: true, minWidth: 6, maxWidth: 12, dropOrder: 4 },
    { title: 'BEFORE → AFTER', align: 'right', dropOrder: 0 },
    { title: 'SUMMARY', align: 'right', dropOrder: 5 },
    { title: 'REFILL', align: 'right', dropOrder: 6 },
    { title: 'COST', align: 'right', dropOrder: 0 },
  ]
  const rows = compactions.map(compaction => [
    formatWhen(compaction.at),
    String(compaction.turn),
    compaction.trigger ?? '?',
    `${formatMaybe(compaction.tokensBefore)} → ${formatMaybe(compaction.tokensAfter)}`,
    compaction.summary ? formatPrice(compaction.summary.costUsd) : 'not recorded',
    formatPrice(compaction.refillCostUsd),
    formatPrice(compaction.costUsd),
  ])
  return drawTable(app, columns, rows)
}

export function formatRequests(app: App, { requests, misses }: ContextReport): string[] {
  const { colors } = app
  const columns: readonly Column[] = [
    { title: '#', align: 'right', dropOrder: 0, style: colors.dim },
    { title: 'WHEN', dropOrder: 3, style: colors.dim },
    { title: 'TURN', align: 'right', dropOrder: 2 },
    { title: 'MODEL', isFlexible: true, minWidth: 8, maxWidth: 26, dropOrder: 9, style: colors.cyan },
    { title: 'CONTEXT', align: 'right', dropOrder: 0, style: colors.bold },
    { title: 'GROWTH', align: 'right', dropOrder: 5 },
    { title: 'READ', align: 'right', dropOrder: 1 },
    { title: 'WRITTEN', align: 'right', dropOrder: 1 },
    { title: 'INPUT', align: 'right', dropOrder: 8 },
    { title: 'OUTPUT', align: 'right', dropOrder: 7 },
    { title: 'COST', align: 'right', dropOrder: 4 },
    { title: '', isFlexible: true, minWidth: 8, dropOrder: 6, style: colors.red },
  ]
  const causes = new Map(misses.map(miss => [miss.request, describeCause(miss)]))
  const rows = requests.map(request => [
    formatInteger(request.number),
    formatWhen(request.at),
    String(request.turn),
    request.model,
    formatCount(request.contextTokens),
    formatGrowth(request.growthTokens),
    formatCount(request.cacheReadTokens),
    formatCount(request.cacheWrite5mTokens + request.cacheWrite1hTokens),
    formatCount(request.inputTokens),
    formatCount(request.outputTokens),
    formatPrice(request.costUsd),
    [causes.get(request.number) ?? '', request.isRewound ? 'rewound' : ''].filter(text => text !== '').join(', '),
  ])
  return drawTable(app, columns, rows)
}

function drawTable(app: App, columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const safe = rows.map(row => row.map(sanitizeLine))
  return formatTable({ columns, rows: safe, width: app.tableColumns, titleStyle: app.colors.dim })
}

function formatWhen(at: string | undefined): string {
  return at === undefined ? '' : formatDayTime(Date.parse(at))
}

function formatMaybe(tokens: number | undefined): string {
  return tokens === undefined ? '?' : formatCount(tokens)
}

function formatGrowth(tokens: number): string {
  return tokens > 0 ? `+${formatCount(tokens)}` : formatCount(tokens)
}
