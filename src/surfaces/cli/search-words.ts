import type { Coverage, SearchAnswer, Step } from '../../query/search/answer.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../text/count.ts'
import { formatDay } from '../../time/day.ts'

/** How exactly the best hits fit, in words. */
export const STEP_WORDS: { readonly [Name in Step]: string } = {
  filter: 'by filter',
  phrase: 'the exact words',
  near: 'all words, close together',
  all: 'all words',
  most: 'most of the words',
  any: 'some of the words',
  spelling: 'words spelled alike',
  deep: 'found by scanning the archive',
}

/** The last line under the hits: how many, how exact, and what was searched. */
export function describeSearch(answer: SearchAnswer): string {
  const { hits, total, step, coverage } = answer
  const shown =
    total > hits.length
      ? `${formatInteger(hits.length)} of ${formatNumberOf(total, 'conversation')}`
      : formatNumberOf(hits.length, 'conversation')
  return `${shown}, best: ${STEP_WORDS[step ?? 'any']}; searched ${describeCoverage(coverage)}`
}

export function describeCoverage({ sessions, newestAt, leftOutBytes, isDeep }: Coverage): string {
  const newest = newestAt ? ` up to ${formatDay(Date.parse(newestAt))}` : ''
  const leftOut =
    leftOutBytes > 0 && !isDeep ? `; ${formatBytes(leftOutBytes)} of long outputs and client text only with --deep` : ''
  return `${formatNumberOf(sessions, 'session')}${newest}${leftOut}`
}

/** Nothing was found: what was searched, and what to try. */
export function describeNothing(answer: SearchAnswer): string[] {
  const { query, coverage } = answer
  const said = `backscroll: nothing found in ${describeCoverage(coverage)}`
  if (query.filters.length > 0 && query.words.length + query.phrases.length > 0) {
    return [said, 'Try it without the filters, or with fewer words.']
  }
  if (query.filters.length > 0) return [said, 'Try it with another filter; docs/search.md lists them.']
  if (query.phrases.length > 0) return [said, 'Try it without the quotes: they ask for exactly these words.']
  return coverage.isDeep
    ? [said, 'Try other words.']
    : [said, `Try other words, or \`--deep\` to scan what the index leaves out.`]
}
