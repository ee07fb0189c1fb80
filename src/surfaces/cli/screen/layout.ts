import { sanitizeLine } from '../../../text/sanitize.ts'
import { displayWidth } from '../../../text/width.ts'
import { MIN_SCRAP } from './paint.ts'
import type { ScreenState, Size } from './state.ts'

/** Which part of the screen is for what, in lines. */
export interface Layout {
  /** Sentences below the query. */
  readonly notes: readonly string[]
  /** An empty line above the list. */
  readonly hasGapAbove: boolean
  readonly bodyHeight: number
  /** Lines of one row of the list, the empty one below it included. */
  readonly rowHeight: number
  readonly visibleRows: number
}

/** Below this, empty lines are left out. */
const TALL_ROWS = 14
const MAX_WARNINGS = 2
/** The query, the line below it, and the keys at the bottom. */
const FIXED_LINES = 3

export function layoutOf({ size, results, home }: Pick<ScreenState, 'size' | 'results' | 'home'>): Layout {
  const isTall = size.rows >= TALL_ROWS
  const warnings = home.warnings.slice(0, isTall ? MAX_WARNINGS : 1)
  // What is said about a search comes and goes with every letter: it takes the place of the empty line, so that the
  // list stays where it is, and where there is none, that of the status. Without a list it stands in the body.
  const notes = results ? (isTall && results.rows.length > 0 ? joinNotes(results.answer.notes, size) : []) : warnings
  const hasGapAbove = isTall && (!results || notes.length === 0)
  const above = notes.length + (hasGapAbove ? 1 : 0)
  const bodyHeight = Math.max(0, size.rows - FIXED_LINES - above - (isTall ? 1 : 0))
  const rowHeight = results ? (isTall ? 3 : 2) : 1
  // The last row needs no empty line below it: there is one above the keys.
  const visibleRows = Math.max(1, Math.floor((bodyHeight + (rowHeight === 3 ? 1 : 0)) / rowHeight))
  return { notes, hasGapAbove, bodyHeight, rowHeight, visibleRows }
}

/** Hits to ask for at once: their passages are read from the archive, so no more than can be seen, and one to go on. */
export function hitsPerScreen({ rows }: Size): number {
  return Math.max(1, Math.ceil(rows / (rows >= TALL_ROWS ? 3 : 2)))
}

/** On one line; one that would be cut to a scrap is left out. */
function joinNotes(notes: readonly string[], { columns }: Size): readonly string[] {
  const [first, ...others] = notes.map(sanitizeLine)
  if (first === undefined) return []
  let text = first
  for (const note of others) {
    const room = columns - displayWidth(`${text}; `)
    if (displayWidth(note) > room && room < MIN_SCRAP) break
    text = `${text}; ${note}`
  }
  return [text]
}
