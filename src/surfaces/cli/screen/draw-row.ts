import { sanitizeLine } from '../../../text/sanitize.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { cutToWidth, displayWidth, padEndToWidth, padStartToWidth } from '../../../text/width.ts'
import { formatAge } from '../../../time/age.ts'
import type { Colors } from '../colors.ts'
import { type Piece, paint, piecesWidth, splitPassage } from './paint.ts'
import type { ScreenRow } from './screen-row.ts'

/** Over all rows, so that columns stay where they are while the list moves. */
export interface ColumnWidths {
  readonly idWidth: number
  readonly projectWidth: number
}

/** How rows are drawn: the same for all that are on the screen. */
export interface RowStyle extends ColumnWidths {
  readonly width: number
  readonly now: number
  readonly colors: Colors
  readonly hasColor: boolean
}

/** Whether a row is the selected one, and whether letters go to the list. */
export type Mark = 'none' | 'selected' | 'focused'

const MIN_TITLE = 20
/** Of the room beside an id: the title says most. */
const TITLE_SHARE = 0.5
const AGE_WIDTH = 8
const MAX_PROJECT = 20
/** A longer id moves its own row alone. */
const MAX_ID = 12

/** A place that was found: what names it, and the passage below. */
export function drawHit(row: ScreenRow, mark: Mark, style: RowStyle): readonly string[] {
  const { colors, width } = style
  const id = drawId(row, mark, style)
  const title = shownTitle(sanitizeLine(row.title))
  const room = width - piecesWidth(id)
  const minTitle = Math.max(MIN_TITLE, Math.floor(room * TITLE_SHARE))
  const facts = fitFacts(listFacts(row, style), room - 2 - Math.min(minTitle, displayWidth(title)))
  const titleRoom = room - (facts.length > 0 ? piecesWidth(facts) + 2 : 0)
  const head = [...id, { text: cutToWidth(title, titleRoom), style: colors.bold }]
  const passage = row.passage ? splitPassage(row.passage, width - 4, text => colors.bold(colors.cyan(text))) : []
  return [
    paint(facts.length > 0 ? [...head, { text: '  ' }, ...facts] : head, width),
    paint([...bar(mark, style), { text: '  ' }, ...passage], width),
  ]
}

/** One line for a session: title, project and age in columns, as far as there is room. */
export function drawSession(row: ScreenRow, mark: Mark, style: RowStyle): string {
  const { colors, width, projectWidth } = style
  const id = drawId(row, mark, style)
  let room = width - piecesWidth(id)
  const take = (columns: number): boolean => {
    if (columns === 0 || room - columns - 2 < MIN_TITLE) return false
    room -= columns + 2
    return true
  }
  const hasAge = take(AGE_WIDTH)
  const hasProject = take(projectWidth)
  const labels = fitFacts([listLabels(row, style).flatMap(label => [{ text: '  ' }, label])], room - MIN_TITLE)
  const title = cutToWidth(shownTitle(sanitizeLine(row.title)), room - piecesWidth(labels))
  const gap = ' '.repeat(Math.max(0, room - displayWidth(title) - piecesWidth(labels)))
  const age = row.at === undefined ? '' : formatAge(row.at, style.now)
  const project = cutToWidth(sanitizeLine(row.project), projectWidth)
  return paint(
    [
      ...id,
      { text: title, style: mark === 'none' ? undefined : colors.bold },
      ...labels,
      { text: gap },
      ...(hasProject ? [{ text: `  ${padEndToWidth(project, projectWidth)}`, style: colors.cyan }] : []),
      ...(hasAge ? [{ text: `  ${padStartToWidth(age, AGE_WIDTH)}`, style: colors.dim }] : []),
    ],
    width,
  )
}

export function measureColumns(rows: readonly ScreenRow[]): ColumnWidths {
  const known = measured.get(rows)
  if (known) return known
  let idWidth = 0
  let projectWidth = 0
  for (const row of rows) {
    idWidth = Math.max(idWidth, displayWidth(nameRow(row)))
    projectWidth = Math.max(projectWidth, displayWidth(sanitizeLine(row.project)))
  }
  const widths = { idWidth: Math.min(idWidth, MAX_ID), projectWidth: Math.min(projectWidth, MAX_PROJECT) }
  measured.set(rows, widths)
  return widths
}

/** A list of thousands is drawn again for every key. */
const measured = new WeakMap<readonly ScreenRow[], ColumnWidths>()

/** As a command takes it. */
export function nameRow({ shortId, turn }: ScreenRow): string {
  return turn === undefined ? shortId : `${shortId}:${turn}`
}

function drawId(row: ScreenRow, mark: Mark, style: RowStyle): readonly Piece[] {
  const name = sanitizeLine(nameRow(row))
  const { colors } = style
  const look = mark === 'focused' ? (text: string) => colors.inverse(colors.yellow(text)) : colors.yellow
  const gap = ' '.repeat(Math.max(0, style.idWidth - displayWidth(name)) + 2)
  return [...bar(mark, style), { text: name, style: look }, { text: gap }]
}

function bar(mark: Mark, { hasColor, colors }: RowStyle): readonly Piece[] {
  if (mark === 'none') return [{ text: '  ' }]
  return [{ text: hasColor ? '▌ ' : '> ', style: mark === 'focused' ? colors.yellow : colors.dim }]
}

/** `project · 3d ago · rewound`, each with the dot before it. */
function listFacts(row: ScreenRow, style: RowStyle): readonly (readonly Piece[])[] {
  const { colors, now } = style
  const project = sanitizeLine(row.project)
  return [
    ...(project === '' ? [] : [[{ text: project, style: colors.cyan }]]),
    ...(row.at === undefined ? [] : [[{ text: formatAge(row.at, now), style: colors.dim }]]),
    ...listLabels(row, style).map(label => [label]),
  ]
}

/** As many as fit, in their order. */
function fitFacts(facts: readonly (readonly Piece[])[], room: number): readonly Piece[] {
  const fitting: Piece[] = []
  for (const fact of facts) {
    const next = fitting.length === 0 ? fact : [{ text: ' · ' }, ...fact]
    if (piecesWidth([...fitting, ...next]) <= room) fitting.push(...next)
  }
  return fitting
}

function listLabels({ isPinned, labels }: ScreenRow, { colors }: RowStyle): readonly Piece[] {
  const pinned = isPinned ? [{ text: 'pinned', style: colors.green }] : []
  return [
    ...pinned,
    ...labels.map(({ text, isWarning }) => ({
      text: sanitizeLine(text),
      style: isWarning ? colors.yellow : colors.magenta,
    })),
  ]
}
