import { findCut } from '../../extract/cut-text.ts'
import type { FoundText } from '../../extract/text-sink.ts'
import type { TextColumn } from '../../model/text-column.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { head } from '../../text/head.ts'
import { addPiece, joinPieces, type Pieces, type Unit } from './unit.ts'

/** Prose of one thread, cut into windows that follow each other. Plain data, so that it can be saved. */
export interface Prose {
  readonly file: number
  readonly agentId: string | undefined
  /** Number of the window that is open, or of the next one. */
  number: number
  open: OpenWindow | undefined
}

interface OpenWindow {
  /** Distinct turns, at most `MAX_TURNS`; not always neighbours, as a rewind leaves gaps. */
  turns: number[]
  firstEntry: number
  lastEntry: number
  firstAt: number | undefined
  at: number | undefined
  chars: number
  readonly pieces: Pieces
  /** Not yet given out as it is. */
  isChanged: boolean
}

/** Two turns found sessions best when measured (shared/retrieval.md). */
export const MAX_TURNS = 2
export const MAX_CHARS = 12_000

export function createProse(thread: Pick<Unit, 'file' | 'agentId'>): Prose {
  return { file: thread.file, agentId: thread.agentId, number: 0, open: undefined }
}

/** Adds a text; windows that it fills or ends are given to `onUnit`. A text longer than a window takes several. */
export function addProse(prose: Prose, entry: ThreadEntry, found: FoundText, onUnit: (unit: Unit) => void): void {
  const { column } = found
  let { text } = found
  if (prose.open && !fits(prose.open, entry, text.length)) close(prose, onUnit)
  while (text.length > MAX_CHARS) {
    const cut = findCut(text, MAX_CHARS)
    put(prose, entry, column, text.slice(0, cut))
    close(prose, onUnit)
    text = text.slice(cut)
  }
  if (text.trim() !== '') put(prose, entry, column, text)
}

/** Entries before the first turn have turned out to belong to it. */
export function moveProse({ open }: Prose, entries: readonly number[], turn: number): void {
  if (!open || !entries.includes(open.firstEntry)) return
  open.turns = [...new Set(open.turns.map(known => (known === 0 ? turn : known)))]
  open.isChanged = true
}

/** Texts of an entry whose place is not settled yet. */
export interface WaitingTexts {
  readonly entry: ThreadEntry
  readonly found: readonly FoundText[]
}

/**
 * The window that may still grow, if it was not given out before as it is. What waits in the input queue stands in it
 * until it is known where it belongs; `isMoved` says that this is other than the last time.
 */
export function listOpenProse(prose: Prose, waiting: Iterable<WaitingTexts>, isMoved: boolean): readonly Unit[] {
  if (!prose.open?.isChanged && !isMoved) return []
  if (prose.open) prose.open.isChanged = false
  const shown: Prose = structuredClone(prose)
  for (const { entry, found } of waiting) {
    for (const { column, text } of found) {
      if (!shown.open || fits(shown.open, entry, text.length)) put(shown, entry, column, head(text, MAX_CHARS))
    }
  }
  return shown.open ? [toUnit(shown, shown.open)] : []
}

function fits({ turns, chars }: OpenWindow, entry: ThreadEntry, length: number): boolean {
  return chars + length <= MAX_CHARS && (turns.length < MAX_TURNS || turns.includes(entry.turn))
}

function close(prose: Prose, onUnit: (unit: Unit) => void): void {
  if (!prose.open) return
  onUnit(toUnit(prose, prose.open))
  prose.number++
  prose.open = undefined
}

function put(prose: Prose, entry: ThreadEntry, column: TextColumn, text: string): void {
  const { turn, index, at } = entry
  prose.open ??= {
    turns: [],
    firstEntry: index,
    lastEntry: index,
    firstAt: at,
    at,
    chars: 0,
    pieces: {},
    isChanged: true,
  }
  const { open } = prose
  if (!open.turns.includes(turn)) open.turns.push(turn)
  open.firstEntry = Math.min(open.firstEntry, index)
  open.lastEntry = Math.max(open.lastEntry, index)
  open.firstAt ??= at
  open.at = at ?? open.at
  open.chars += text.length
  open.isChanged = true
  addPiece(open.pieces, column, text)
}

function toUnit({ file, agentId, number }: Prose, window: OpenWindow): Unit {
  const { turns, firstEntry, lastEntry, firstAt, at, pieces } = window
  return {
    file,
    agentId,
    kind: 'prose',
    number,
    firstTurn: Math.min(...turns),
    lastTurn: Math.max(...turns),
    firstEntry,
    lastEntry,
    firstAt,
    at,
    texts: joinPieces(pieces),
  }
}
