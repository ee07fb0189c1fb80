import type { SearchAnswer } from '../../../query/search/answer.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { graphemes } from '../../../text/graphemes.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { displayWidth, graphemeWidth, padEndToWidth } from '../../../text/width.ts'
import type { Colors } from '../colors.ts'
import { STEP_WORDS } from '../search-words.ts'
import { drawHit, drawSession, type Mark, measureColumns, type RowStyle } from './draw-row.ts'
import { HELP, type HelpLine, helpHeight } from './help.ts'
import { layoutOf } from './layout.ts'
import { type Piece, paint } from './paint.ts'
import type { QueryLine } from './query-line.ts'
import { listedRows, type Results, type ScreenState } from './state.ts'

/** What stands on the screen: one line per row of the terminal, none wider than it. */
export interface Frame {
  readonly lines: readonly string[]
  /** Counted from 0; undefined where it is hidden. */
  readonly cursor: { readonly row: number; readonly column: number } | undefined
}

export interface Look {
  readonly now: number
  readonly colors: Colors
  /** Without it, nothing is written but text and where it stands. */
  readonly hasColor: boolean
}

export function drawScreen(state: ScreenState, look: Look): Frame {
  const { rows, columns } = state.size
  if (state.helpTop !== undefined) return fill(drawHelp(state, state.helpTop, look), { rows, cursor: undefined })
  const layout = layoutOf(state)
  const { line, column } = drawQuery(state.line, look, columns)
  const top = [
    line,
    drawStatus(state, look),
    ...layout.notes.map(note => paint([{ text: sanitizeLine(note), style: look.colors.yellow }], columns)),
    ...(layout.hasGapAbove ? [''] : []),
  ]
  const body = drawBody(state, look).slice(0, layout.bodyHeight)
  const space = Array.from({ length: Math.max(0, rows - 1 - top.length - body.length) }, () => '')
  const cursor = state.focus === 'query' ? { row: 0, column } : undefined
  return fill([...top, ...body, ...space, drawFooter(state, look)], { rows, cursor })
}

function fill(lines: readonly string[], { rows, cursor }: { rows: number; cursor: Frame['cursor'] }): Frame {
  return { lines: Array.from({ length: rows }, (_, at) => lines[at] ?? ''), cursor }
}

const PROMPT = '› '
const PLACEHOLDER = 'Type to search: words, a question, a path, an error. ? shows the keys.'

/** The query, moved so far to the left that the cursor can be seen. */
function drawQuery({ text, cursor }: QueryLine, { colors }: Look, columns: number): { line: string; column: number } {
  const prompt: Piece = { text: PROMPT, style: colors.cyan }
  const start = displayWidth(PROMPT)
  if (text === '') return { line: paint([prompt, { text: PLACEHOLDER, style: colors.dim }], columns), column: start }
  const room = Math.max(1, columns - start - 1)
  const before = [...graphemes(text.slice(0, cursor))]
  let width = before.reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
  let hidden = 0
  while (width > room) {
    const first = before.shift() ?? ''
    width -= graphemeWidth(first)
    hidden += first.length
  }
  return { line: paint([prompt, { text: text.slice(hidden) }], columns), column: start + width }
}

function drawStatus(state: ScreenState, { colors }: Look): string {
  const { results, home, size } = state
  const isSaid = layoutOf(state).notes.length > 0
  const [note] = isSaid ? [] : (results?.answer.notes ?? [])
  if (note !== undefined) return paint([{ text: sanitizeLine(note), style: colors.yellow }], size.columns)
  const parts = results ? describeResults(results) : home.totals
  return paint([{ text: joinFitting(parts, size.columns), style: colors.dim }], size.columns)
}

function describeResults({ answer, rows, isComplete, durationMs }: Results): readonly string[] {
  const { step } = answer
  const count = isComplete ? rows.length : answer.total
  return [
    count > 0 ? formatNumberOf(count, 'conversation') : 'nothing found',
    ...(step ? [STEP_WORDS[step]] : []),
    `${Math.round(durationMs)} ms`,
  ]
}

