import { formatNumberOf } from '../../text/count.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { formatDay, formatDayTime, formatTime } from '../../time/day.ts'
import type { CompactionRow, RewoundRow, SectionRow, SessionRow, TurnRow } from '../view/row.ts'
import { sessionNumbers, tokenDelta, turnNames, turnNumbers } from '../words.ts'
import type { Canvas } from './canvas.ts'
import { cutLine, type Line, lineWidth, span, word, wrapLine } from './line.ts'
import type { Tone } from './style.ts'
import { partLines } from './tool-rows.ts'

export function* sessionLines(row: SessionRow, canvas: Canvas): Iterable<Line> {
  yield cutLine([word(shownTitle(row.title), 'bold')], canvas.textWidth)
  yield* facts([row.cwd, row.branches.join(', '), timeSpan(row), row.version && `Claude Code ${row.version}`], canvas)
  yield* facts([row.models.join(', '), ...sessionNumbers(row)], canvas)
  yield* facts([row.id, row.isKeptOnly && 'kept in the archive only', ...row.links], canvas)
}

export function* turnLines(row: TurnRow, canvas: Canvas): Iterable<Line> {
  yield divider([span(String(row.number), row.isRewound ? 'dim' : 'heading')], joinFacts(turnNumbers(row)), canvas)
}

export function* compactionLines(row: CompactionRow, canvas: Canvas): Iterable<Line> {
  const what = row.scope === 'micro' ? 'old tool results cleared' : 'context compacted'
  const title = row.trigger === '' ? what : `${what} (${row.trigger})`
  yield divider([word(title, 'accent')], tokenDelta(row), canvas)
  yield* partLines(row.parts, canvas)
}

export function* rewoundLines(row: RewoundRow, canvas: Canvas): Iterable<Line> {
  const title = row.edge === 'end' ? `end of what was rewound${turnNames(row)}` : `tried and rewound${turnNames(row)}`
  yield divider(
    [word(title, 'dim')],
    row.edge === 'folded' ? formatNumberOf(row.entries, 'entry', 'entries') : '',
    canvas,
    '┄',
  )
}

export function* sectionLines(row: SectionRow, canvas: Canvas): Iterable<Line> {
  yield divider([word(row.title, 'accent')], row.note, canvas)
}

/** `── title ──────── note`, as wide as the canvas. */
function divider(title: Line, note: string, canvas: Canvas, stroke = '─', tone: Tone = 'dim'): Line {
  const right = note === '' ? [] : [span(' '), word(note, 'dim')]
  const left = cutLine(
    [span(`${stroke}${stroke} `, tone), ...title, span(' ')],
    Math.max(8, canvas.width - lineWidth(right) - 2),
  )
  const fill = Math.max(0, canvas.width - lineWidth(left) - lineWidth(right))
  return cutLine([...left, span(stroke.repeat(fill), tone), ...right], canvas.width)
}

function timeSpan(row: SessionRow): string {
  if (row.startedAt === undefined) return ''
  const start = formatDayTime(row.startedAt)
  if (row.endedAt === undefined || formatDayTime(row.endedAt) === start) return start
  const isSameDay = formatDay(row.endedAt) === formatDay(row.startedAt)
  return `${start} – ${isSameDay ? formatTime(row.endedAt) : formatDayTime(row.endedAt)}`
}

type Fact = string | false | undefined | ''

function facts(items: readonly Fact[], canvas: Canvas): Line[] {
  const text = joinFacts(items)
  return text === '' ? [] : wrapLine([word(text, 'dim')], canvas.width)
}

function joinFacts(items: readonly Fact[]): string {
  return items.filter(item => typeof item === 'string' && item !== '').join(' · ')
}
