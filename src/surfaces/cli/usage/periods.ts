import type { UsageCut } from '../../../query/usage/cuts/cut.ts'
import type { UsageRequest, UsageRow } from '../../../query/usage/usage-report.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { listPeriods, type PeriodUnit } from '../../../time/list-periods.ts'

/** A row of a chart: one of the report, one without requests, or a long time without any. */
export type PeriodRow =
  | { readonly kind: 'row'; readonly row: UsageRow }
  | { readonly kind: 'empty'; readonly label: string }
  | { readonly kind: 'gap'; readonly label: string }

/** Days, weeks and months without requests are there too, so that the rhythm is seen. Rows of other reports are as they are. */
export function fillPeriods(rows: readonly UsageRow[], { cut, request }: PeriodReport): readonly PeriodRow[] {
  const unit = UNITS[cut.name]
  if (!unit || !IN_ORDER.has(request.order)) return rows.map(row => ({ kind: 'row', row }))
  const labelOf = periodLabels(cut, request)
  const filled: PeriodRow[] = []
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    if (before) filled.push(...fillBetween(before.key, row.key, unit, labelOf))
    filled.push({ kind: 'row', row })
  }
  return filled
}

export interface PeriodReport {
  readonly cut: UsageCut
  readonly request: UsageRequest
}

/** The newest values of a report by time, with zeros where there was nothing; empty where a line of them would say little. */
export function recentValues(
  rows: readonly UsageRow[],
  cut: UsageCut,
  amountOf: (row: UsageRow) => number,
): readonly number[] {
  const unit = UNITS[cut.name]
  const timed = rows.filter(row => row.key !== '').sort((a, b) => (a.key < b.key ? -1 : 1))
  const last = timed.at(-1)
  if (!unit || !last || timed.length < MIN_POINTS) return []
  const values = new Map(timed.map(row => [row.key, amountOf(row)]))
  const known = timed.slice(-MAX_POINTS)
  // From the first one that is near enough: years of silence before it are left out.
  for (const { key } of known) {
    const keys = listPeriods(unit, key, last.key, MAX_POINTS)
    if (keys && keys.length >= MIN_POINTS) return keys.map(period => values.get(period) ?? 0)
  }
  return []
}

const MIN_POINTS = 3
const MAX_POINTS = 31

const UNITS: { readonly [report: string]: PeriodUnit } = { daily: 'day', weekly: 'week', monthly: 'month' }
const IN_ORDER = new Set(['usual', 'asc', 'desc'])

/** More than so many without requests become one row. */
const MAX_EMPTY = 14
/** A timestamp may lie thousands of years away: then nobody counts. */
const MAX_COUNTED = 4000

function fillBetween(a: string, b: string, unit: PeriodUnit, labelOf: (key: string) => string): readonly PeriodRow[] {
  const [first, last] = a < b ? [a, b] : [b, a]
  if (first === '') return []
  const all = listPeriods(unit, first, last, MAX_COUNTED)
  if (!all) return [{ kind: 'gap', label: '…' }]
  const between = all.slice(1, -1)
  if (between.length > MAX_EMPTY) return [{ kind: 'gap', label: `… ${formatNumberOf(between.length, unit)}` }]
  const keys = a < b ? between : between.toReversed()
  return keys.map(key => ({ kind: 'empty', label: labelOf(key) }))
}

function periodLabels(cut: UsageCut, { zone, now }: UsageRequest): (key: string) => string {
  const open = cut.open({ groups: [], zone, now, store: undefined, sessions: undefined })
  return key => open.describe(key).label
}
