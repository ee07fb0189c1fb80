import { formatCount, formatNumberOf } from '../../text/count.ts'
import { formatDuration } from '../../time/duration.ts'
import { codePart, type Part } from '../view/part.ts'
import type { AgentRow, Badge, HookCountRow, HookRow, ToolRow } from '../view/row.ts'
import { agentNote, costText, errorWords, HOOK_WORDS, toolBadges } from '../words.ts'
import { AFTER_NAME, type Canvas, nameCell, PART_INDENT } from './canvas.ts'
import { cutLine, indent, type Line, span, spread, word, wrapLine } from './line.ts'
import { drawPart } from './parts.ts'
import { summaryLine } from './text-lines.ts'

/** `name argument … badges time`, and its input and output below when opened. */
export function* toolLines(row: ToolRow, canvas: Canvas): Iterable<Line> {
  const name = row.name === '' ? 'result' : row.name
  const server = row.server === undefined ? [] : [word(row.server, 'dim'), span('  ')]
  const left = [...nameCell(name, 'bold'), ...server, word(row.headline)]
  yield spread(left, rightCells(toolBadges(row), row.durationMs), canvas.width)
  if (!row.isOpen) yield* errorLines(row, canvas)
  yield* partLines(row.input, canvas)
  if (row.input.length > 0 && row.output.length > 0) yield []
  yield* partLines(row.output, canvas)
}

export function* agentLines(row: AgentRow, canvas: Canvas): Iterable<Line> {
  const isOurs = row.purpose === 'task' || row.purpose === 'teammate' || row.purpose === 'workflow'
  const tone = isOurs ? 'bold' : 'dim'
  const type = row.agentType === '' ? [] : [word(row.agentType, isOurs ? 'accent' : 'dim'), span('  ')]
  const left = [...nameCell('agent', tone), ...type, word(row.description, isOurs ? 'plain' : 'dim')]
  yield spread(left, rightCells(agentBadges(row, canvas.width), row.durationMs), canvas.width)
  yield* errorLines(row, canvas)
  yield* partLines(row.input, canvas)
  yield* partLines(row.output, canvas)
}

/** On a narrow terminal the description matters more than the model and the tokens. */
function agentBadges(row: AgentRow, width: number): readonly Badge[] {
  const facts = [
    agentNote(row),
    width >= 110 && row.model ? row.model.replace(/^claude-|-\d{8}$/g, '') : '',
    row.steps > 0 ? formatNumberOf(row.steps, 'call') : '',
    width >= 70 && row.tokens > 0 ? `${formatCount(row.tokens)} tokens` : '',
    width >= 100 ? costText(row) : '',
  ]
  const text = facts.filter(fact => fact !== '').join(' · ')
  return text === '' ? [] : [{ text, tone: row.status === 'failed' ? 'bad' : 'quiet' }]
}

export function* hookLines(row: HookRow, canvas: Canvas): Iterable<Line> {
  const isBad = row.outcome === 'error' || row.outcome === 'blocked'
  const outcome = HOOK_WORDS[row.outcome]
  const left = [...nameCell('hook', 'dim'), word(row.name, 'dim')]
  if (outcome !== '') left.push(span('  '), word(outcome, isBad ? 'bad' : 'dim'))
  const text = row.text === '' ? row.command : row.text
  if (text !== '') left.push(span('  '), word(text, 'dim'))
  if (row.isOpen)
    for (const line of wrapLine(left, canvas.textWidth - setIn(row), AFTER_NAME)) yield indent(line, setIn(row))
  else yield indent(spread(left, rightCells([], row.durationMs), canvas.width - setIn(row)), setIn(row))
  if (row.isOpen && row.text !== '') yield* partLines([codePart(row.command)], canvas)
  yield* partLines(row.parts, canvas)
}

export function* hookCountLines(row: HookCountRow, canvas: Canvas): Iterable<Line> {
  const counts = row.counts.map(([name, count]) => (count === 1 ? name : `${name} ${count}`)).join(', ')
  yield* wrapLine([...nameCell('hooks', 'dim'), word(counts, 'dim')], canvas.textWidth, AFTER_NAME)
}

export function* partLines(parts: readonly Part[], canvas: Canvas): Iterable<Line> {
  for (const part of parts) {
    for (const line of drawPart(canvas.parts, part)) yield indent(line, PART_INDENT)
  }
}

/** A hook stands under the call it guarded. */
function setIn(row: HookRow): number {
  return row.isOnTool ? 2 : 0
}

const TIME_COLUMN = 7

function rightCells(badges: readonly Badge[], durationMs: number | undefined): Line {
  // Shorter than a second says nothing about the work.
  const time = durationMs === undefined || durationMs < 1000 ? '' : formatDuration(durationMs)
  const cells: Line = badges.flatMap((badge, at) => [
    ...(at > 0 ? [span(' ')] : []),
    word(badge.text, badge.tone === 'quiet' ? 'dim' : badge.tone),
  ])
  if (cells.length === 0 && time === '') return []
  return [...cells, span(time.padStart(TIME_COLUMN + 1), 'dim')]
}

/** The first words of an error. */
function* errorLines(row: AgentRow | ToolRow, canvas: Canvas): Iterable<Line> {
  const words = errorWords(row)
  if (words === '') return
  yield cutLine(indent(summaryLine(words, 'bad'), AFTER_NAME), canvas.width)
}
