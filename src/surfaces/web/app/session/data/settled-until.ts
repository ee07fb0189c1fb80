import type { Row } from '../../../../../render/view/row.ts'
import type { UnitRows } from './unit.ts'

/** Rows at the end that what follows may still join or rename. */
const MOVING = 8

/** From which row on a unit that grows has to be read again: before it nothing changes any more. */
export function settledUntil(known: UnitRows | undefined): number {
  if (!known) return 0
  const { rows } = known
  let until = Math.max(0, rows.length - MOVING)
  for (const [at, loaded] of rows.entries()) {
    if (at >= until) break
    // What is not here is asked for when somebody looks at it.
    if (!loaded || !isSettled(loaded.row)) until = at
  }
  return until
}

/** The last words of a turn are its answer until it goes on; a call is as it is when its result is there. */
function isSettled(row: Row): boolean {
  if (row.kind === 'tool') return !row.isRunning && row.status !== 'pending'
  if (row.kind === 'agent') return row.status === 'completed' || row.status === 'failed'
  return row.kind !== 'answer' || row.depth > 0
}
