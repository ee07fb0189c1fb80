import { filterOf } from '../../../../query/search/parse-query.ts'
import type { Filter, FilterName } from '../../../../query/search/query.ts'
import { quoteFilter } from '../../../../query/search/quote-filter.ts'
import { placePieces, stripPasted } from '../../../../query/search/split-query.ts'

/** A filter where it stands in the text of a query. */
export interface QueryChip {
  readonly filter: Filter
  readonly start: number
  readonly end: number
}

/** The text is the truth: chips are read from it, and whatever is done to a chip is done to the text. */
export function listChips(typed: string, now: number): readonly QueryChip[] {
  return placePieces(stripPasted(typed)).flatMap(({ piece, start, end }) => {
    const filter = filterOf(piece, now)
    return filter ? [{ filter, start, end }] : []
  })
}

export function removeChip(typed: string, { start, end }: QueryChip): string {
  const text = stripPasted(typed)
  return [text.slice(0, start).trimEnd(), text.slice(end).trimStart()].filter(part => part !== '').join(' ')
}

/** From `project:api` to `-project:api` and back. */
export function negateChip(typed: string, { filter, start }: QueryChip): string {
  const text = stripPasted(typed)
  return filter.isNot ? text.slice(0, start) + text.slice(start + 1) : `${text.slice(0, start)}-${text.slice(start)}`
}

/** Behind all that was typed; nothing is added twice. */
export function addFilter(typed: string, name: FilterName, value: string, now: number): string {
  const text = stripPasted(typed).trim()
  const wanted = value.trim().toLowerCase()
  const isThere = listChips(text, now).some(
    ({ filter }) => filter.name === name && !filter.isNot && filter.value.toLowerCase() === wanted,
  )
  if (isThere || wanted === '') return text
  const added = quoteFilter(name, value.trim())
  return text === '' ? added : `${text} ${added}`
}
