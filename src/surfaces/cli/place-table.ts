import type { FactPlace } from '../../query/lookups/fact-place.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { type Column, formatTable } from '../../text/table.ts'
import { cutToWidth, displayWidth } from '../../text/width.ts'
import { formatAge } from '../../time/age.ts'
import type { App } from './app.ts'
import { highlightWords } from './highlight-words.ts'

/** A table whose rows say where something happened, each with lines below it. */
export interface PlaceTable {
  /** What is in the text column. */
  readonly title: string
  /** In lower case: marked in the text. */
  readonly words: readonly string[]
  /** Columns after the text. */
  readonly columns: readonly Column[]
  readonly rows: readonly PlaceRow[]
}

export interface PlaceRow {
  readonly place: FactPlace
  readonly text: string
  readonly cells: readonly string[]
  /** Lines below the row; may hold any text. */
  readonly details: readonly Detail[]
}

export interface Detail {
  readonly text: string
  readonly style?: (text: string) => string
}

const MIN_DETAIL_WIDTH = 20

/** Ids such as `3f2a1b2c:4` can be given to `show` as they are. */
export function formatPlaceTable(app: App, { title, words, columns, rows }: PlaceTable): string[] {
  const { colors } = app
  const places: readonly Column[] = [
    { title: 'ID', dropOrder: 0, style: colors.yellow },
    { title: 'WHEN', align: 'right', dropOrder: 2, style: colors.dim },
    { title: 'PROJECT', isFlexible: true, minWidth: 8, maxWidth: 18, dropOrder: 3, style: colors.cyan },
    { title, isFlexible: true, minWidth: 26, dropOrder: 0, style: text => highlightWords(text, words, colors.bold) },
    ...columns,
  ]
  const cells = rows.map(({ place, text, cells }) =>
    [formatPlaceId(place), formatWhen(app, place), place.project, text, ...cells].map(sanitizeLine),
  )
  const [titles = '', ...lines] = formatTable({
    columns: places,
    rows: cells,
    width: app.tableColumns,
    titleStyle: colors.dim,
  })
  const indent = Math.max('ID'.length, ...rows.map(({ place }) => displayWidth(formatPlaceId(place)))) + 2
  return [titles, ...rows.flatMap(({ details }, at) => [lines[at] ?? '', ...formatDetails(app, details, indent)])]
}

/** Lines below a row, as wide as the window; empty ones are left out. */
export function formatDetails(app: App, details: readonly Detail[], indent: number): string[] {
  const room = Math.max(MIN_DETAIL_WIDTH, app.columns - indent)
  return details.flatMap(({ text, style = app.colors.dim }) => {
    const line = cutToWidth(sanitizeLine(text), room)
    return line === '' ? [] : [' '.repeat(indent) + style(line)]
  })
}

export function formatPlaceId({ shortId, mainTurn }: FactPlace): string {
  return `${shortId}:${mainTurn}`
}

export function formatWhen(app: App, { at }: Pick<FactPlace, 'at'>): string {
  return at === undefined ? '' : formatAge(Date.parse(at), app.now())
}

/** What was asked for there, and what is special about the place. */
export function promptDetail(place: FactPlace): Detail {
  const marks = describePlace(place)
  const prompt = place.prompt || place.title || '(no prompt)'
  return { text: `${marks === '' ? '' : `(${marks}) `}› ${prompt}` }
}

function describePlace({ agent, agentType, isRewound, alsoIn }: FactPlace): string {
  return [
    agent === undefined ? '' : `subagent ${agentType ?? agent}`,
    isRewound ? 'rewound' : '',
    alsoIn.length === 0 ? '' : `also in ${formatNames(alsoIn.map(({ shortId }) => shortId))}`,
  ]
    .filter(mark => mark !== '')
    .join(', ')
}

const MAX_NAMES = 3

function formatNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
