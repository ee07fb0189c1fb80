import { formatCount, formatNumberOf } from '../../../text/count.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { formatDay, formatDayTime, formatIso, formatTime } from '../../../time/day.ts'
import type { CompactionRow, RewoundRow, SectionRow, SessionRow, TurnRow } from '../../view/row.ts'
import { sessionNumbers, turnNames, turnNumbers } from '../../words.ts'
import { titleWords } from '../cut-words.ts'
import type { PartContext } from '../parts.ts'
import { partsBody, type RowShape } from '../row-shape.ts'
import { type Html, html, NOTHING } from '../safe-html.ts'
import { factsHtml } from './words.ts'

export function sessionShape(row: SessionRow): RowShape {
  return { element: 'header', content: sessionContent(row) }
}

export function sessionContent(row: SessionRow): Html {
  const fields: readonly (readonly [string, Html | string | undefined])[] = [
    ['When', timeSpan(row)],
    ['Folder', row.cwd],
    ['Branch', row.branches.join(', ')],
    ['Model', row.models.join(', ')],
    ['Client', row.version && `Claude Code ${row.version}`],
    ['Session', row.id],
    ['Source', row.isKeptOnly && 'kept in the archive only'],
    ['Linked', row.links.join(', ')],
  ].filter(([, value]) => value) as never
  const list = fields.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  const title = titleWords(shownTitle(row.title))
  return html`<h1>${title}</h1> ${factsHtml(sessionNumbers(row))}<dl class="fields">${list}</dl>`
}

function timeSpan(row: SessionRow): Html | undefined {
  if (typeof row.startedAt !== 'number') return undefined
  const start = moment(row.startedAt, formatDayTime(row.startedAt))
  if (typeof row.endedAt !== 'number' || formatDayTime(row.endedAt) === formatDayTime(row.startedAt)) return start
  const isSameDay = formatDay(row.endedAt) === formatDay(row.startedAt)
  return html`${start} – ${moment(row.endedAt, isSameDay ? formatTime(row.endedAt) : formatDayTime(row.endedAt))}`
}

function moment(at: number, text: string): Html {
  const iso = formatIso(at)
  return iso === undefined ? html`${text}` : html`<time datetime="${iso}">${text}</time>`
}

/** One line of sessionNumbers(row) over everything that a prompt set off. */
export function turnShape(row: TurnRow): RowShape {
  return {
    element: 'div',
    attributes: html` data-turn="${row.number}"`,
    content: turnContent(row),
    link: { href: `turns=${row.number}`, label: `Link to turn ${row.number}` },
  }
}

export function turnContent(row: TurnRow): Html {
  const words = row.text === '' ? NOTHING : html`<span class="sr">: ${row.text}</span>`
  return html`<h2>Turn ${row.number}${words}</h2> ${factsHtml(turnNumbers(row))}`
}

/** A divider: what stands above it was summed up or cleared. */
export function compactionShape(row: CompactionRow, context: PartContext): RowShape {
  const what = row.scope === 'micro' ? 'Old tool results cleared' : 'Context compacted'
  const trigger = row.trigger === '' ? NOTHING : html` <span class="quiet">${row.trigger}</span>`
  return {
    element: 'div',
    classes: ['divider', `is-${row.scope}`],
    line: html`<span class="divider-title">${what}${trigger}</span> ${tokenDelta(row)}`,
    body: partsBody(row.parts, context),
  }
}

function tokenDelta(row: CompactionRow): Html {
  if (typeof row.preTokens !== 'number') return NOTHING
  if (typeof row.postTokens !== 'number') return html`<span class="delta">${formatCount(row.preTokens)} tokens</span>`
  return html`<span class="delta">${formatCount(row.preTokens)} <span class="sr">to</span><span class="arrow" aria-hidden="true">→</span> ${formatCount(row.postTokens)} tokens</span>`
}

export function rewoundShape(row: RewoundRow): RowShape {
  const title = row.edge === 'end' ? 'End of what was rewound' : 'Tried and rewound'
  const entries = row.edge === 'folded' ? formatNumberOf(row.entries, 'entry', 'entries') : ''
  return {
    element: 'div',
    classes: ['divider', `edge-${row.edge}`],
    attributes: html` data-edge="${row.edge}"`,
    line: html`<span class="divider-title">${title}${turnNames(row)}</span> <span class="delta">${entries}</span>`,
  }
}

export function sectionShape(row: SectionRow): RowShape {
  const note = row.note === '' ? NOTHING : html`<p class="facts"><span>${row.note}</span></p>`
  return { element: 'div', content: html`<h2>${row.title}</h2>${note}` }
}
