import { createRowDrawer } from '../src/render/html/draw-row.ts'
import { markupOf } from '../src/render/html/safe-html.ts'
import type { Row } from '../src/render/view/row.ts'

/** The words of rows as a page draws them, all opened. */
export function textOfPage(rows: Iterable<Row>): string {
  const drawer = createRowDrawer({ open: 'level', bodies: 'inline', mediaRef: () => undefined })
  const markup = [...rows].map(row => markupOf(drawer.drawRow(row, { isOpen: true }))).join(' ')
  const words = markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  return words.replace(/\s+/g, ' ')
}
