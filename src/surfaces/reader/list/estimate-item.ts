import { estimateHeight, LINE_HEIGHT } from '../../../page/list/estimate-height.ts'
import { foldKey } from '../../../page/rows/fold-key.ts'

import type { DocumentDirectory } from '../../../render/html/document/document-format.ts'
import type { Item } from './items.ts'
import { isFoldOpen, type ViewState } from './view-state.ts'

export function estimateItem({ rows }: DocumentDirectory, state: ViewState, { row, runEnd }: Item): number {
  if (runEnd !== undefined) return LINE_HEIGHT
  const openLines = isFoldOpen(state, foldKey(String(row))) ? (rows.inside[row] ?? 0) : 0
  return estimateHeight({ size: rows.size[row] ?? 0, openLines })
}
