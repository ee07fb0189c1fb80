import { type Filter, isFiltering } from '../../../page/filter.ts'
import { hideAgent, type RowVisitor } from '../../../render/html/document/count-losses.ts'
import { type DocumentDirectory, ROW_FLAGS } from '../../../render/html/document/document-format.ts'
import { endOfAgent, endOfRewound, hasFlag, kindOf } from '../../../render/html/document/read-directory.ts'
import { isInsideOpen, type ViewState } from './view-state.ts'

/** Says of each row in the chosen turns whether it is shown; the header is none of them, as it stands above the list. */
export function walkRows(directory: DocumentDirectory, state: ViewState, visitor: RowVisitor): void {
  if (isFiltering(state.filter)) walkFiltered(directory, state, visitor)
  else walkLevel(directory, state, visitor)
}

/** Folded or not, what matches is shown: each row below the heading of its turn. */
function walkFiltered(directory: DocumentDirectory, { filter, turns }: ViewState, visitor: RowVisitor): void {
  let heading: number | undefined
  for (let row = 0; row < directory.rows.kind.length; row++) {
    const kind = kindOf(directory, row)
    if (kind === 'session' || !isInTurns(directory, row, turns)) continue
    if (kind === 'turn') heading = row
    else if (kind === 'loss') visitor.shown(row)
    else if (matchesFilter(directory, row, filter)) {
      if (heading !== undefined) visitor.shown(heading)
      heading = undefined
      visitor.shown(row)
    } else visitor.hidden(row)
  }
}

function walkLevel(directory: DocumentDirectory, state: ViewState, visitor: RowVisitor): void {
  /** Up to here everything stands in an opened agent. */
  let insideUntil = 0
  for (let row = 0; row < directory.rows.kind.length; row++) {
    const kind = kindOf(directory, row)
    if (kind === 'session' || !isInTurns(directory, row, state.turns)) continue
    if (hasFlag(directory, row, ROW_FLAGS.rewoundBegin)) {
      visitor.shown(row)
      if (isInsideOpen(state, row)) continue
      const end = endOfRewound(directory, row)
      visitor.closed(row, end)
      row = end
      continue
    }
    // Inside of an opened agent or rewound side everything is shown: whoever opened it wants to read it.
    const isInside = row < insideUntil || hasFlag(directory, row, ROW_FLAGS.rewound | ROW_FLAGS.rewoundEnd)
    const isShown = isInside || (directory.rows.level[row] ?? 0) <= state.level
    if (kind === 'agent' && !isShown) {
      row = hideAgent(directory, row, visitor)
      continue
    }
    if (isShown) visitor.shown(row)
    else visitor.hidden(row)
    if (kind !== 'agent') continue
    const end = endOfAgent(directory, row)
    if (isInsideOpen(state, row)) insideUntil = Math.max(insideUntil, end)
    else {
      if (end > row + 1) visitor.closed(row, end)
      row = end - 1
    }
  }
}

/** The report at the end is about whatever is chosen. */
export function isInTurns(directory: DocumentDirectory, row: number, turns: ViewState['turns']): boolean {
  if (!turns) return true
  const kind = kindOf(directory, row)
  const turn = directory.rows.turn[row] ?? 0
  return kind === 'session' || kind === 'loss' || (turn >= turns.from && turn <= turns.to)
}

export function matchesFilter(directory: DocumentDirectory, row: number, filter: Filter): boolean {
  const kind = kindOf(directory, row)
  if (kind === 'session' || kind === 'turn' || kind === 'loss') return false
  if (filter.isErrorsOnly && !hasFlag(directory, row, ROW_FLAGS.error)) return false
  if (filter.kinds.size === 0 && filter.tools.size === 0) return true
  const tool = directory.rows.tool[row] ?? -1
  return filter.kinds.has(kind) || (tool >= 0 && filter.tools.has(directory.tools[tool] ?? ''))
}
