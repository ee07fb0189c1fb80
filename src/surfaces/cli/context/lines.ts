import type { Compaction, ContextAgent, ContextModel, ContextReport } from '../../../query/context/context-report.ts'
import { clientCheckParts } from '../../../render/client-check-words.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { LOWER_BOUND } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { formatTable } from '../../../text/table.ts'
import { cutToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { App } from '../app.ts'
import { formatContextChart } from './chart.ts'
import { formatPrice, isLowerBound } from './price.ts'
import { formatCompactions, formatMisses, formatRequests } from './tables.ts'

/** A report of the context, for people. */
export function formatContext(app: App, report: ContextReport, { hasAll }: { readonly hasAll: boolean }): string[] {
  const sections = [
    formatHeader(app, report),
    formatContextChart(app, report),
    formatMissSection(app, report, hasAll),
    formatCompactionSection(app, report),
    hasAll ? titled(app, 'REQUESTS', formatRequests(app, report)) : [],
    formatAgents(app, report),
    formatClient(app, report),
    formatNotes(app, report),
  ]
  return sections.filter(lines => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
}

function titled({ colors }: App, title: string, lines: readonly string[]): string[] {
  return [colors.bold(title), ...lines]
}

function formatHeader(app: App, report: ContextReport): string[] {
  const { colors } = app
  const { session, agent, totals } = report
  const name = cutToWidth(sanitizeLine(shownTitle(session.title)), app.columns)
  const facts = [
    session.shortId,
    session.project,
    agent ? describeAgent(agent) : '',
    ...report.models.slice(0, MAX_MODELS).map(({ model }) => model),
    report.models.length > MAX_MODELS ? `${report.models.length - MAX_MODELS} more models` : '',
    formatNumberOf(totals.requests, 'request') +
      (totals.turns > 0 ? ` in ${formatNumberOf(totals.turns, 'turn')}` : ''),
  ]
  const shares = [`peak ${formatPeak(report)}`, `${formatShare(totals.readShare)} read from the cache`]
  return [
    colors.bold(name),
    ...wrapText(joinFacts(facts), app.columns).map(line => colors.dim(line)),
    ...wrapText(joinFacts(shares), app.columns),
    ...wrapText(formatSpent(report), app.columns),
  ]
}

const MAX_MODELS = 3

function joinFacts(facts: readonly string[]): string {
  return facts
    .map(sanitizeLine)
    .filter(fact => fact !== '')
    .join(' · ')
}

function describeAgent({ id, type }: ContextAgent): string {
  return `subagent ${id}${type === undefined ? '' : ` (${type})`}`
}

/** With the window of the model that had the peak, where its size is known. */
function formatPeak({ requests, totals, models }: ContextReport): string {
  const peak = requests.find(({ contextTokens }) => contextTokens === totals.peakTokens)
  const window: ContextModel | undefined = models.find(({ model }) => model === peak?.model)
  const tokens = `${formatCount(totals.peakTokens)} tokens`
  if (window?.windowTokens === undefined) return `${tokens} (size of the window not known)`
  return `${tokens}, ${formatShare(totals.peakTokens / window.windowTokens)} of ${formatCount(window.windowTokens)}`
}

function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** A compaction fills the cache again, which is a miss, too: the sums are not to be added up. */
function formatSpent({ totals, misses, compactions }: ContextReport): string {
  if (totals.costUsd === null) return 'unpriced: no price is known for these models'
  const more = isLowerBound(totals) ? LOWER_BOUND : ''
  return joinFacts([
    `spent ${formatPrice(totals.costUsd)}${more} (API-equivalent)`,
    misses.length === 0 ? '' : `${formatNumberOf(misses.length, 'miss', 'misses')}: ${formatPrice(totals.missCostUsd)}`,
    compactions.length === 0
      ? ''
      : `${formatNumberOf(compactions.length, 'compaction')}: ${formatPrice(totals.compactionCostUsd)}`,
  ])
}

/** More than so many misses are shown with `--all` alone; those that cost most stay. */
const MAX_MISSES = 20

function formatMissSection(app: App, { misses, threshold }: ContextReport, hasAll: boolean): string[] {
  const { colors } = app
  const least = `${formatInteger(threshold.tokens)} tokens or ${formatShare(threshold.share)}`
  if (misses.length === 0) {
    return wrapText(`Nothing that was cached was paid for again (less than ${least} of it is left out).`, app.columns)
  }
  const largest = misses.toSorted((a, b) => b.tokens - a.tokens).slice(0, MAX_MISSES)
  const shown = hasAll || misses.length <= MAX_MISSES ? misses : misses.filter(miss => largest.includes(miss))
  const rest = misses.length - shown.length
  return [
    ...titled(app, 'MISSES', formatMisses(app, shown)),
    ...(rest > 0 ? [colors.dim(`${formatNumberOf(rest, 'smaller one')} with --all`)] : []),
  ]
}

function formatCompactionSection(app: App, { compactions }: ContextReport): string[] {
  if (compactions.length === 0) return []
  const isUnknown = compactions.some(({ summary }: Compaction) => summary === undefined)
  const note = 'The summary’s own request is not in the transcript: the cost is that of filling the cache again.'
  return [
    ...titled(app, 'COMPACTIONS', formatCompactions(app, compactions)),
    ...(isUnknown ? wrapText(note, app.columns).map(line => app.colors.dim(line)) : []),
  ]
}

const MAX_AGENTS = 8

function formatAgents(app: App, { agents, session }: ContextReport): string[] {
  if (agents.length === 0) return []
  const { colors } = app
  const rest = agents.length - MAX_AGENTS
  const rows = agents.slice(0, MAX_AGENTS).map(({ id, type, requests, description }) => {
    return [id, type ?? '', formatInteger(requests), description ?? ''].map(sanitizeLine)
  })
  const columns = [
    { title: 'ID', dropOrder: 0, isFlexible: true, minWidth: 12, style: colors.yellow },
    { title: 'TYPE', isFlexible: true, minWidth: 8, maxWidth: 24, dropOrder: 1, style: colors.magenta },
    { title: 'REQUESTS', align: 'right', dropOrder: 3 },
    { title: 'FOR', isFlexible: true, minWidth: 16, dropOrder: 2 },
  ] as const
  const table = formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim })
  const next = `${app.commandName} context ${session.shortId} --agent ID`
  const last = `${rest > 0 ? `${formatNumberOf(rest, 'more')} in --json; ` : ''}one of them: ${next}`
  return titled(app, 'SUBAGENTS', [
    ...table,
    ...wrapText(sanitizeLine(last), app.columns).map(line => colors.dim(line)),
  ])
}

/** Of the whole session: a context is one conversation's. */
function formatClient(app: App, { client }: ContextReport): string[] {
  if (!client) return []
  return titled(
    app,
    'THE CLIENT’S OWN TOTAL, of the whole session',
    wrapText(joinFacts(clientCheckParts(client)), app.columns),
  )
}

function formatNotes(app: App, { totals }: ContextReport): string[] {
  const notes = [
    totals.unpricedTokens > 0 && totals.costUsd !== null
      ? `${formatInteger(totals.unpricedTokens)} tokens are of models without a price, and in no cost here.`
      : '',
    totals.unfinished > 0
      ? `${formatInteger(totals.unfinished)} of ${formatNumberOf(totals.requests, 'request')} without a final count: their output, and so the cost, is a lower bound.`
      : '',
    totals.advisorRequests > 0
      ? `${formatNumberOf(totals.advisorRequests, 'call')} of an advisor had a context of their own: in the cost, not in the chart.`
      : '',
  ].filter(note => note !== '')
  return notes.flatMap(note => wrapText(note, app.columns)).map(line => app.colors.dim(line))
}
