import type { Row, RowRenderers } from '../view/row.ts'
import { type Canvas, createCanvas } from './canvas.ts'
import { compactionLines, rewoundLines, sectionLines, sessionLines, turnLines } from './frame-rows.ts'
import { dimLine, indent, type Line, printLine } from './line.ts'
import {
  errorRowLines,
  interruptionLines,
  lossLines,
  noticeLines,
  rawLines,
  repeatLines,
  reportLines,
  unknownLines,
  unreadableLines,
} from './notice-rows.ts'
import type { Style } from './style.ts'
import { answerLines, inputLines, messageLines, outputLines, remarkLines, thinkingLines } from './talk-rows.ts'
import { agentLines, hookCountLines, hookLines, partLines, toolLines } from './tool-rows.ts'

export interface TerminalOptions {
  /** Columns of the terminal. */
  readonly width: number
  readonly style: Style
}

/** Rows as lines for a terminal or a pager, one after the other as they come. */
export function* renderTerminal(rows: Iterable<Row>, options: TerminalOptions): Iterable<string> {
  const draw = createTerminalDrawer(options)
  for (const row of rows) yield* draw(row)
}

/** Draws row after row; remembers the last one, so that it knows where an empty line helps. */
export function createTerminalDrawer(options: TerminalOptions): (row: Row) => Iterable<string> {
  const renderersByDepth = new Map<number, Renderers>()
  let previous: Row | undefined
  return function* (row) {
    if (previous && hasGap(previous, row)) yield ''
    previous = row
    const columns = indentOf(row, options.width)
    let renderers = renderersByDepth.get(columns)
    if (!renderers) {
      const canvas = createCanvas(options.width - columns)
      renderers = { canvas, rows: createRowRenderers(canvas) }
      renderersByDepth.set(columns, renderers)
    }
    for (const line of rowLines(row, renderers)) yield printLine(indent(line, columns), options.style)
  }
}

interface Renderers {
  readonly canvas: Canvas
  readonly rows: RowRenderers<Iterable<Line>>
}

/** A row, and below it, set back, what was recorded with it. */
function* rowLines(row: Row, { canvas, rows }: Renderers): Iterable<Line> {
  yield* (rows[row.kind] as (row: Row) => Iterable<Line>)(row)
  if ('rest' in row && row.rest) for (const line of partLines(row.rest, canvas)) yield dimLine(line)
}

function createRowRenderers(canvas: Canvas): RowRenderers<Iterable<Line>> {
  return {
    session: row => sessionLines(row, canvas),
    turn: row => turnLines(row, canvas),
    input: row => inputLines(row, canvas),
    answer: row => answerLines(row, canvas),
    remark: row => remarkLines(row, canvas),
    thinking: row => thinkingLines(row, canvas),
    tool: row => toolLines(row, canvas),
    agent: row => agentLines(row, canvas),
    hook: row => hookLines(row, canvas),
    'hook-count': row => hookCountLines(row, canvas),
    error: row => errorRowLines(row, canvas),
    compaction: row => compactionLines(row, canvas),
    interruption: row => interruptionLines(row, canvas),
    'task-report': row => reportLines(row, canvas),
    message: row => messageLines(row, canvas),
    output: row => outputLines(row, canvas),
    rewound: row => rewoundLines(row, canvas),
    notice: row => noticeLines(row, canvas),
    repeat: row => repeatLines(row),
    unknown: row => unknownLines(row, canvas),
    unreadable: row => unreadableLines(row, canvas),
    raw: row => rawLines(row, canvas),
    section: row => sectionLines(row, canvas),
    loss: row => lossLines(row, canvas),
  }
}

/** Deep nesting stops moving right when half of the width is gone. */
function indentOf(row: Row, width: number): number {
  const depth = 'depth' in row ? row.depth : 0
  return Math.min(depth * 4, Math.floor(width / 2))
}

/** Rows that open a part of the session. */
const FRAMES: ReadonlySet<Row['kind']> = new Set<Row['kind']>(['turn', 'compaction', 'rewound', 'section', 'loss'])

function hasGap(previous: Row, row: Row): boolean {
  if (FRAMES.has(row.kind)) return true
  if (previous.kind === 'turn' || previous.kind === 'rewound' || previous.kind === 'section') return false
  if (previous.kind === 'session' || previous.kind === 'compaction') return true
  if (row.kind === 'output' && previous.kind === 'input') return false
  return isBlock(previous) || isBlock(row)
}

/** Takes several lines and wants room around it. */
function isBlock(row: Row): boolean {
  if ('rest' in row && row.rest && row.rest.length > 0) return true
  switch (row.kind) {
    case 'input':
    case 'answer':
      return true
    case 'remark':
    case 'message':
    case 'output':
      return row.isOpen
    case 'thinking':
      return row.state === 'open'
    case 'tool':
      return row.isOpen
    case 'agent':
      return row.isOpen
    case 'unknown':
    case 'unreadable':
    case 'raw':
      return true
    case 'hook':
    case 'notice':
    case 'error':
    case 'task-report':
      return row.parts.length > 0
    default:
      return false
  }
}
