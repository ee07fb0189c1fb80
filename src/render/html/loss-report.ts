import { formatInteger, formatNumberOf } from '../../text/count.ts'
import type { LossItem, LossRow } from '../view/row.ts'
import { type Html, html, NOTHING } from './safe-html.ts'

/** What a reader does not see, as it is told. */
export interface LossReport {
  readonly lists: readonly LossList[]
  readonly notes: readonly string[]
}

export interface LossList {
  readonly title: string
  readonly items: readonly LossItem[]
}

export const UNREADABLE_WORDS = ['unreadable line', 'unreadable lines'] as const
export const UNKNOWN_WORDS = ['entry of unknown kind', 'entries of unknown kind'] as const

const NOT_UNDERSTOOD = 'Held, but not understood'
const REPEATED = 'Recorded twice, shown once'

/** For whoever sees every row of a view. */
export function viewReport(row: LossRow): LossReport {
  const isWhole = isWholeLevel(row)
  const lists = [
    { title: `Not shown at level ${row.level}`, items: isWhole ? row.items : [...row.items, ...oddItems(row)] },
    { title: NOT_UNDERSTOOD, items: isWhole ? oddItems(row) : [] },
    { title: REPEATED, items: isWhole ? row.repeats : [] },
  ]
  return { lists, notes: rangeNotes(row) }
}

/** What a page shows of the rows it holds. */
export interface PageLosses {
  /** Says why the rows are not shown. */
  readonly title: string
  readonly hidden: readonly LossItem[]
  /** Shown, though nobody knows what they are. */
  readonly odd: readonly LossItem[]
  /** All rows are shown: what was recorded twice is all there is left to say. */
  readonly isWhole: boolean
  /** Turns of the page that are not shown. */
  readonly otherTurns: number
  readonly isStartLeftOut: boolean
}

/** For whoever sees some of the rows of a page: what it holds and does not show, and what it does not hold. */
export function pageReport(row: LossRow, page: PageLosses): LossReport {
  const missing = isWholeLevel(row) ? row.items : [...row.items, ...oddItems(row)]
  const lists = [
    { title: page.title, items: page.hidden },
    { title: isWholeLevel(row) ? 'Not in this file' : `Not in this file, made at level ${row.level}`, items: missing },
    { title: NOT_UNDERSTOOD, items: page.odd },
    { title: REPEATED, items: page.isWhole ? row.repeats : [] },
  ]
  const notes = [...rangeNotes(row)]
  if (page.otherTurns > 0) notes.push(`${formatNumberOf(page.otherTurns, 'other turn')} in this file.`)
  if (page.isStartLeftOut) notes.push('What stands before the first prompt is not shown.')
  return { lists, notes }
}

export function lossHtml({ lists, notes }: LossReport): Html {
  const parts = [...lists.map(listHtml), ...notes.map(note => html`<p>${note}</p>`)].filter(part => part !== NOTHING)
  return html`<h2>What is not here</h2>${parts.length > 0 ? parts : html`<p>Everything was shown.</p>`}`
}

function listHtml({ title, items }: LossList): Html {
  if (items.length === 0) return NOTHING
  const rows = items.map(item => html`<div><dt>${item.what}</dt> <dd>${formatInteger(item.count)}</dd></div>`)
  return html`<p>${title}:</p><dl class="counts">${rows}</dl>`
}

function isWholeLevel({ level }: LossRow): boolean {
  return level !== 'prompts' && level !== 'answers' && level !== 'tools'
}

function oddItems({ unreadable, unknown }: LossRow): readonly LossItem[] {
  const items = [
    { what: UNREADABLE_WORDS[unreadable === 1 ? 0 : 1], count: unreadable },
    { what: UNKNOWN_WORDS[unknown === 1 ? 0 : 1], count: unknown },
  ]
  return items.filter(({ count }) => count > 0)
}

function rangeNotes(row: LossRow): readonly string[] {
  const notes: string[] = []
  if (row.otherTurns > 0) notes.push(`${formatNumberOf(row.otherTurns, 'other turn')} not asked for.`)
  if (row.isStartLeftOut) notes.push('What stands before the first prompt was not asked for.')
  return notes
}
