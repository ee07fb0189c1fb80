import type { UsageRow } from '../../../query/usage/usage-report.ts'
import type { MoreColumn } from '../../../render/usage-columns.ts'
import { formatInteger } from '../../../text/count.ts'
import { formatUsd, markBound } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import type { Column } from '../../../text/table.ts'
import type { App } from '../app.ts'

/** Where it stands among the others when there is little room. */
const DROP_ORDER = 5

export function moreColumn({ title, kind }: MoreColumn, { colors }: Pick<App, 'colors'>): Column {
  if (kind === 'number' || kind === 'money') return { title, align: 'right', dropOrder: DROP_ORDER, style: colors.dim }
  const maxWidth = kind === 'path' ? 40 : 18
  const keeps = kind === 'path' ? 'end' : 'start'
  return { title, isFlexible: true, minWidth: 8, maxWidth, dropOrder: DROP_ORDER, keeps, style: colors.cyan }
}

/** Nothing is told by an empty cell. */
export function moreCell(app: App, row: UsageRow, { kind, of, isLowerBound }: MoreColumn): string {
  const value = of(row)
  if (value === undefined || value === 0) return ''
  if (typeof value === 'string') return kind === 'path' ? shortenPath(app, value) : sanitizeLine(value)
  return kind === 'money' ? markBound(formatUsd(value), isLowerBound?.(row) ?? false) : formatInteger(value)
}
