import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import type {
  Badge,
  ErrorRow,
  InterruptionRow,
  LossItem,
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
import type { PartContext } from '../parts.ts'
import { cell, cells, partsBody, type RowShape } from '../row-shape.ts'
import { type Html, html, NOTHING } from '../safe-html.ts'
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

export function lossShape(row: LossRow): RowShape {
  return { element: 'div', content: lossContent(row) }
}

/** What a reader of this page did not see. */
export function lossContent(row: LossRow): Html {
  const odd: LossItem[] = []
  if (row.unreadable > 0)
    odd.push({ what: row.unreadable === 1 ? 'unreadable line' : 'unreadable lines', count: row.unreadable })
  if (row.unknown > 0)
    odd.push({ what: row.unknown === 1 ? 'entry of unknown kind' : 'entries of unknown kind', count: row.unknown })
  const isWhole = row.level !== 'prompts' && row.level !== 'answers' && row.level !== 'tools'
  const parts = [
    lossList(`Not shown at level ${row.level}`, isWhole ? row.items : [...row.items, ...odd]),
    lossList('Held, but not understood', isWhole ? odd : []),
    lossList('Recorded twice, shown once', isWhole ? row.repeats : []),
    row.otherTurns > 0 && html`<p>${formatNumberOf(row.otherTurns, 'other turn')} not asked for.</p>`,
    row.isStartLeftOut && html`<p>What stands before the first prompt was not asked for.</p>`,
  ].filter(part => part !== false && part !== NOTHING)
  return html`<h2>What is not here</h2>${parts.length > 0 ? parts : html`<p>Everything was shown.</p>`}`
}

function lossList(title: string, items: readonly LossItem[]): Html {
  if (items.length === 0) return NOTHING
  const rows = items.map(item => html`<div><dt>${item.what}</dt> <dd>${formatInteger(item.count)}</dd></div>`)
  return html`<p>${title}:</p><dl class="counts">${rows}</dl>`
}
