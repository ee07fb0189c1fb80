import { createRowDrawer, type RowDrawer, type RowState } from '../../render/html/draw-row.ts'
import { idOf } from '../../render/html/id-of.ts'
import type { Row } from '../../render/view/row.ts'
import { limitAsText, limitElements } from '../limit-elements.ts'
import { toElements } from '../set-html.ts'
import { foldKey } from './fold-key.ts'
import type { MediaShelf } from './media-shelf.ts'

/** Elements of one row. */
const ROW_ELEMENTS = 500

const MEDIA_NAME = /^media-[0-9a-f]{32,64}$/

export interface RowPainterParts {
  readonly media: MediaShelf
  /** The row of a box, by its `data-row`. */
  readonly rowOf: (name: string) => Row | undefined
  /** What somebody chose for a fold; undefined: as the row itself would have it. */
  readonly isFoldOpen: (key: string) => boolean | undefined
  readonly setFold: (key: string, isOpen: boolean) => void
  /** Colours the code in what was drawn, at once or later. */
  readonly highlight: (content: ParentNode) => void
}

/** Draws rows into boxes, opened as far as the reader opened them, and takes note of what is opened and closed. */
export class RowPainter {
  private readonly parts: RowPainterParts
  private readonly drawer: RowDrawer
  /** How a fold was drawn, to tell what somebody did from what we did. */
  private readonly drawnOpen = new WeakMap<HTMLDetailsElement, boolean>()

  constructor(parts: RowPainterParts) {
    this.parts = parts
    this.drawer = createRowDrawer({
      open: 'none',
      bodies: 'later',
      mediaRef: ({ base64 }) => (base64 !== undefined && MEDIA_NAME.test(base64) ? idOf(base64) : undefined),
    })
  }

  /** On paper nothing can be asked for: whatever is too long is there as plain text. */
  draw(box: HTMLElement, row: Row, state: Omit<RowState, 'isOpen'>, forPaper = false): void {
    const name = box.dataset.row ?? ''
    const isOpen = this.parts.isFoldOpen(foldKey(name))
    const content = toElements(this.drawer.drawRow(row, { ...state, isOpen }))
    if (forPaper) limitAsText(content, ROW_ELEMENTS)
    else limitElements(content, ROW_ELEMENTS)
    this.finish(content, name)
    box.append(content)
    for (const [at, inner] of innerFolds(box).entries()) {
      inner.open = this.parts.isFoldOpen(foldKey(name, at)) ?? inner.open
      this.drawnOpen.set(inner, inner.open)
    }
    const fold = foldOf(box)
    if (fold) this.drawnOpen.set(fold, fold.open)
  }

  /** Takes note of a fold that was opened or closed, and fills it; false where it only is as it was drawn. */
  noteFold(fold: HTMLDetailsElement): boolean {
    const box = fold.closest<HTMLElement>('.item')
    if (!box) return false
    const key = keyOfFold(box, fold)
    const { isFoldOpen, setFold } = this.parts
    if (fold.open === this.drawnOpen.get(fold) && fold.open === (isFoldOpen(key) ?? fold.open)) return false
    setFold(key, fold.open)
    this.drawnOpen.set(fold, fold.open)
    if (fold.open && foldOf(box) === fold) this.fillFold(box, fold)
    return true
  }

  /** Fills the fold of a row when it is opened for the first time. */
  fillFold(box: HTMLElement, fold: HTMLDetailsElement): void {
    const later = fold.querySelector('[data-body="later"]')
    const row = this.parts.rowOf(box.dataset.row ?? '')
    const body = later && row ? this.drawer.drawBody(row) : undefined
    if (!later || !body) return
    const content = toElements(body)
    limitElements(content, ROW_ELEMENTS)
    this.finish(content, box.dataset.row ?? '')
    later.removeAttribute('data-body')
    later.replaceChildren(content)
  }

  private finish(content: DocumentFragment, row: string): void {
    this.parts.media.fill(content, row)
    this.parts.highlight(content)
  }
}

export function foldOf(box: Element): HTMLDetailsElement | null {
  return box.querySelector<HTMLDetailsElement>(':scope > .row > details.fold')
}

/** Folds inside of a row that hold more of the same; those that show it in another form are opened by hand alone. */
function innerFolds(box: HTMLElement): readonly HTMLDetailsElement[] {
  return [...box.querySelectorAll<HTMLDetailsElement>('details.inner.more')]
}

function keyOfFold(box: HTMLElement, fold: HTMLDetailsElement): string {
  const row = box.dataset.row ?? ''
  return foldOf(box) === fold ? foldKey(row) : foldKey(row, innerFolds(box).indexOf(fold))
}

/** What a row says, as far as it is open; without what stands over it. */
export function textOf(box: HTMLElement): string {
  const row = box.querySelector<HTMLElement>(':scope > .row')
  const text = row?.innerText ?? ''
  const above = row?.querySelector<HTMLElement>(':scope > .card-head')?.innerText ?? ''
  return above !== '' && text.startsWith(above) ? text.slice(above.length).trimStart() : text
}
