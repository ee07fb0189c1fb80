import type { SearchAnswer } from '../../../query/search/answer.ts'
import { STEP_WORDS } from '../../../render/search-words.ts'
import { formatBytes, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { displayWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { Colors } from '../colors.ts'
import { coverageWords } from '../search-words.ts'
import { drawFooter } from './draw-footer.ts'
import { drawHelp } from './draw-help.ts'
import { drawHit, drawSession, type Mark, measureColumns, type RowStyle } from './draw-row.ts'
import { HELP } from './help.ts'
import { layoutOf } from './layout.ts'
import { joinFitting, type Piece, paint } from './paint.ts'
import { type QueryLine, visiblePart } from './query-line.ts'
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
  if (state.helpTop !== undefined) {
    const help = drawHelp(HELP, { size: state.size, top: state.helpTop, look })
    return fill(help, { rows, cursor: undefined })
  }
  const layout = layoutOf(state)
  const { line, column } = drawQuery(state.line, look, columns)
  const top = [
    line,
    drawStatus(state, look),
    ...layout.notes.map(note => paint([{ text: sanitizeLine(note), style: look.colors.yellow }], columns)),
    ...(layout.hasGapAbove ? [''] : []),
  ]
  const footer = drawFooter(state, look)
  const room = Math.max(0, rows - top.length - footer.length)
  const body = drawBody(state, look).slice(0, Math.min(layout.bodyHeight, room))
  const space = Array.from({ length: room - body.length }, () => '')
  const cursor = state.focus === 'query' ? { row: 0, column } : undefined
  return fill([...top, ...body, ...space, ...footer], { rows, cursor })
}

function fill(lines: readonly string[], { rows, cursor }: { rows: number; cursor: Frame['cursor'] }): Frame {
  return { lines: Array.from({ length: rows }, (_, at) => lines[at] ?? ''), cursor }
}

const PROMPT = '› '
const PLACEHOLDER = 'Type to search: words, a question, a path, an error. ? shows the keys.'

/** The query, moved so far to the left that the cursor can be seen. */
function drawQuery(query: QueryLine, { colors }: Look, columns: number): { line: string; column: number } {
  const prompt: Piece = { text: PROMPT, style: colors.cyan }
  const start = displayWidth(PROMPT)
  if (query.text === '')
    return { line: paint([prompt, { text: PLACEHOLDER, style: colors.dim }], columns), column: start }
  const { text, column } = visiblePart(query, Math.max(1, columns - start - 1))
  return { line: paint([prompt, { text }], columns), column: start + column }
}

function drawStatus(state: ScreenState, { colors }: Look): string {
  const { results, home, size } = state
  const isSaid = layoutOf(state).notes.length > 0 || results?.rows.length === 0
  const [note] = isSaid ? [] : (results?.answer.notes ?? [])
  if (note !== undefined) return paint([{ text: sanitizeLine(note), style: colors.yellow }], size.columns)
  const parts = results ? describeResults(results) : home.totals
  return paint([{ text: joinFitting(parts, size.columns), style: colors.dim }], size.columns)
}

function describeResults({ answer, rows, isComplete, durationMs }: Results): readonly string[] {
  const { step, coverage } = answer
  const count = isComplete ? rows.length : answer.total
  const searched = coverageWords({ ...coverage, leftOutBytes: 0 })
  return [
    count > 0 ? formatNumberOf(count, 'conversation') : `nothing found in ${searched}`,
    ...(step ? [STEP_WORDS[step]] : []),
    `${Math.round(durationMs)} ms`,
  ]
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

/** What was not understood, and what to try: there is room for all of it. */
function drawNothing({ coverage, notes, query }: SearchAnswer, { colors }: Look, columns: number): readonly string[] {
  const said = notes.map(note => ({ text: sanitizeLine(note), style: colors.yellow }))
  const next = query.filters.length > 0 ? 'Try it without a filter, or with fewer words.' : 'Try fewer or other words.'
  const deep = `Long outputs and client text (${formatBytes(coverage.leftOutBytes)}) are searched by \`search --deep\` alone.`
  const tips = [next, ...(coverage.leftOutBytes > 0 ? [deep] : [])].map(text => ({ text, style: colors.dim }))
  return [...said, ...tips].flatMap(({ text, style }) =>
    wrapText(text, columns).map(line => paint([{ text: line.trimEnd(), style }], columns)),
  )
}
