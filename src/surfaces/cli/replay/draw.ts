import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth } from '../../../text/width.ts'
import type { Frame, Look } from '../screen/draw.ts'
import { drawHelp } from '../screen/draw-help.ts'
import { type Piece, paint, piecesWidth } from '../screen/paint.ts'
import { drawFoot } from './draw-foot.ts'
import { markFound } from './find-line.ts'
import { HELP } from './help.ts'
import { layoutOf } from './layout.ts'
import { linesOf, type ReplayState } from './state.ts'

/** What stands on the screen: one line per row of the terminal. */
export function drawReplay(state: ReplayState, look: Look): Frame {
  const { rows } = state.size
  if (state.helpTop !== undefined) {
    return fill(drawHelp(HELP, { size: state.size, top: state.helpTop, look }), rows, undefined)
  }
  const { hasHead, body } = layoutOf(state.size)
  const head = hasHead ? [drawHead(state, look), ''] : []
  const lines = drawBody(state, look, body)
  const space = Array.from({ length: body - lines.length }, () => '')
  const foot = drawFoot(state, look)
  const cursor = foot.column === undefined ? undefined : { row: rows - 1, column: foot.column }
  return fill([...head, ...lines, ...space, ...foot.lines], rows, cursor)
}

function fill(lines: readonly string[], rows: number, cursor: Frame['cursor']): Frame {
  // Where there is no room for all, the position at the bottom stays.
  const shown = lines.length > rows ? lines.slice(lines.length - rows) : lines
  return { lines: Array.from({ length: rows }, (_, at) => shown[at] ?? ''), cursor }
}

/** Titles are cut, so this much being the same is enough. */
const SAME_LENGTH = 40
const MIN_TITLE = 10

/** Where we are: the session, its turn, the agents that were opened. */
function drawHead({ film, size, view, outer }: ReplayState, { colors }: Look): string {
  const { reel, place } = outer[0] ?? view
  const turn = reel.turnOf(place.section)
  const title = sanitizeLine(film.title)
  const agents = [...outer, view].flatMap(({ agent }) => agent ?? [])
  const prompt = turn === undefined || agents.length > 0 ? '' : sanitizeLine(film.promptOf(turn))
  // A title may be the beginning of the first prompt.
  const isSame = prompt === '' || prompt.slice(0, SAME_LENGTH) === title.slice(0, SAME_LENGTH)
  const where: readonly Piece[] = [
    ...(turn === undefined ? [] : [{ text: ` › ${turn === 0 ? 'start' : turn}`, style: colors.cyan }]),
    ...agents.map(agent => ({ text: ` › ${sanitizeLine(agent)}`, style: colors.yellow })),
  ]
  const room = isSame ? Math.max(MIN_TITLE, size.columns - piecesWidth(where)) : Math.floor(size.columns / 3)
  const pieces: readonly Piece[] = [
    { text: cutToWidth(title, room), style: colors.bold },
    ...where,
    ...(isSame ? [] : [{ text: ` ${prompt}`, style: colors.dim }]),
  ]
  return paint(pieces, size.columns)
}

function drawBody(state: ReplayState, { hasColor }: Look, height: number): readonly string[] {
  const { top } = state.view
  const lines = linesOf(state).slice(top, top + height)
  if (lines.length === 0 && top === 0) return ['(nothing is recorded here any more)']
  return hasColor && state.wanted !== '' ? lines.map(line => markFound(line, state.wanted)) : lines
}
