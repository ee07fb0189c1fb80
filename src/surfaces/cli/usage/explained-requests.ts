import type { ClientCheck } from '../../../query/usage/client/check-session.ts'
import type { ExplainedRequest, ExplainedUsage } from '../../../query/usage/explain-usage.ts'
import type { CopiedLines, LinePlace } from '../../../query/usage/usage-source.ts'
import { clientCheckParts } from '../../../render/client-check-words.ts'
import { requestMarks, shortModel } from '../../../render/usage-words.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { alignMarks, formatCost, markBound } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { cutToWidth, displayWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { Zone } from '../../../time/zone.ts'
import type { App } from '../app.ts'

export interface ShownRequests {
  readonly explained: ExplainedUsage
  /** Requests to list; the sum is that of all. */
  readonly limit: number | undefined
  readonly shortIds: ReadonlyMap<string, string>
  readonly zone: Zone
  readonly hasCost: boolean
}

/** Each request with its numbers and, below, where they stand and what was dropped; then the sum, which is the row's. */
export function formatExplained(app: App, shown: ShownRequests): string[] {
  const { colors } = app
  const { explained, limit } = shown
  const requests = explained.requests.slice(0, limit)
  const { columns, rows } = layOut(app, shown, requests)
  const [titles = '', ...lines] = formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim })
  const sum = lines.at(-1) ?? ''
  const rule = colors.dim('─'.repeat(Math.max(displayWidth(titles), displayWidth(sum))))
  return [
    ...formatHead(app, shown),
    '',
    titles,
    ...requests.flatMap((request, at) => [
      lines[at] ?? '',
      ...describeRequest(app, request, shown)
        .flatMap(text => wrapWords(app, text))
        .map(text => INDENT + colors.dim(text)),
    ]),
    rule,
    colors.bold(sum),
    ...describeRest(explained, requests.length)
      .flatMap(text => wrapText(text, app.columns))
      .map(text => colors.dim(text)),
    ...describeChecks(app, shown),
  ]
}

const INDENT = '  '

/** A path with its line is copied as a whole: it is broken only where a terminal has no room for it. */
function wrapWords({ columns, tableColumns }: App, text: string): readonly string[] {
  const width = columns - INDENT.length
  const lines: string[] = []
  for (const word of text.split(' ').flatMap(word => wrapText(word, tableColumns - INDENT.length))) {
    const last = lines.at(-1)
    const joined = `${last} ${word}`
    if (last === undefined || displayWidth(joined) > width) lines.push(word)
    else lines[lines.length - 1] = joined
  }
  return lines
}

/** In one line where there is room; a name may be a whole prompt. */
function formatHead({ colors, columns }: App, { explained, zone }: ShownRequests): readonly string[] {
  const { report, key, label, requests } = explained
  const place = sanitizeLine(key)
  const name = cutToWidth(sanitizeLine(label) || place, columns)
  const facts = [report, formatNumberOf(requests.length, 'request'), zone.name]
  const rest = (name.includes(place) ? facts : [place, ...facts]).join(' · ')
  const line = `${colors.bold(name)}${colors.dim(` · ${rest}`)}`
  return displayWidth(line) <= columns
    ? [line]
    : [colors.bold(name), ...wrapText(rest, columns).map(text => colors.dim(text))]
}

function describeRest({ requests }: ExplainedUsage, shown: number): readonly string[] {
  if (shown >= requests.length) return []
  return [`${formatInteger(shown)} of ${formatInteger(requests.length)} requests; the sum is that of all`]
}

/** More stand in `--json`. */
const MAX_CHECKS = 8

/** The client's own totals of the sessions behind the row: those that differ first. */
function describeChecks(app: App, { explained, shortIds, hasCost }: ShownRequests): readonly string[] {
  const { clientChecks } = explained
  if (clientChecks.length === 0 || !hasCost) return []
  const isEqual = ({ because }: ClientCheck): number => Number(because.includes('equal'))
  const checks = clientChecks.toSorted((a, b) => isEqual(a) - isEqual(b)).slice(0, MAX_CHECKS)
  const rest = clientChecks.length - checks.length
  return [
    '',
    app.colors.bold('THE CLIENT’S OWN TOTALS, of whole sessions'),
    ...checks.flatMap(check => {
      const id = sanitizeLine(shortIds.get(check.sessionId) ?? check.sessionId)
      return wrapText(`${id}: ${clientCheckParts(check).join(' · ')}`, app.columns)
    }),
    ...(rest > 0 ? [app.colors.dim(`${formatInteger(rest)} more in --json`)] : []),
  ]
}

