import type { SearchHit } from '../../query/search/answer.ts'
import {
  describeMatch,
  hitLabels,
  type MarkedLine,
  roleWords,
  STEP_WORDS,
  snippetLines,
} from '../../render/search-words.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { type Column, formatTable } from '../../text/table.ts'
import { cutToWidth, displayWidth } from '../../text/width.ts'
import { formatAge } from '../../time/age.ts'
import type { App } from './app.ts'

type Drawing = Pick<App, 'colors' | 'columns' | 'now'>

/** One block per hit: where it is, the place with its words marked, the answer, and why it is here. */
export function formatHits(app: Drawing, hits: readonly SearchHit[]): string[] {
  return hits.flatMap((hit, at) => [...(at === 0 ? [] : ['']), ...formatHit(app, hit)])
}

function formatHit(app: Drawing, hit: SearchHit): string[] {
  const { colors, columns } = app
  const answer =
    hit.answer === undefined ? [] : [colors.dim(cutToWidth(`${INDENT}→ ${sanitizeLine(hit.answer)}`, columns))]
  return [
    ...formatHitHead(app, hit),
    ...snippetLines(hit).map(
      ({ text, marks }) => INDENT + markWords(app, cutToWidth(text, columns - INDENT.length), marks),
    ),
    ...answer,
    colors.dim(cutToWidth(`${INDENT}${roleWords(hit.role)} · ${describeMatch(hit)}${describeMore(hit)}`, columns)),
  ]
}

const INDENT = '  '

/** Id and turn as `show` takes them, title, project, age, and what is special about it. */
export function formatHitHead(app: Drawing, hit: SearchHit): string[] {
  const { colors } = app
  const id = `${hit.shortId}:${hit.mainTurn}`
  const about = [sanitizeLine(hit.project), hit.at ? formatAge(Date.parse(hit.at), app.now()) : '']
  const right = [...about, ...hitLabels(hit)].filter(part => part !== '').join(' · ')
  const room = app.columns - displayWidth(id) - displayWidth(right) - 4
  if (room < MIN_TITLE) return formatNarrowHead(app, id, hit, right)
  const title = cutToWidth(shownTitle(sanitizeLine(hit.title)), room)
  return [`${colors.yellow(id)}  ${colors.bold(title)}  ${colors.dim(right)}`]
}

const MIN_TITLE = 24

/** Title and the rest have a line each where one is not enough. */
function formatNarrowHead({ colors, columns }: Drawing, id: string, hit: SearchHit, right: string): string[] {
  const title = cutToWidth(shownTitle(sanitizeLine(hit.title)), Math.max(1, columns - displayWidth(id) - 2))
  return [`${colors.yellow(id)}  ${colors.bold(title)}`, colors.dim(cutToWidth(`${INDENT}${right}`, columns))]
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
