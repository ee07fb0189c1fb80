import { formatInteger, formatNumberOf } from '../../text/count.ts'
import type { LossItem, LossRow } from '../view/row.ts'
import { ALL_SHOWN, oddItems, outsideSentences } from '../words.ts'
import { type Html, html, NOTHING } from './safe-html.ts'

/** What a reader does not see, as it is told. */
export interface LossReport {
  readonly lists: readonly LossList[]
  readonly sentences: readonly string[]
}

export interface LossList {
  readonly title: string
  readonly items: readonly LossItem[]
}

const NOT_UNDERSTOOD = 'Held, but not understood'
const REPEATED = 'Recorded twice, shown once'

/** For whoever sees every row of a view. */
export function viewReport(row: LossRow): LossReport {
  const isWhole = row.level === 'all'
  const lists = [
    { title: `Not shown at level ${row.level}`, items: missingItems(row) },
    { title: NOT_UNDERSTOOD, items: isWhole ? oddItems(row) : [] },
    { title: REPEATED, items: isWhole ? row.repeats : [] },
  ]
  return { lists, sentences: outsideSentences(row) }
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
  const madeAt = row.level === 'all' ? '' : `, made at level ${row.level}`
  const lists = [
    { title: page.title, items: page.hidden },
    { title: `Not in this file${madeAt}`, items: missingItems(row) },
    { title: NOT_UNDERSTOOD, items: page.odd },
    { title: REPEATED, items: page.isWhole ? row.repeats : [] },
  ]
  const sentences = [...outsideSentences(row)]
  if (page.otherTurns > 0) sentences.push(`${formatNumberOf(page.otherTurns, 'other turn')} in this file.`)
  if (page.isStartLeftOut) sentences.push('What stands before the first prompt is not shown.')
  return { lists, sentences }
}

/** Rows that the view did not make. */
function missingItems(row: LossRow): readonly LossItem[] {
  return row.level === 'all' ? row.items : [...row.items, ...oddItems(row)]
}

export function lossHtml({ lists, sentences }: LossReport): Html {
  const told = sentences.map(sentence => html`<p>${sentence}</p>`)
  const parts = [...lists.map(listHtml), ...told].filter(part => part !== NOTHING)
  return html`<h2>What is not here</h2>${parts.length > 0 ? parts : html`<p>${ALL_SHOWN}</p>`}`
}

function listHtml({ title, items }: LossList): Html {
  if (items.length === 0) return NOTHING
  const rows = items.map(item => html`<div><dt>${item.what}</dt> <dd>${formatInteger(item.count)}</dd></div>`)
  return html`<p>${title}:</p><dl class="counts">${rows}</dl>`
}
