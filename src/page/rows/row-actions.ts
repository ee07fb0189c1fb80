import { button, element } from '../element.ts'

export interface RowAction {
  readonly label: string
  /** The key that does the same. */
  readonly key: string
  /** A sign of one or two letters, or `copy` for two sheets. */
  readonly sign: string
  readonly run: (row: string) => void
}

/** Small buttons that follow the pointer and the focus from row to row. Rows are named by `data-row`. */
export class RowActions {
  private readonly root: HTMLElement
  private row = ''

  constructor(host: HTMLElement, actions: readonly RowAction[]) {
    const buttons = actions.map(action => this.button(action))
    this.root = element('div', { class: 'row-actions' }, buttons)
    const follow = (event: Event): void => {
      const box = event.target instanceof Element ? event.target.closest<HTMLElement>('.item[data-row]') : null
      if (box && host.contains(box)) this.moveTo(box)
    }
    host.addEventListener('pointerover', follow)
    host.addEventListener('focusin', follow)
  }

  moveTo(box: HTMLElement): void {
    if (this.root.parentElement === box) return
    this.row = box.dataset.row ?? ''
    box.append(this.root)
  }

  private button({ label, key, sign, run }: RowAction): HTMLElement {
    const attributes = { 'aria-label': label, title: `${label} (${key})` }
    if (sign !== 'copy') return button(sign, () => run(this.row), { attributes })
    const copy = button('', () => run(this.row), { class: 'copy-text', attributes })
    copy.append(element('span', { class: 'copy-mark' }))
    return copy
  }
}
