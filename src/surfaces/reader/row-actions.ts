import { button, element } from './element.ts'

export interface RowActionHandlers {
  readonly copyLink: (row: number) => void
  readonly copyText: (row: number) => void
}

/** Two small buttons that follow the pointer and the focus from row to row. */
export class RowActions {
  private readonly root: HTMLElement
  private row = -1

  constructor(host: HTMLElement, handlers: RowActionHandlers) {
    this.root = element('div', { class: 'row-actions' }, [
      button('Copy link', () => handlers.copyLink(this.row)),
      button('Copy text', () => handlers.copyText(this.row)),
    ])
    const follow = (event: Event): void => {
      const box = event.target instanceof Element ? event.target.closest<HTMLElement>('.item') : null
      if (box) this.moveTo(box)
    }
    host.addEventListener('pointerover', follow)
    host.addEventListener('focusin', follow)
  }

  moveTo(box: HTMLElement): void {
    if (this.root.parentElement === box) return
    this.row = Number(box.dataset.row)
    box.append(this.root)
  }
}
