import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import type {
  Badge,
  ErrorRow,
  InterruptionRow,
  LossRow,
  NoticeRow,
  RawRow,
  RepeatRow,
  TaskReportRow,
  UnknownRow,
  UnreadableRow,
} from '../../view/row.ts'
import { codeBlock } from '../code.ts'
import { languageOfText } from '../language.ts'
import { type LossReport, lossHtml, viewReport } from '../loss-report.ts'
import type { PartContext } from '../parts.ts'
import { cell, cells, partsBody, type RowShape } from '../row-shape.ts'
import { html } from '../safe-html.ts'
import { badgeCells, nameCell } from './words.ts'

export function errorShape(row: ErrorRow, context: PartContext): RowShape {
  const saysItself = row.source === 'client' || row.message.startsWith('API Error')
  const badges: Badge[] = timesBadge(row.count)
  if (row.isRetried) badges.push({ text: 'tried again', tone: 'quiet' })
  return {
    element: 'div',
    classes: ['is-small', 'is-error'],
    line: cells(nameCell(saysItself ? 'error' : 'API error'), cell('headline is-bad', row.message), badgeCells(badges)),
    body: partsBody(row.parts, context),
  }
}

function timesBadge(count: number): Badge[] {
  return count > 1 ? [{ text: `${formatInteger(count)} times`, tone: 'quiet' }] : []
}

export function interruptionShape(row: InterruptionRow): RowShape {
  const text = row.text.replace(/^\[|\]$/g, '')
  const words = text === '' ? 'Request interrupted by user' : text
  return { element: 'div', classes: ['is-small'], line: cells(nameCell('interrupted'), cell('headline is-bad', words)) }
}

export function reportShape(row: TaskReportRow, context: PartContext): RowShape {
  const isBad = row.status === 'failed' || row.status === 'killed'
  const badges: Badge[] = row.status === '' ? [] : [{ text: row.status, tone: isBad ? 'bad' : 'quiet' }]
  const task = html`<span class="tag">task ${row.taskId}</span> `
  return {
    element: 'div',
    classes: ['is-small'],
    line: cells(nameCell('report'), html`<span class="headline">${task}${row.summary}</span>`, badgeCells(badges)),
    body: partsBody(row.parts, context),
    isOpen: row.isOpen,
  }
}

export function noticeShape(row: NoticeRow, context: PartContext): RowShape {
  return {
    element: 'div',
    classes: ['is-small', 'is-quiet'],
    line: cells(nameCell(row.label), cell('headline quiet', row.text), badgeCells(timesBadge(row.count))),
    body: partsBody(row.parts, context),
  }
}

export function repeatShape(row: RepeatRow): RowShape {
  const words = `${formatNumberOf(row.count, 'entry', 'entries')} written again`
  return {
    element: 'div',
    classes: ['is-small', 'is-quiet'],
    line: cells(nameCell('repeat'), cell('headline quiet', words)),
  }
}

export function unknownShape(row: UnknownRow): RowShape {
  return recordShape('unknown', `${row.name === '' ? 'entry' : row.name}, line ${formatInteger(row.line)}`, row.json)
}

export function unreadableShape(row: UnreadableRow): RowShape {
  const what = `line ${formatInteger(row.line)}, ${formatBytes(row.sizeBytes)}, not JSON`
  return recordShape('unreadable', what, row.text)
}

export function rawShape(row: RawRow): RowShape {
  return recordShape(row.name === '' ? 'entry' : row.name, `line ${formatInteger(row.line)}`, row.json)
}

/** A quiet line that opens to what is recorded. */
function recordShape(name: string, what: string, text: string): RowShape {
  return {
    element: 'div',
    classes: ['is-small', 'is-quiet'],
    line: cells(nameCell(name), cell('headline quiet', what)),
    body: text === '' ? undefined : () => codeBlock({ text, lang: languageOfText(text), wraps: true }),
  }
}

/** What a reader of this page did not see; a page that shows less than it holds reports for itself. */
export function lossShape(row: LossRow, report: LossReport | undefined): RowShape {
  return { element: 'div', content: lossHtml(report ?? viewReport(row)) }
}
