import { formatBytes, formatInteger, formatNumberOf } from '../../text/count.ts'
import type {
  ErrorRow,
  InterruptionRow,
  LossRow,
  NoticeRow,
  TaskReportRow,
  UnknownRow,
  UnreadableRow,
} from '../view/row.ts'
import { AFTER_NAME, type Canvas, nameCell, PART_INDENT } from './canvas.ts'
import { cutLine, indent, type Line, span, word, wrapLine } from './line.ts'
import { summaryLine, textLines } from './text-lines.ts'
import { partLines } from './tool-rows.ts'

export function* errorRowLines(row: ErrorRow, canvas: Canvas): Iterable<Line> {
  const times = row.count > 1 ? [span(`  ${row.count} times`, 'dim')] : []
  const name = row.source === 'api' ? 'API error' : 'error'
  const left = nameCell(name, 'bad')
  if (row.parts.length > 0 || row.message.length < 300)
    yield* wrapLine([...left, word(row.message), ...times], canvas.textWidth, AFTER_NAME)
  else yield cutLine([...left, ...summaryLine(row.message, 'plain'), ...times], canvas.width)
  yield* partLines(row.parts, canvas)
}

export function* interruptionLines(row: InterruptionRow, canvas: Canvas): Iterable<Line> {
  const text = row.text.replace(/^\[|\]$/g, '')
  yield cutLine([span('  '), word(text === '' ? 'Request interrupted by user' : text, 'bad')], canvas.width)
}

export function* reportLines(row: TaskReportRow, canvas: Canvas): Iterable<Line> {
  const isBad = row.status === 'failed' || row.status === 'killed'
  const left = [
    ...nameCell('report', 'bold'),
    word(`task ${row.taskId}`, 'dim'),
    span('  '),
    word(row.status, isBad ? 'bad' : 'dim'),
  ]
  yield cutLine([...left, span('  '), word(row.summary)], canvas.width)
  if (row.parts.length > 0)
    for (const line of textLines(row.summary, canvas.textWidth - PART_INDENT)) yield indent(line, PART_INDENT)
  yield* partLines(row.parts, canvas)
}

export function* noticeLines(row: NoticeRow, canvas: Canvas): Iterable<Line> {
  const times = row.count > 1 ? [span(`  ${row.count} times`, 'dim')] : []
  const left = [...nameCell(row.label, 'dim'), word(row.text, 'dim'), ...times]
  if (row.parts.length > 0 || row.text.length < 500) yield* wrapLine(left, canvas.textWidth, AFTER_NAME)
  else yield cutLine(left, canvas.width)
  yield* partLines(row.parts, canvas)
}

export function* unknownLines(row: UnknownRow, canvas: Canvas): Iterable<Line> {
  yield cutLine([...nameCell('unknown', 'dim'), word(row.name, 'dim'), span(`  line ${row.line}`, 'dim')], canvas.width)
  for (const line of textLines(row.json, canvas.textWidth - PART_INDENT, 'dim')) yield indent(line, PART_INDENT)
}

export function* unreadableLines(row: UnreadableRow, canvas: Canvas): Iterable<Line> {
  const what = `line ${row.line}, ${formatBytes(row.sizeBytes)}, not JSON`
  yield [...nameCell('unreadable', 'bad'), span(what, 'dim')]
  for (const line of textLines(row.text, canvas.textWidth - PART_INDENT, 'dim')) yield indent(line, PART_INDENT)
}

/** What a reader did not see, and how to see it. */
export function* lossLines(row: LossRow, canvas: Canvas): Iterable<Line> {
  const items = row.items.map(item => `${formatInteger(item.count)} ${item.what}`)
  const parts: string[] = []
  if (row.otherTurns > 0) parts.push(`${formatNumberOf(row.otherTurns, 'other turn')} not asked for.`)
  if (items.length > 0) parts.push(`Not shown at level ${row.level}: ${items.join(', ')}.`)
  const odd: string[] = []
  if (row.unreadable > 0) odd.push(formatNumberOf(row.unreadable, 'unreadable line'))
  if (row.unknown > 0) odd.push(formatNumberOf(row.unknown, 'entry of unknown kind', 'entries of unknown kind'))
  if (odd.length > 0) parts.push(`${row.level === 'all' ? 'Held' : 'Also not shown'}: ${odd.join(', ')}.`)
  if (row.level !== 'all' && (items.length > 0 || odd.length > 0)) parts.push('Use --level all.')
  yield* wrapLine([word(parts.length > 0 ? parts.join(' ') : 'Everything was shown.', 'dim')], canvas.width)
}
