import type { SearchHit } from '../../query/search/answer.ts'
import { sanitizeLine, sanitizeText } from '../../text/sanitize.ts'
import { type Column, formatTable } from '../../text/table.ts'
import { cutToWidth, displayWidth } from '../../text/width.ts'
import { formatAge } from '../../time/age.ts'
import type { App } from './app.ts'
import { STEP_WORDS } from './search-words.ts'

type Drawing = Pick<App, 'colors' | 'columns' | 'now'>

/** One block per hit: where it is, the place with its words marked, the answer, and why it is here. */
export function formatHits(app: Drawing, hits: readonly SearchHit[]): string[] {
  return hits.flatMap((hit, at) => [...(at === 0 ? [] : ['']), ...formatHit(app, hit)])
}

function formatHit(app: Drawing, hit: SearchHit): string[] {
  const { colors, columns } = app
  const answer =
    hit.answer === undefined ? [] : [colors.dim(cutToWidth(`${INDENT}→ ${sanitizeLine(hit.answer)}`, columns))]
  const why = [STEP_WORDS[hit.step], hit.matched.map(sanitizeLine).join(' ')].filter(part => part !== '').join(': ')
  return [
    ...formatHitHead(app, hit),
    ...formatSnippet(hit).map(
      ({ text, marks }) => INDENT + markWords(app, cutToWidth(text, columns - INDENT.length), marks),
    ),
    ...answer,
    colors.dim(cutToWidth(`${INDENT}${describeRole(hit)} · ${why}${describeMore(hit)}`, columns)),
  ]
}

const INDENT = '  '

/** Id and turn as `show` takes them, title, project, age, and what is special about it. */
export function formatHitHead(app: Drawing, hit: SearchHit): string[] {
  const { colors } = app
  const id = `${hit.shortId}:${hit.mainTurn}`
  const about = [sanitizeLine(hit.project), hit.at ? formatAge(Date.parse(hit.at), app.now()) : '']
  const right = [...about, ...labelsOf(hit)].filter(part => part !== '').join(' · ')
  const room = app.columns - displayWidth(id) - displayWidth(right) - 4
  if (room < MIN_TITLE) return formatNarrowHead(app, id, hit, right)
  const title = cutToWidth(sanitizeLine(hit.title) || '(no title)', room)
  return [`${colors.yellow(id)}  ${colors.bold(title)}  ${colors.dim(right)}`]
}

const MIN_TITLE = 24

/** Title and the rest have a line each where one is not enough. */
function formatNarrowHead({ colors, columns }: Drawing, id: string, hit: SearchHit, right: string): string[] {
  const title = cutToWidth(sanitizeLine(hit.title) || '(no title)', Math.max(1, columns - displayWidth(id) - 2))
  return [`${colors.yellow(id)}  ${colors.bold(title)}`, colors.dim(cutToWidth(`${INDENT}${right}`, columns))]
}

export function labelsOf(hit: SearchHit): string[] {
  const agent = hit.agent === undefined ? [] : [`subagent${hit.agentType ? ` ${sanitizeLine(hit.agentType)}` : ''}`]
  return [
    ...(hit.isPinned ? ['pinned'] : []),
    ...agent,
    ...(hit.isRewound ? ['rewound'] : []),
    ...(hit.isDeleted ? ['only in the archive'] : []),
    ...hit.tags.map(tag => `#${sanitizeLine(tag)}`),
  ]
}

function describeRole({ role }: SearchHit): string {
  return role === 'tool' ? 'tool call' : role
}

function describeMore({ more, alsoIn }: SearchHit): string {
  const others = alsoIn.slice(0, 3).map(({ shortId }) => shortId)
  const rest = alsoIn.length > 3 ? ` and ${alsoIn.length - 3} more` : ''
  return [
    ...(more > 0 ? [`${more} more here`] : []),
    ...(others.length > 0 ? [`also in ${others.join(', ')}${rest}`] : []),
  ]
    .map(text => ` · ${text}`)
    .join('')
}

interface MarkedLine {
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/** The lines of a snippet, harmless, with the places of the words in each. */
export function formatSnippet({
  snippet,
  highlights,
}: Pick<SearchHit, 'snippet' | 'highlights'>): readonly MarkedLine[] {
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

export function markWords({ colors }: Pick<Drawing, 'colors'>, text: string, marks: MarkedLine['marks']): string {
  let drawn = ''
  let at = 0
  for (const [from, to] of marks) {
    if (to > text.length) break
    drawn += text.slice(at, from) + colors.bold(colors.cyan(text.slice(from, to)))
    at = to
  }
  return drawn + text.slice(at)
}

/** Only the sessions, one line each. */
export function formatSessionHits(
  app: Pick<App, 'colors' | 'tableColumns' | 'now'>,
  hits: readonly SearchHit[],
): string[] {
  const columns: Column[] = [
    { title: 'ID', dropOrder: 0, style: app.colors.yellow },
    { title: 'TITLE', isFlexible: true, minWidth: 16, dropOrder: 0 },
    { title: 'PROJECT', isFlexible: true, minWidth: 8, maxWidth: 24, dropOrder: 2, style: app.colors.cyan },
    { title: 'AGE', align: 'right', dropOrder: 1 },
    { title: 'MATCH', dropOrder: 3, style: app.colors.dim },
  ]
  const rows = hits.map(hit => [
    `${hit.shortId}:${hit.mainTurn}`,
    sanitizeLine(hit.title),
    sanitizeLine(hit.project),
    hit.at ? formatAge(Date.parse(hit.at), app.now()) : '',
    STEP_WORDS[hit.step],
  ])
  return formatTable({ columns, rows, width: app.tableColumns, titleStyle: app.colors.dim })
}
