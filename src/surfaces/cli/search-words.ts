import type { Coverage, SearchAnswer } from '../../query/search/answer.ts'
import { type DeepWords, describeCoverage, describeSearch, whatToTry } from '../../render/search-words.ts'

const DEEP: DeepWords = { only: 'with --deep', offer: '`--deep` to scan' }

/** The last line under the hits: how many, how exact, and what was searched. */
export function searchLine(answer: SearchAnswer): string {
  return describeSearch(answer, DEEP)
}

export function coverageWords(coverage: Coverage): string {
  return describeCoverage(coverage, DEEP)
}

/** Nothing was found: what was searched, and what to try. */
export function nothingLines(answer: SearchAnswer): string[] {
  return [`backscroll: nothing found in ${coverageWords(answer.coverage)}`, whatToTry(answer, DEEP)]
}
