import type { UsageRow } from '../../../../query/usage/usage-report.ts'
import { columnsOf, type MoreColumn } from '../../../../render/usage-columns.ts'
import { shortModel } from '../../../../render/usage-words.ts'
import { formatCount, formatInteger } from '../../../../text/count.ts'
import { formatCost, formatUsd, markBound } from '../../../../text/money.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shortenPath } from '../../../../text/shorten-path.ts'

/** A column of a table of usage. */
export interface UsageColumn {
  readonly id: string
  readonly title: string
  readonly isNumber: boolean
  /** In a narrow window it is not there. */
  readonly isExtra: boolean
  /** To order by. */
  value(row: UsageRow): string | number
  text(row: UsageRow): string
  /** The whole of what is shortened. */
  whole?(row: UsageRow): string
}

/** In the order of the command line. */
export function listColumns(report: string, home: string): readonly UsageColumn[] {
  const tokens = (id: string, title: string, of: (row: UsageRow) => number, isExtra = true): UsageColumn => ({
    id,
    title,
    isNumber: true,
    isExtra,
    value: of,
    text: row => formatCount(of(row)),
    whole: row => formatInteger(of(row)),
  })
  return [
    ...columnsOf(report).more.map(column => moreColumn(column, home)),
    ...(report === 'models' ? [] : [MODELS]),
    {
      ...tokens('requests', 'Requests', row => row.requests),
      text: row => (row.requests === 0 ? '–' : formatInteger(row.requests)),
    },
    tokens('input', 'Input', row => row.inputTokens),
    tokens('output', 'Output', row => row.outputTokens),
    tokens('write', 'Write', row => row.cacheWriteTokens),
    tokens('read', 'Read', row => row.cacheReadTokens),
    tokens('tokens', 'Tokens', row => row.totalTokens, false),
    COST,
  ]
}

const MODELS: UsageColumn = {
  id: 'models',
  title: 'Models',
  isNumber: false,
  isExtra: true,
  value: modelsText,
  text: modelsText,
  whole: modelsText,
}

function modelsText({ models }: UsageRow): string {
  return [...new Set(models.map(shortModel))].join(', ')
}

const COST: UsageColumn = {
  id: 'cost',
  title: 'Cost',
  isNumber: true,
  isExtra: false,
  // What nobody knows the price of is below everything.
  value: row => row.costUsd ?? -1,
  text: row => formatCost(row),
  whole: row => (row.isLowerBound ? 'At least' : ''),
}

function moreColumn({ title, kind, of, isLowerBound }: MoreColumn, home: string): UsageColumn {
  const isNumber = kind === 'number' || kind === 'money'
  const text = (row: UsageRow): string => {
    const value = of(row)
    if (value === undefined || value === 0) return ''
    if (typeof value === 'string') return kind === 'path' ? shortenPath({ home }, value) : sanitizeLine(value)
    return kind === 'money' ? markBound(formatUsd(value), isLowerBound?.(row) ?? false) : formatInteger(value)
  }
  return {
    id: title.toLowerCase().replaceAll(' ', '-'),
    title: title.charAt(0) + title.slice(1).toLowerCase(),
    isNumber,
    isExtra: true,
    value: row => of(row) ?? (isNumber ? 0 : ''),
    text,
    ...(isNumber ? {} : { whole: text }),
  }
}

/** `sort=cost` from small to large, `sort=-cost` from large to small, `label` by name. */
export function sortRows(
  rows: readonly UsageRow[],
  sort: string | null,
  columns: readonly UsageColumn[],
): readonly UsageRow[] {
  if (sort === null) return rows
  const isDown = sort.startsWith('-')
  const id = isDown ? sort.slice(1) : sort
  const column = columns.find(other => other.id === id)
  if (!column && id !== 'label') return rows
  const rankOf = (row: UsageRow): string | number => (column ? column.value(row) : row.label.toLowerCase())
  return rows.toSorted((a, b) => compare(rankOf(a), rankOf(b)) * (isDown ? -1 : 1))
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
