import { formatNumberOf } from '../text/count.ts'
import { element } from './element.ts'

/** More than this makes a browser's print preview stand still. */
const MAX_ROWS = 3000
const MAX_CHARS = 4_000_000

export interface PrintSource {
  readonly count: () => number
  readonly draw: (index: number) => HTMLElement
  /** Name of the level that is shown. */
  readonly level: () => string
  /** What a reader of the paper is told when it is not all. */
  readonly leftOut: (rows: string) => string
}

/** Paper has no window: while printing, everything that is shown at present exists. Gives what ends it. */
export function listenToPrinting(host: HTMLElement, source: PrintSource): () => void {
  let sheet: HTMLElement | undefined
  const before = (): void => {
    sheet?.remove()
    sheet = drawSheet(source)
    host.after(sheet)
  }
  const after = (): void => sheet?.remove()
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
    after()
  }
}

function drawSheet(source: PrintSource): HTMLElement {
  const sheet = element('div', { class: 'printed', attributes: { 'data-level': source.level() } })
  const count = source.count()
  let printed = 0
  let chars = 0
  while (printed < count && printed < MAX_ROWS && chars < MAX_CHARS) {
    const item = source.draw(printed++)
    chars += item.textContent?.length ?? 0
    sheet.append(item)
  }
  if (printed < count) {
    const text = source.leftOut(formatNumberOf(count - printed, 'more row'))
    sheet.append(element('p', { class: 'quiet', text }))
  }
  return sheet
}
