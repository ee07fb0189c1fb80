import { button, element } from '../../page/element.ts'

export interface RowActionHandlers {
  readonly copyLink: (row: number) => void
  readonly copyText: (row: number) => void
}

/** Two small buttons that follow the pointer and the focus from row to row. */
export class RowActions {
  private readonly root: HTMLElement
  private row = -1

  constructor(host: HTMLElement, handlers: RowActionHandlers) {
    const label = (text: string, key: string) => ({ 'aria-label': text, title: `${text} (${key})` })
    const copyText = button('', () => handlers.copyText(this.row), {
      class: 'copy-text',
      attributes: label('Copy text', 'c'),
    })
    copyText.append(element('span', { class: 'copy-mark' }))
    this.root = element('div', { class: 'row-actions' }, [
      button('#', () => handlers.copyLink(this.row), { attributes: label('Copy link', 'y') }),
      copyText,
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
