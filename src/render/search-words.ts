/** What a search says in words, in a terminal and on a page alike. */
import { formatBytes, formatInteger, formatNumberOf } from '../text/count.ts'
import { sanitizeLine, sanitizeText } from '../text/sanitize.ts'
import { formatDay } from '../time/day.ts'

/** How exactly the best hits fit. */
export const STEP_WORDS = {
  filter: 'by filter',
  phrase: 'the exact words',
  near: 'all words, close together',
  all: 'all words',
  most: 'most of the words',
  any: 'some of the words',
  spelling: 'words spelled alike',
  deep: 'found by scanning the archive',
} as const

interface Searched {
  readonly sessions: number
  readonly newestAt: string | undefined
  readonly leftOutBytes: number
  readonly isDeep: boolean
}

interface Answered {
  readonly query: {
    readonly words: readonly string[]
    readonly phrases: readonly string[]
    readonly filters: readonly unknown[]
  }
  readonly step: keyof typeof STEP_WORDS | undefined
  readonly hits: readonly unknown[]
  readonly total: number
  readonly coverage: Searched
}

/** What a person does to scan the archive: an option here, a button there. */
export interface DeepWords {
  /** `only …`. */
  readonly only: string
  /** `or … what the index leaves out`. */
  readonly offer: string
}

/** The line that goes with the hits: how many, how exact, and what was searched. */
export function describeSearch(answer: Answered, deep: DeepWords): string {
  const { hits, total, step, coverage } = answer
  const shown =
    total > hits.length
      ? `${formatInteger(hits.length)} of ${formatNumberOf(total, 'conversation')}`
      : formatNumberOf(hits.length, 'conversation')
  return `${shown}, best: ${STEP_WORDS[step ?? 'any']}; searched ${describeCoverage(coverage, deep)}`
}

export function describeCoverage({ sessions, newestAt, leftOutBytes, isDeep }: Searched, deep: DeepWords): string {
  const newest = newestAt ? ` up to ${formatDay(Date.parse(newestAt))}` : ''
  const leftOut =
    leftOutBytes > 0 && !isDeep
      ? `; ${formatBytes(leftOutBytes)} of long outputs and client text only ${deep.only}`
      : ''
  return `${formatNumberOf(sessions, 'session')}${newest}${leftOut}`
}

/** Nothing was found: what to try. */
export function whatToTry({ query, coverage }: Pick<Answered, 'query' | 'coverage'>, deep: DeepWords): string {
  if (query.filters.length > 0 && query.words.length + query.phrases.length > 0) {
    return 'Try it without the filters, or with fewer words.'
  }
  if (query.filters.length > 0) return 'Try it with another filter; docs/search.md lists them.'
  if (query.phrases.length > 0) return 'Try it without the quotes: they ask for exactly these words.'
  return coverage.isDeep ? 'Try other words.' : `Try other words, or ${deep.offer} what the index leaves out.`
}

interface Labelled {
  readonly isPinned: boolean
  readonly agent?: string | undefined
  readonly agentType?: string | undefined
  readonly isRewound: boolean
  readonly isDeleted: boolean
  readonly tags: readonly string[]
}

/** What is special about a hit. */
export function hitLabels(hit: Labelled): readonly string[] {
  const agent = hit.agent === undefined ? [] : [`subagent${hit.agentType ? ` ${sanitizeLine(hit.agentType)}` : ''}`]
  return [
    ...(hit.isPinned ? ['pinned'] : []),
    ...agent,
    ...(hit.isRewound ? ['rewound'] : []),
    ...(hit.isDeleted ? ['only in the archive'] : []),
    ...hit.tags.map(tag => `#${sanitizeLine(tag)}`),
  ]
}

export function roleWords(role: string): string {
  return role === 'tool' ? 'tool call' : role
}

/** `all words: FAIL units.test.ts`. */
export function describeMatch(hit: {
  readonly step: keyof typeof STEP_WORDS
  readonly matched: readonly string[]
}): string {
  return [STEP_WORDS[hit.step], hit.matched.map(sanitizeLine).join(' ')].filter(part => part !== '').join(': ')
}

export interface MarkedLine {
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
}

interface Snippet {
  readonly snippet: string
  /** [start, end) in UTF-16 units. */
  readonly highlights: readonly (readonly [start: number, end: number])[]
}

/** The lines of a snippet, harmless, with the places of the words in each. */
export function snippetLines({ snippet, highlights }: Snippet): readonly MarkedLine[] {
  const lines: MarkedLine[] = []
  let start = 0
  for (const line of snippet.split('\n')) {
    const end = start + line.length
    const inside = highlights.filter(([from, to]) => from >= start && to <= end)
    // Making a text harmless may change its length: piece by piece, the marks stay where they belong.
    let text = ''
    let at = 0
    const marks: [number, number][] = []
    for (const [from, to] of inside) {
      text += clean(line.slice(at, from - start))
      const word = clean(line.slice(from - start, to - start))
      marks.push([text.length, text.length + word.length])
      text += word
      at = to - start
    }
    lines.push({ text: text + clean(line.slice(at)), marks })
    start = end + 1
  }
  return lines.filter(({ text }) => text.trim() !== '')
}

/** Harmless, in one line, and with the spaces at its ends. */
function clean(text: string): string {
  return sanitizeText(text).replace(/\s+/g, ' ')
}
