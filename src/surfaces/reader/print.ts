import { countOf } from './draw-item.ts'
import { element } from './element.ts'

/** More than this makes a browser's print preview stand still. */
const MAX_PRINTED = 3000

export interface PrintSource {
  readonly count: () => number
  readonly draw: (index: number) => HTMLElement
}

/** Paper has no window: while printing, everything that is shown at present exists. */
export function listenToPrinting(host: HTMLElement, source: PrintSource): void {
  let sheet: HTMLElement | undefined
  addEventListener('beforeprint', () => {
    const count = source.count()
    const items = Array.from({ length: Math.min(count, MAX_PRINTED) }, (_, index) => source.draw(index))
    sheet = element('div', { class: 'printed' }, items)
    if (count > MAX_PRINTED) {
      const text = `Printed up to here: ${countOf(count - MAX_PRINTED, 'more row')} in the file. Filter or choose turns to print others.`
      sheet.append(element('p', { class: 'quiet', text }))
    }
    host.after(sheet)
  })
  addEventListener('afterprint', () => {
    sheet?.remove()
  })
}
