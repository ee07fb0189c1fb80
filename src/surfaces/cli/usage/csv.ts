import type { UsageReport, UsageRow } from '../../../query/usage/usage-report.ts'
import { sanitizeText } from '../../../text/sanitize.ts'

/**
 * RFC 4180, the same columns for every report. With a breakdown a record is a part of a row, so that a column still adds
 * up; a gap between blocks is no record. Nothing in it is a formula to a spreadsheet.
 */
export function formatUsageCsv({ rows }: UsageReport): string {
  const records = rows
    .filter(row => row.about.kind !== 'gap')
    .flatMap(row => (row.parts ? row.parts.map(part => toRecord(row, part.key, part)) : [toRecord(row, '', row)]))
  return [COLUMNS, ...records].map(record => `${record.map(formatCell).join(',')}\r\n`).join('')
}

const NUMBERS = [
  'requests',
  'unfinished',
  'inputTokens',
  'outputTokens',
  'cacheWriteTokens',
  'cacheReadTokens',
  'totalTokens',
  'cacheWrite5mTokens',
  'cacheWrite1hTokens',
  'thinkingTokens',
  'webSearches',
] as const satisfies readonly (keyof UsageRow)[]

const COLUMNS = [
  'key',
  'label',
  'part',
  ...NUMBERS,
  'costUsd',
  'unpricedTokens',
  'isLowerBound',
  'models',
  'firstAt',
  'lastAt',
]

type Cell = string | number

function toRecord({ key, label }: UsageRow, part: string, row: UsageRow): readonly Cell[] {
  return [
    key,
    label,
    part,
    ...NUMBERS.map(name => row[name]),
    row.costUsd === null ? '' : formatDecimal(row.costUsd),
    row.unpricedTokens,
    String(row.isLowerBound),
    row.models.join(' '),
    row.firstAt ?? '',
    row.lastAt ?? '',
  ]
}

/** Never with an exponent. */
function formatDecimal(value: number): string {
  return value.toFixed(NANO_DIGITS).replace(/\.?0+$/, '')
}

const NANO_DIGITS = 9

function formatCell(value: Cell): string {
  if (typeof value === 'number') return String(value)
  const text = sanitizeText(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^[+-]?\d+(\.\d+)?$/
