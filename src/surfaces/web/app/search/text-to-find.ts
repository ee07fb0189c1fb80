import type { SearchHit } from '../../../../query/search/answer.ts'
import { longestRun } from './longest-run.ts'

/**
 * What is looked for in the session that a hit leads to: as much of what was typed as stands there. Where a longer word was
 * found it is still the typed one that is looked for; where another word was found, that one.
 */
export function textToFind(hit: Pick<SearchHit, 'snippet' | 'highlights'>, typed: string): string {
  const run = longestRun(hit)
  const place = run.toLowerCase()
  const words = typed.replace(/["']/g, '').trim().split(/\s+/).slice(0, MAX_WORDS)
  const runs = words.flatMap((_, from) =>
    words.slice(from).map((_, more) => words.slice(from, from + more + 1).join(' ')),
  )
  const known = runs.filter(text => text.length > 1 && place.includes(text.toLowerCase()))
  return known.reduce((best, text) => (text.length > best.length ? text : best), '') || run
}

const MAX_WORDS = 12
