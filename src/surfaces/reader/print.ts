import { element } from '../../page/element.ts'
import { formatNumberOf } from '../../text/count.ts'

/** More than this makes a browser's print preview stand still. */
const MAX_ROWS = 3000
const MAX_CHARS = 4_000_000

export interface PrintSource {
  readonly count: () => number
  readonly draw: (index: number) => HTMLElement
  /** Name of the level that is shown. */
  readonly level: () => string
}

/** Paper has no window: while printing, everything that is shown at present exists. */
export function listenToPrinting(host: HTMLElement, source: PrintSource): void {
  let sheet: HTMLElement | undefined
  addEventListener('beforeprint', () => {
    sheet?.remove()
    sheet = drawSheet(source)
    host.after(sheet)
  })
  addEventListener('afterprint', () => {
    sheet?.remove()
  })
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
    const text = `Printed up to here: ${formatNumberOf(count - printed, 'more row')} in the file. Filter or choose turns to print others.`
    sheet.append(element('p', { class: 'quiet', text }))
  }
  return sheet
}
