import { timeAt } from '../../../render/steps/places.ts'
import { costText } from '../../../render/words.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { displayWidth } from '../../../text/width.ts'
import { formatClock, formatDay } from '../../../time/day.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { Look } from '../screen/draw.ts'
import { joinFitting, type Piece, paint } from '../screen/paint.ts'
import { visiblePart } from '../screen/query-line.ts'
import { bodyHeight, layoutOf } from './layout.ts'
import { formatSpeed } from './pace.ts'
import { type Input, linesOf, type ReplayState } from './state.ts'

export interface Foot {
  readonly lines: readonly string[]
  /** Where the cursor stands in the last of them; undefined where nothing is typed. */
  readonly column: number | undefined
}

/** How far it is, where that is, and below it what was typed or said, or the keys. */
export function drawFoot(state: ReplayState, look: Look): Foot {
  const { hasTrack, hasHints } = layoutOf(state.size)
  const last = drawLast(state, look)
  // Without room for both, what is typed or said comes before where we are.
  if (!hasHints) return last ?? { lines: [drawStatus(state, look)], column: undefined }
  return {
    lines: [
      ...(hasTrack ? [drawTrack(state, look)] : []),
      drawStatus(state, look),
      ...(last ? last.lines : [drawHints(state, look)]),
    ],
    column: last?.column,
  }
}

/** A line as long as the session, bright as far as it is; at its end, how much of the step is out of sight. */
function drawTrack(state: ReplayState, { colors }: Look): string {
  const { view, level, size } = state
  const rest = restWords(state)
  const room = size.columns - (rest === '' ? 0 : displayWidth(rest) + 1)
  const { number, total } = view.reel.positionOf(level, view.place)
  const done = number === undefined || total === undefined ? 0 : Math.max(1, Math.round((number / total) * room))
  const pieces: readonly Piece[] = [
    { text: '━'.repeat(Math.max(0, Math.min(room, done))), style: colors.cyan },
    { text: '─'.repeat(Math.max(0, room - done)), style: colors.dim },
    ...(rest === '' ? [] : [{ text: ` ${rest}`, style: colors.yellow }]),
  ]
  return paint(pieces, size.columns)
}

/** Of a step taller than the screen. */
function restWords(state: ReplayState): string {
  const lines = linesOf(state)
  const below = state.view.top + bodyHeight(state.size)
  // Some thousand lines are counted; nobody scrolls through more to know how many.
  lines.has(below + MAX_COUNTED)
  if (!lines.has(below)) return state.view.top > 0 ? `↑ ${formatNumberOf(state.view.top, 'line')} above` : ''
  const more = lines.count === undefined ? `${formatInteger(MAX_COUNTED)}+` : formatInteger(lines.count - below)
  return `↓ ${more} more ${more === '1' ? 'line' : 'lines'}`
}

const MAX_COUNTED = 2000

function drawStatus(state: ReplayState, { colors }: Look): string {
  const { view, level, size, film, outer } = state
  const at = timeAt(view.reel, level, view.place)
  const { files, tokens, cost } = film.soFar(at)
  const mark = view.reel.markOf(level, view.place)
  const main = outer[0] ?? view
  const turn = main.reel.turnOf(main.place.section)
  const mode = `${state.isPlaying ? '▶' : '‖'} ${formatSpeed(state.speed)}`
  const facts = [
    stepWords(state),
    turn ? `turn ${turn}/${film.lastTurn}` : '',
    mark?.isRewound ? 'rewound' : '',
    at === undefined ? '' : formatClock(at),
    at === undefined || film.startedAt === undefined ? '' : `+${formatDuration(Math.max(0, at - film.startedAt))}`,
    level,
    files > 0 ? `${formatNumberOf(files, 'file')} changed` : '',
    costText({ cost }),
    tokens > 0 ? `${formatCount(tokens)} tokens` : '',
    at === undefined ? '' : formatDay(at),
  ].filter(text => text !== '')
  const room = size.columns - displayWidth(mode) - 2
  const style = state.isPlaying ? colors.green : colors.yellow
  return paint([{ text: mode, style }, { text: `  ${joinFitting(facts, room)}` }], size.columns)
}

function stepWords({ view, level }: ReplayState): string {
  const { number, total } = view.reel.positionOf(level, view.place)
  if (number === undefined) return 'step …'
  return `step ${formatInteger(number)}/${total === undefined ? '…' : formatInteger(total)}`
}

/** What is typed, or was said; undefined where neither is. */
function drawLast({ input, message, isFinding, wanted, size }: ReplayState, look: Look): Foot | undefined {
  const { colors } = look
  if (input) return drawInput(input, look, size.columns)
  const text = isFinding ? `Looking for ${wanted} …` : message?.text
  if (text === undefined) return undefined
  const style = isFinding ? colors.dim : message?.isProblem ? colors.red : colors.green
  return { lines: [paint([{ text: sanitizeLine(text), style }], size.columns)], column: undefined }
}

const INVITATIONS: { readonly [Kind in Input['kind']]: string } = { find: 'Find: ', turn: 'To turn: ' }

function drawInput({ kind, line }: Input, { colors }: Look, columns: number): Foot {
  const invitation = INVITATIONS[kind]
  const start = displayWidth(invitation)
  const { text, column } = visiblePart(line, Math.max(1, columns - start - 1))
  const drawn = paint([{ text: invitation, style: colors.cyan }, { text }], columns)
  return { lines: [drawn], column: Math.min(columns - 1, start + column) }
}

function drawHints(state: ReplayState, { colors }: Look): string {
  const { view, level, size, outer } = state
  const isAgent = view.reel.markOf(level, view.place)?.agentId !== undefined
  const isTall = linesOf(state).has(bodyHeight(size))
  const { number, total } = view.reel.positionOf(level, view.place)
  const isLast = number !== undefined && number === total
  const hints = [
    ...(outer.length > 0 ? ['Esc leave agent'] : []),
    ...(isAgent ? ['Enter open agent'] : []),
    ...(state.wanted === '' ? [] : ['n find next', ...(outer.length > 0 ? [] : ['Esc forget'])]),
    ...(isTall ? ['↓ scroll'] : []),
    ...(isLast ? [] : ['→ next']),
    state.isPlaying ? 'Space pause' : 'Space play',
    '? keys',
    'q quit',
    ...(number === 1 ? [] : ['← back']),
    ...(isLast ? [] : ['] next prompt']),
    '/ find',
    'd detail',
    '+ - speed',
  ]
  return paint([{ text: joinFitting(hints, size.columns), style: colors.dim }], size.columns)
}
