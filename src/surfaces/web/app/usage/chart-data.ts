import type { UsageReport, UsageRow } from '../../../../query/usage/usage-report.ts'
import { shortModel } from '../../../../render/usage-words.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { listPeriods, type PeriodUnit } from '../../../../time/list-periods.ts'
import type { ChartSeries } from '../chart/chart.tsx'
import type { Amount, Split, Unit } from './usage-query.ts'

export interface ChartData {
  /** Names of the days, weeks or months, old to new; those without requests too. */
  readonly keys: readonly string[]
  readonly series: readonly ChartSeries[]
  /** Older ones that have no room. */
  readonly leftOut: number
}

/** More bars than pixels say nothing. */
const MAX_BARS = 180
const MAX_SERIES = 4
const PERIOD_UNITS: { readonly [Name in Unit]: PeriodUnit } = { daily: 'day', weekly: 'week', monthly: 'month' }

interface Asked {
  readonly unit: Unit
  readonly split: Split
  readonly amount: Amount
}

/** A report by time as bars: what is large by itself, the rest as one. */
export function chartData(report: UsageReport, { unit, split, amount }: Asked): ChartData {
  const timed = report.rows.filter(({ key }) => key !== '').sort((a, b) => (a.key < b.key ? -1 : 1))
  const shown = timed.slice(-MAX_BARS)
  const keys = fillKeys(shown, PERIOD_UNITS[unit])
  const rows = new Map(timed.map(row => [row.key, row]))
  const amountOf = (row: UsageRow | undefined): number =>
    row === undefined ? 0 : amount === 'cost' ? (row.costUsd ?? 0) : row.totalTokens
  const leftOut = timed.filter(({ key }) => key < (keys[0] ?? '')).length
  if (split === 'none') {
    const label = amount === 'cost' ? 'Cost' : 'Tokens'
    return { keys, series: [{ label, values: keys.map(key => amountOf(rows.get(key))) }], leftOut }
  }
  const names = largest(shown, amountOf)
  const partsOf = (key: string): readonly UsageRow[] => rows.get(key)?.parts ?? []
  const named = names.map(
    (part): ChartSeries => ({
      label: split === 'models' ? shortModel(part.key) : sanitizeLine(part.label) || sanitizeLine(part.key),
      values: keys.map(key => amountOf(partsOf(key).find(other => other.key === part.key))),
    }),
  )
  const known = new Set(names.map(({ key }) => key))
  const others = keys.map(key =>
    partsOf(key).reduce((sum, part) => sum + (known.has(part.key) ? 0 : amountOf(part)), 0),
  )
  const rest: ChartSeries = { label: 'others', values: others, tone: 'muted' }
  return { keys, series: others.some(value => value > 0) ? [...named, rest] : named, leftOut }
}

/**
 * Every period between the first and the last, from the first one that is near enough. Where that would leave out much,
 * only those with requests.
 */
function fillKeys(rows: readonly UsageRow[], unit: PeriodUnit): readonly string[] {
  const last = rows.at(-1)
  if (!last) return []
  for (const [at, { key }] of rows.entries()) {
    if (at > rows.length * MOST_LEFT_OUT) break
    const keys = listPeriods(unit, key, last.key, MAX_BARS)
    if (keys) return keys
  }
  return rows.map(({ key }) => key)
}

const MOST_LEFT_OUT = 0.2

function largest(rows: readonly UsageRow[], amountOf: (row: UsageRow) => number): readonly UsageRow[] {
  const sums = new Map<string, { part: UsageRow; sum: number }>()
  for (const part of rows.flatMap(row => row.parts ?? [])) {
    const known = sums.get(part.key)
    if (known) known.sum += amountOf(part)
    else sums.set(part.key, { part, sum: amountOf(part) })
  }
  return [...sums.values()]
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MAX_SERIES)
    .map(({ part }) => part)
}
