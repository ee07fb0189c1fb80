import { formatBytes, formatNumberOf } from '../../text/count.ts'
import type {
  ErrorRow,
  InterruptionRow,
  LossRow,
  NoticeRow,
  RawRow,
  RepeatRow,
  TaskReportRow,
  UnknownRow,
  UnreadableRow,
} from '../view/row.ts'
import { ALL_SHOWN, lossSentences, oddItems } from '../words.ts'
import { AFTER_NAME, type Canvas, isLongName, nameCell, PART_INDENT, ROW_INDENT } from './canvas.ts'
import { cutLine, indent, type Line, lineWidth, span, word, wrapLine } from './line.ts'
import { textLines } from './text-lines.ts'
import { partLines } from './tool-rows.ts'

export function* errorRowLines(row: ErrorRow, canvas: Canvas): Iterable<Line> {
  const times = row.count > 1 ? [span(`  ${row.count} times`, 'dim')] : []
  const saysItself = row.source === 'client' || row.message.startsWith('API Error')
  const name = saysItself ? 'error' : 'API error'
  const left = nameCell(name, 'bad')
  yield* wrapLine([...left, word(row.message), ...times], canvas.textWidth, AFTER_NAME)
  yield* partLines(row.parts, canvas)
}

export function* interruptionLines(row: InterruptionRow, canvas: Canvas): Iterable<Line> {
  const text = row.text.replace(/^\[|\]$/g, '')
  const line = [span('  '), word(text === '' ? 'Request interrupted by user' : text, 'bad')]
  yield* wrapLine(line, canvas.width, ROW_INDENT)
}

export function* reportLines(row: TaskReportRow, canvas: Canvas): Iterable<Line> {
  const isBad = row.status === 'failed' || row.status === 'killed'
  const state = [word(`task ${row.taskId}`, 'dim'), span('  '), word(row.status, isBad ? 'bad' : 'dim'), span('  ')]
  const line = [...nameCell('report', 'bold'), ...state, word(row.summary)]
  if (row.isOpen) yield* wrapLine(line, canvas.textWidth, AFTER_NAME)
  else yield cutLine(line, canvas.width)
  yield* partLines(row.parts, canvas)
}

export function* noticeLines(row: NoticeRow, canvas: Canvas): Iterable<Line> {
  const times = row.count > 1 ? [span(`  ${row.count} times`, 'dim')] : []
  const words: Line = [word(row.text, 'dim'), ...times]
  if (isLongName(row.label)) {
    yield* wrapLine([span('  '), word(row.label, 'dim')], canvas.textWidth, ROW_INDENT)
    if (lineWidth(words) > 0) yield* wrapLine([span(' '.repeat(AFTER_NAME)), ...words], canvas.textWidth, AFTER_NAME)
  } else yield* wrapLine([...nameCell(row.label, 'dim'), ...words], canvas.textWidth, AFTER_NAME)
  yield* partLines(row.parts, canvas)
}

export function* repeatLines(row: RepeatRow): Iterable<Line> {
  yield [span(`  ${formatNumberOf(row.count, 'entry', 'entries')} written again`, 'dim')]
}

export function* unknownLines(row: UnknownRow, canvas: Canvas): Iterable<Line> {
  yield cutLine([...nameCell('unknown', 'dim'), word(row.name, 'dim'), span(`  line ${row.line}`, 'dim')], canvas.width)
  for (const line of textLines(row.json, canvas.textWidth - PART_INDENT, 'dim')) yield indent(line, PART_INDENT)
}

export function* rawLines(row: RawRow, canvas: Canvas): Iterable<Line> {
  yield cutLine([...nameCell(row.name, 'dim'), span(`line ${row.line}`, 'dim')], canvas.width)
  for (const line of textLines(row.json, canvas.textWidth - PART_INDENT)) yield indent(line, PART_INDENT)
}

export function* unreadableLines(row: UnreadableRow, canvas: Canvas): Iterable<Line> {
  const what = `line ${row.line}, ${formatBytes(row.sizeBytes)}, not JSON`
  yield [...nameCell('unreadable', 'bad'), span(what, 'dim')]
  for (const line of textLines(row.text, canvas.textWidth - PART_INDENT, 'dim')) yield indent(line, PART_INDENT)
}

/** What a reader did not see, and how to see it. */
export function* lossLines(row: LossRow, canvas: Canvas): Iterable<Line> {
  const sentences = [...lossSentences(row)]
  if (row.level !== 'all' && (row.items.length > 0 || oddItems(row).length > 0)) sentences.push('Use --level all.')
  yield* wrapLine([word(sentences.length > 0 ? sentences.join(' ') : ALL_SHOWN, 'dim')], canvas.width)
}
