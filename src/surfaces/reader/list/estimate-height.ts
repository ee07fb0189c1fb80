import type { DocumentDirectory } from '../../../render/html/document/document-format.ts'
import type { Item } from './items.ts'
import { foldKey, isFoldOpen, type ViewState } from './view-state.ts'

const LINE_PX = 34
const TEXT_LINE_PX = 24
const TEXT_LINE_CHARS = 85
const CODE_LINE_PX = 20

/** How high an item will be, as a guess: it is measured when it is drawn. */
export function estimateHeight({ rows }: DocumentDirectory, state: ViewState, { row, runEnd }: Item): number {
  if (runEnd !== undefined) return LINE_PX
  const size = rows.size[row] ?? 0
  const inside = rows.inside[row] ?? 0
  const text = size === 0 ? LINE_PX : 60 + Math.ceil(size / TEXT_LINE_CHARS) * TEXT_LINE_PX
  return inside > 0 && isFoldOpen(state, foldKey(row)) ? text + 30 + inside * CODE_LINE_PX : text
}
