import {
  CATEGORIES,
  type RedactReport,
  type ReportedHit,
  type ReportedPlace,
} from '../../../query/export/redact-report.ts'
import type { HitCategory } from '../../../redact/redaction.ts'
import { formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import type { App } from '../app.ts'

const TITLES: { readonly [Category in HitCategory]: string } = {
  secret: 'Secrets',
  word: 'Your words',
  person: 'People and machines',
  id: 'Ids',
}
const MAX_PLACES = 4

/** What was found, by category and kind. */
export function formatReport(app: Pick<App, 'colors' | 'tableColumns'>, report: RedactReport): readonly string[] {
  if (report.hits.length === 0) return ['Nothing was found that an export would take out. Images are not looked at.']
  const lines: string[] = []
  for (const category of CATEGORIES) {
    const hits = report.hits.filter(hit => hit.category === category)
    if (hits.length === 0) continue
    lines.push(app.colors.bold(`${TITLES[category]} (${formatInteger(hits.length)})`), ...formatHits(app, hits), '')
  }
  const values = formatNumberOf(report.values, 'value')
  const places = formatNumberOf(report.occurrences, 'place')
  return [...lines, `An export takes out ${values} in ${places}. Images are not looked at.`]
}

function formatHits(
  { colors, tableColumns }: Pick<App, 'colors' | 'tableColumns'>,
  hits: readonly ReportedHit[],
): string[] {
  const columns: readonly Column[] = [
    { title: 'kind', dropOrder: 0 },
    { title: 'becomes', dropOrder: 0 },
    { title: 'value', isFlexible: true, minWidth: 8, maxWidth: 40, dropOrder: 0 },
    { title: 'times', align: 'right', dropOrder: 0 },
    { title: 'where', isFlexible: true, minWidth: 10, dropOrder: 1 },
  ]
  const rows = hits.map(hit => [
    sanitizeLine(hit.kind),
    sanitizeLine(hit.placeholder),
    sanitizeLine(hit.masked),
    formatInteger(hit.count),
    formatPlaces(hit),
  ])
  return formatTable({ columns, rows, width: tableColumns, titleStyle: colors.dim })
}

function formatPlaces({ places, count }: ReportedHit): string {
  const shown = places.slice(0, MAX_PLACES).map(formatPlace)
  const isMore = count > shown.length
  return `${[...new Set(shown)].join(', ')}${isMore ? ' …' : ''}`
}

function formatPlace({ agent, turn, line }: ReportedPlace): string {
  const at = line === 0 ? 'files' : `line ${line}`
  if (agent !== undefined) return `agent ${sanitizeLine(agent)} ${at}`
  return turn === undefined || turn === 0 || line === 0 ? at : `turn ${turn} (${at})`
}
