import { clearFilter, isFiltering } from '../../../page/filter.ts'
import { type DocumentDirectory, ROW_FLAGS } from '../../../render/html/document/document-format.ts'
import { endOfAgent, hasFlag, kindOf } from '../../../render/html/document/read-directory.ts'
import { isInsideOpen, type ViewState } from './view-state.ts'
import { isInTurns, matchesFilter } from './walk-rows.ts'

/** Changes what is shown until a row is among it, and no more than that. */
export function revealRow(directory: DocumentDirectory, state: ViewState, row: number): void {
  if (!isInTurns(directory, row, state.turns)) state.turns = undefined
  if (isFiltering(state.filter) && !matchesFilter(directory, row, state.filter)) clearFilter(state.filter)
  const agents = [...agentsAround(directory, row)]
  // What stands in an agent or on a rewound side is seen when that is opened, whatever the level.
  const outermost = agents.at(-1) ?? row
  if (kindOf(directory, outermost) !== 'rewound' && !hasFlag(directory, outermost, ROW_FLAGS.rewound)) {
    state.level = Math.max(state.level, directory.rows.level[outermost] ?? 0)
  }
  for (const holder of [...agents, ...rewoundAround(directory, row)]) {
    if (!isInsideOpen(state, holder)) state.insides.set(holder, true)
  }
}

/** Innermost first. */
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
