import type { ContextReport, ContextRequest } from '../../../query/context/context-report.ts'
import { formatCount } from '../../../text/count.ts'
import { cutToWidth } from '../../../text/width.ts'
import type { App } from '../app.ts'

/** The context of each request as a column, compactions, misses and turns below it. As wide as the window at most. */
export function formatContextChart(app: App, report: ContextReport): string[] {
  const { peakTokens } = report.totals
  const room = Math.min(app.columns, MAX_COLUMNS) - MARGIN
  if (peakTokens === 0 || room < MIN_COLUMNS || report.requests.length < 2) return []
  const columns = layOut(report, room)
  return [
    ...Array.from({ length: ROWS }, (_, line) => drawRow(app, columns, { peakTokens, row: ROWS - 1 - line })),
    `${'0'.padStart(MARGIN - 2)} └${'─'.repeat(columns.length)}`,
    ...drawMarks(app, columns),
    ...drawTurns(app, columns),
  ]
}

/** Beyond this more columns tell no more. */
const MAX_COLUMNS = 160
const MIN_COLUMNS = 10
/** ` 155k ┤`. */
const MARGIN = 8
const ROWS = 8
const MAX_BAR = 3

interface ChartColumn {
  readonly tokens: number
  /** It begins with the first request of this turn. */
  readonly turn: number | undefined
  readonly mark: 'compaction' | 'miss' | undefined
  readonly isRewound: boolean
}

/** Several requests in a column where there is too little room, and a request over several where there is much. */
function layOut({ requests, misses, compactions }: ContextReport, room: number): readonly ChartColumn[] {
  const missed = new Set(misses.map(({ request }) => request))
  const compacted = new Set(compactions.map(({ requestAfter }) => requestAfter))
  const width = Math.max(1, Math.min(MAX_BAR, Math.floor(room / requests.length)))
  const count = Math.min(requests.length, room)
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * requests.length) / count)
    const part = requests.slice(from, Math.floor(((at + 1) * requests.length) / count))
    const turn = firstNewTurn(part, requests[from - 1])
    const isCompacted = part.some(({ number }) => compacted.has(number))
    const isMissed = part.some(({ number }) => missed.has(number))
    const column: ChartColumn = {
      tokens: part.reduce((most, { contextTokens }) => Math.max(most, contextTokens), 0),
      turn,
      mark: isCompacted ? 'compaction' : isMissed ? 'miss' : undefined,
      isRewound: part.every(({ isRewound }) => isRewound),
    }
    const more = { ...column, turn: undefined, mark: undefined }
    return [column, ...Array.from({ length: width - 1 }, () => more)]
  }).flat()
}

function firstNewTurn(part: readonly ContextRequest[], before: ContextRequest | undefined): number | undefined {
  let last = before?.turn
  for (const { turn } of part) {
    if (turn !== last) return turn
    last = turn
  }
  return undefined
}

const LEVELS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

function drawRow(
  { colors }: App,
  columns: readonly ChartColumn[],
  { peakTokens, row }: { readonly peakTokens: number; readonly row: number },
): string {
  const label = row === ROWS - 1 ? peakTokens : row === ROWS / 2 - 1 ? peakTokens / 2 : undefined
  const cells = columns.map(({ tokens, mark, isRewound }) => {
    const eighths = Math.max(tokens > 0 ? 1 : 0, Math.round((tokens / peakTokens) * ROWS * 8))
    const cell = LEVELS[Math.max(0, Math.min(8, eighths - row * 8))] ?? ' '
    if (cell === ' ') return cell
    return isRewound ? colors.dim(cell) : mark === 'miss' ? colors.red(cell) : colors.cyan(cell)
  })
  const axis = `${(label === undefined ? '' : formatCount(label)).padStart(MARGIN - 2)} ${label === undefined ? '│' : '┤'}`
  return `${axis}${cells.join('')}`.trimEnd()
}

function drawMarks({ colors, columns: width }: App, columns: readonly ChartColumn[]): string[] {
  if (columns.every(({ mark }) => mark === undefined)) return []
  const cells = columns.map(({ mark }) =>
    mark === 'compaction' ? colors.yellow('↓') : mark === 'miss' ? colors.red('×') : ' ',
  )
  const legend = [
    columns.some(({ mark }) => mark === 'miss') ? '× missed the cache' : '',
    columns.some(({ mark }) => mark === 'compaction') ? '↓ first after a compaction' : '',
  ]
  const says = legend.filter(text => text !== '').join('   ')
  return [
    `${' '.repeat(MARGIN)}${cells.join('')}`.trimEnd(),
    colors.dim(cutToWidth(`${' '.repeat(MARGIN)}${says}`, width)),
  ]
}

/** The number of a turn stands where it begins, as long as there is room behind the one before. */
function drawTurns({ colors }: App, columns: readonly ChartColumn[]): string[] {
  let line = ''
  columns.forEach(({ turn }, at) => {
    if (turn === undefined || (line !== '' && at <= line.length)) return
    const label = String(turn)
    if (at + label.length <= columns.length) line = line.padEnd(at) + label
  })
  return line === '' ? [] : [colors.dim(`${'turn'.padStart(MARGIN - 2)}  ${line}`)]
}
