import type { OutlineItem } from '../../../render/tell/outline.ts'
import type { App } from '../app.ts'
import { type Detail, formatDetails } from '../place-table.ts'
import { drawItem, textColumn, type Widths, widest } from './draw-outline.ts'

/** A line of a list, wrapped as far as it needs, with lines below it. */
export interface ListRow {
  readonly item: OutlineItem
  readonly details: readonly Detail[]
}

/** For what is read rather than scanned: sentences stand as a whole, beside their citation and kind. */
export function drawList(app: App, rows: readonly ListRow[]): string[] {
  const items = rows.map(({ item }) => item)
  const widths: Widths = {
    indent: 0,
    cite: widest(items, ({ cite }) => cite),
    label: widest(items, ({ label }) => label),
  }
  return rows.flatMap(({ item, details }) => [
    ...drawItem(app, item, widths),
    ...formatDetails(app, details, textColumn(app, widths)),
  ])
}
