import { isFiltering } from '../../page/filter.ts'
import { foldKey } from '../../page/rows/fold-key.ts'

import { countHidden } from '../../render/html/document/count-losses.ts'
import type { DocumentDirectory } from '../../render/html/document/document-format.ts'
import { kindOf, neighboursOf } from '../../render/html/document/read-directory.ts'
import { standsAlone } from '../../render/html/draw-row.ts'
import { type LossReport, pageReport } from '../../render/html/loss-report.ts'
import { LEVELS } from '../../render/level.ts'
import type { LossRow } from '../../render/view/row.ts'
import { isFoldOpen, type ViewState } from './list/view-state.ts'
import { walkRows } from './list/walk-rows.ts'

/** What the page does not show at present, true for whatever is chosen and opened. */
export function reportLosses(directory: DocumentDirectory, state: ViewState, row: LossRow): LossReport {
  const { items, oddShown } = countHidden(
    directory,
    visitor => walkRows(directory, state, visitor),
    shown => isFoldOpen(state, foldKey(String(shown))) ?? opensItself(directory, shown),
  )
  const isFiltered = isFiltering(state.filter)
  const isTop = LEVELS[state.level] === directory.level
  return pageReport(row, {
    title: isFiltered ? 'Not shown with this filter' : `Not shown at level ${LEVELS[state.level]}`,
    hidden: items,
    odd: oddShown,
    isWhole: isTop && !isFiltered && state.turns === undefined && directory.level === 'all',
    ...outsideTurns(directory, state.turns),
  })
}

/** As the drawers have it. */
function opensItself(directory: DocumentDirectory, row: number): boolean {
  if (kindOf(directory, row) !== 'thinking') return false
  const { previous, next } = neighboursOf(directory, row)
  return standsAlone(previous, next)
}

function outsideTurns(
  directory: DocumentDirectory,
  turns: ViewState['turns'],
): { readonly otherTurns: number; readonly isStartLeftOut: boolean } {
  if (!turns) return { otherTurns: 0, isStartLeftOut: false }
  const isOutside = (turn: number): boolean => turn < turns.from || turn > turns.to
  const otherTurns = directory.prompts.filter(({ turn }) => isOutside(turn)).length
  return { otherTurns, isStartLeftOut: isOutside(0) && hasStart(directory) }
}

/** Rows before the first turn, the header apart. */
function hasStart(directory: DocumentDirectory): boolean {
  for (let row = 0; row < directory.rows.kind.length; row++) {
    const kind = kindOf(directory, row)
    if (kind !== 'session') return kind !== 'turn' && kind !== 'loss'
  }
  return false
}
