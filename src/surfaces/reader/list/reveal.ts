import { type DocumentDirectory, ROW_FLAGS } from '../../../render/html/document/document-format.ts'
import { endOfAgent, hasFlag, isInside, isInTurns, kindOf, matchesFilter } from './items.ts'
import { clearFilter, isFiltering, type ViewState } from './view-state.ts'

/** Changes what is shown until a row is among it, and no more than that. */
export function revealRow(directory: DocumentDirectory, state: ViewState, row: number): void {
  if (!isInTurns(directory, row, state.turns)) state.turns = undefined
  if (isFiltering(state.filter) && !matchesFilter(directory, row, state.filter)) clearFilter(state.filter)
  const raiseFor = (shown: number): void => {
    if (isInside(directory, shown) || kindOf(directory, shown) === 'rewound') return
    state.level = Math.max(state.level, directory.rows.level[shown] ?? 0)
  }
  raiseFor(row)
  for (const agent of agentsAround(directory, row)) {
    state.openAgents.add(agent)
    raiseFor(agent)
  }
  for (const begin of rewoundAround(directory, row)) state.openRewound.add(begin)
}

function* agentsAround(directory: DocumentDirectory, row: number): Iterable<number> {
  const { depth } = directory.rows
  let inner = depth[row] ?? 0
  for (let at = row - 1; at >= 0 && inner > 0; at--) {
    if ((depth[at] ?? 0) >= inner) continue
    if (kindOf(directory, at) === 'agent' && endOfAgent(directory, at) > row) yield at
    inner = depth[at] ?? 0
  }
}

function rewoundAround(directory: DocumentDirectory, row: number): readonly number[] {
  const open: number[] = []
  for (let at = 0; at < row; at++) {
    if (hasFlag(directory, at, ROW_FLAGS.rewoundBegin)) open.push(at)
    else if (hasFlag(directory, at, ROW_FLAGS.rewoundEnd)) open.pop()
  }
  return open
}
