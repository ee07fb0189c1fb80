import { type FilterCounts, KIND_NAMES } from '../../page/filter.ts'
import { type DocumentDirectory, ROW_FLAGS } from '../../render/html/document/document-format.ts'
import { hasFlag, kindOf } from '../../render/html/document/read-directory.ts'
import type { Row } from '../../render/view/row.ts'
import type { ViewState } from './list/view-state.ts'
import { isInTurns } from './list/walk-rows.ts'

export function countRows(directory: DocumentDirectory, turns: ViewState['turns']): FilterCounts {
  const kinds = new Map<Row['kind'], number>()
  const tools = new Map<string, number>()
  let errors = 0
  for (let row = 0; row < directory.rows.kind.length; row++) {
    if (!isInTurns(directory, row, turns) || hasFlag(directory, row, ROW_FLAGS.rewoundEnd)) continue
    const kind = kindOf(directory, row)
    if (KIND_NAMES[kind] !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const tool = directory.tools[directory.rows.tool[row] ?? -1]
    if (tool !== undefined) tools.set(tool, (tools.get(tool) ?? 0) + 1)
    if (hasFlag(directory, row, ROW_FLAGS.error)) errors++
  }
  return { kinds, tools, errors }
}
