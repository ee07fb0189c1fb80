import { formatBytes, formatNumberOf } from '../../text/count.ts'
import type {
  ErrorRow,
  InterruptionRow,
  NoticeRow,
  RawRow,
  RepeatRow,
  TaskReportRow,
  UnknownRow,
  UnreadableRow,
} from '../view/row.ts'
import { type Page, partsOf } from './page.ts'
import { codeSpan, fence, joinBlocks, plain } from './plain.ts'
import { inBrackets, spaced } from './words.ts'

export function errorText(row: ErrorRow, page: Page): string {
  const saysItself = row.source === 'client' || row.message.startsWith('API Error')
  const times = inBrackets([row.count > 1 && `${row.count} times`, row.isRetried && 'tried again'])
  const message = plain(row.message)
  const line = `**${saysItself ? 'Error' : 'API error'}**${message === '' ? '' : ` ${message}`}${times}`
  return joinBlocks([line, partsOf(page, row.parts)])
}

export function interruptionText(row: InterruptionRow): string {
  return `**${plain(row.text.replace(/^\[|\]$/g, '')) || 'Request interrupted by user'}**`
}

export function reportText(row: TaskReportRow, page: Page): string {
  const status = inBrackets([plain(row.status)])
  const summary = plain(row.summary)
  const task = row.taskId === '' ? '' : spaced('task', codeSpan(row.taskId))
  const line = `${spaced('**Report**', task)}${status}${summary === '' ? '' : `: ${summary}`}`
  return joinBlocks([line, partsOf(page, row.parts)])
}

export function noticeText(row: NoticeRow, page: Page): string {
  const [first, ...others] = row.parts
  // A text of one line stands behind its label.
  const isLine = row.text === '' && first?.kind === 'text' && !first.label && !/[\r\n]/.test(first.text.trim())
  const text = plain(isLine ? first.text : row.text)
  const times = row.count > 1 ? ` (${row.count} times)` : ''
  const line = `*${plain(row.label) || 'note'}*${text === '' ? '' : `: ${text}`}${times}`
  const body = partsOf(page, [...(isLine ? others : row.parts), ...(row.rest ?? [])])
  // Bookkeeping is small: a line of it where it fits on one.
  return text === '' && body !== '' && !body.includes('\n') ? `${line}: ${body}` : joinBlocks([line, body])
}

export function repeatText(row: RepeatRow): string {
  return `*${formatNumberOf(row.count, 'entry', 'entries')} written again*`
}

export function unknownText(row: UnknownRow): string {
  return joinBlocks([`${spaced('**Unknown**', codeSpan(row.name))} (line ${row.line})`, fence(row.json, 'json')])
}

export function unreadableText(row: UnreadableRow): string {
  const what = inBrackets([`line ${row.line}`, formatBytes(row.sizeBytes), 'not JSON'])
  return joinBlocks([`**Unreadable**${what}`, fence(row.text)])
}

export function rawText(row: RawRow): string {
  return joinBlocks([`${codeSpan(row.name) || '*unnamed*'} (line ${row.line})`, fence(row.json, 'json')])
}