interface Layout {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

function layOut({ colors }: App, shown: ShownRequests, requests: readonly ExplainedRequest[]): Layout {
  const number = (title: string, dropOrder: number): Column => ({ title, align: 'right', dropOrder })
  return {
    columns: [
      { title: 'TIME', dropOrder: 3, style: colors.dim },
      { title: 'ID', dropOrder: 0, style: colors.yellow },
      { title: 'MODEL', isFlexible: true, minWidth: 10, maxWidth: 30, dropOrder: 4 },
      number('INPUT', 5),
      number('OUTPUT', 2),
      number('WRITE 5M', 5),
      number('WRITE 1H', 5),
      number('READ', 2),
      ...(shown.hasCost ? [{ ...number('COST', 0), style: colors.green }] : []),
    ],
    rows: alignColumns([...requests.map(request => formatRequest(request, shown)), formatSum(shown)]),
  }
}

/** Of output and cost, which may be more than they say. */
function alignColumns(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const output = alignMarks(rows.map(row => row[OUTPUT] ?? ''))
  const last = alignMarks(rows.map(row => row.at(-1) ?? ''))
  return rows.map((row, at) => row.with(OUTPUT, output[at] ?? '').with(-1, last[at] ?? ''))
}

const OUTPUT = 4

function formatRequest(request: ExplainedRequest, { shortIds, zone, hasCost }: ShownRequests): readonly string[] {
  const at = request.firstAt === undefined ? undefined : Date.parse(request.firstAt)
  const id = shortIds.get(request.sessionId) ?? request.sessionId
  return [
    at === undefined ? '' : `${zone.dayOf(at)} ${zone.timeOf(at)}`,
    sanitizeLine(request.turn > 0 ? `${id}:${request.turn}` : id),
    shortModel(request.model),
    formatCount(request.inputTokens),
    markBound(formatCount(request.outputTokens), request.isUnfinished),
    formatSome(request.cacheWrite5mTokens),
    formatSome(request.cacheWrite1hTokens),
    formatCount(request.cacheReadTokens),
    ...(hasCost ? [formatShareCost(request)] : []),
  ]
}

/** What the client recorded is exact, whatever became of the request. */
function formatShareCost({ shareUsd, isUnfinished, isRecordedCost }: ExplainedRequest): string {
  return formatCost({ costUsd: shareUsd, isLowerBound: isUnfinished && !isRecordedCost })
}

/** A column without any is left out. */
function formatSome(tokens: number): string {
  return tokens === 0 ? '' : formatCount(tokens)
}

function formatSum({ explained: { totals, requests }, hasCost }: ShownRequests): readonly string[] {
  return [
    '',
    'Sum',
    '',
    formatCount(totals.inputTokens),
    markBound(
      formatCount(totals.outputTokens),
      requests.some(({ isUnfinished }) => isUnfinished),
    ),
    formatSome(totals.cacheWrite5mTokens),
    formatSome(totals.cacheWrite1hTokens),
    formatCount(totals.cacheReadTokens),
    ...(hasCost ? [formatCost(totals)] : []),
  ]
}

function describeRequest(app: App, request: ExplainedRequest, shown: ShownRequests): readonly string[] {
  const { winner, at, copies } = request
  const place = `${nameLine(app, winner)}${isSame(winner, at) ? '' : `, placed by ${nameOther(app, at, winner)}`}`
  const more = copies.slice(MAX_COPIES).reduce((sum, { count }) => sum + count, 0)
  return [
    [place, ...requestMarks(request)].join(' · '),
    ...copies.slice(0, MAX_COPIES).map(copied => describeCopies(app, copied, request, shown)),
    ...(more > 0 ? [`dropped ${formatNumberOf(more, 'more copy', 'more copies')}`] : []),
  ]
}

const MAX_COPIES = 3

function nameLine(app: App, { file, line }: LinePlace): string {
  return file === '' ? `line ${line} of a file without a name` : `${shortenPath(app, file)}:${line}`
}

/** Its file only where it is another one. */
function nameOther(app: App, place: LinePlace, beside: LinePlace): string {
  return place.file === beside.file ? `line ${place.line}` : nameLine(app, place)
}

function isSame(a: LinePlace, b: LinePlace): boolean {
  return a.file === b.file && a.line === b.line
}

const MAX_LINES = 12

function describeCopies(
  app: App,
  { sessionId, file, lines, count }: CopiedLines,
  { winner }: ExplainedRequest,
  { shortIds }: ShownRequests,
): string {
  const isCut = lines.length > MAX_LINES || count > lines.length
  const named = lines.slice(0, MAX_LINES).join(',') + (isCut ? ' …' : '')
  const dropped = `dropped ${formatNumberOf(count, 'copy', 'copies')}`
  if (file === winner.file) return named === '' ? `${dropped} in this file` : `${dropped}: ${nameLines(lines, named)}`
  const id = sanitizeLine(shortIds.get(sessionId) ?? sessionId)
  return `${dropped}: ${shortenPath(app, file)}${named === '' ? '' : `:${named}`} (${id})`
}

function nameLines({ length }: readonly number[], named: string): string {
  return `${length === 1 ? 'line' : 'lines'} ${named}`
}
