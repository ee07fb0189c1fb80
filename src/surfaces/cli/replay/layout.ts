import type { Size } from '../screen/state.ts'

/** Which lines there is room for beside the step. */
export interface Layout {
  /** The session and the turn, at the top. */
  readonly hasHead: boolean
  /** How far it is, above the line with the position. */
  readonly hasTrack: boolean
  /** Keys below it; without, what is typed or said takes the place of the position. */
  readonly hasHints: boolean
  readonly body: number
}

const HINT_ROWS = 7
const TRACK_ROWS = 9
const HEAD_ROWS = 12

export function layoutOf({ rows }: Size): Layout {
  const hasHints = rows >= HINT_ROWS
  const hasTrack = rows >= TRACK_ROWS
  const hasHead = rows >= HEAD_ROWS
  // The head has an empty line below it.
  const used = 1 + (hasHints ? 1 : 0) + (hasTrack ? 1 : 0) + (hasHead ? 2 : 0)
  return { hasHead, hasTrack, hasHints, body: Math.max(1, rows - used) }
}

export function bodyHeight(size: Size): number {
  return layoutOf(size).body
}