/** Parts with dots between; those at the end give way first. */
function joinFitting(parts: readonly string[], width: number): string {
  let text = parts[0] ?? ''
  for (const part of parts.slice(1)) {
    if (displayWidth(`${text} · ${part}`) > width) break
    text = `${text} · ${part}`
  }
  return text
}

function drawBody(state: ScreenState, look: Look): readonly string[] {
  const rows = listedRows(state)
  if (state.results && rows.length === 0) return drawNothing(state.results.answer, look, state.size.columns)
  const { visibleRows, rowHeight } = layoutOf(state)
  const shown = rows.slice(state.top, state.top + visibleRows)
  const style = styleOf(state, look)
  return shown.flatMap((row, at) => {
    const mark = markOf(state, state.top + at)
    if (!row.passage) return [drawSession(row, mark, style)]
    return rowHeight > 2 ? [...drawHit(row, mark, style), ''] : drawHit(row, mark, style)
  })
}

function styleOf(state: ScreenState, look: Look): RowStyle {
  return { ...look, ...measureColumns(listedRows(state)), width: state.size.columns }
}

function markOf({ selected, focus }: ScreenState, at: number): Mark {
  if (at !== selected) return 'none'
  return focus === 'list' ? 'focused' : 'selected'
}

function drawNothing({ coverage, query }: SearchAnswer, { colors }: Look, columns: number): readonly string[] {
  const searched = `Nothing in ${formatNumberOf(coverage.sessions, 'session')} fits.`
  const next = query.filters.length > 0 ? 'Try it without a filter, or with fewer words.' : 'Try fewer or other words.'
  return [paint([{ text: searched }], columns), paint([{ text: next, style: colors.dim }], columns)]
}

const QUERY_HINTS = ['Enter read', '↓ list', 'ctrl-r resume', 'ctrl-p pin', 'ctrl-y copy id', 'Esc clear']
const HOME_HINTS = ['Enter read', '↓ list', '? help', 'ctrl-r resume', 'ctrl-p pin', 'ctrl-y copy id', 'Esc quit']
const LIST_HINTS = ['Enter read', 'r resume', 'p pin', 'y copy id', '/ search', '? help', 'q quit']
const HELP_HINTS = ['↓ ↑ scroll', 'any other key closes']

function drawFooter(state: ScreenState, { colors }: Look): string {
  const { message, size } = state
  if (message) {
    const style = message.isProblem ? colors.red : colors.green
    return paint([{ text: sanitizeLine(message.text), style }], size.columns)
  }
  const hints = state.focus === 'list' ? LIST_HINTS : state.line.text === '' ? HOME_HINTS : QUERY_HINTS
  return paint([{ text: joinFitting(hints, size.columns), style: colors.dim }], size.columns)
}

function drawHelp({ size }: ScreenState, top: number, look: Look): readonly string[] {
  const height = helpHeight(size)
  const lines = HELP.slice(top, top + height).map(line => drawHelpLine(line, look, size.columns))
  const space = Array.from({ length: height - lines.length }, () => '')
  const footer = paint([{ text: joinFitting(HELP_HINTS, size.columns), style: look.colors.dim }], size.columns)
  return [...lines, ...space, footer]
}

const HELP_KEY_WIDTH = HELP.reduce((width, { key }) => Math.max(width, displayWidth(key ?? '')), 0)

function drawHelpLine({ title, key, says }: HelpLine, { colors }: Look, columns: number): string {
  if (key === undefined) return paint([{ text: title ?? '', style: colors.bold }], columns)
  const name = { text: padEndToWidth(key, HELP_KEY_WIDTH), style: colors.yellow }
  const pieces: readonly Piece[] = [{ text: '  ' }, name, { text: `  ${says ?? ''}` }]
  return paint(pieces, columns)
}
