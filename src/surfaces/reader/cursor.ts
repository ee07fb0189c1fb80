import type { WindowedList } from '../../page/list/windowed-list.ts'
import type { DirectoryPrompt } from '../../render/html/document/document-format.ts'
import { findItem, type Item } from './list/items.ts'

export interface CursorParts {
  readonly items: () => readonly Item[]
  readonly list: WindowedList
  readonly prompts: readonly DirectoryPrompt[]
  /** Height of what covers the top of the window. */
  readonly topInset: () => number
}

/** The row that keys act on: marked, focused and kept in sight. */
export class Cursor {
  /** -1 before any key was used. */
  row = -1
  private readonly parts: CursorParts

  constructor(parts: CursorParts) {
    this.parts = parts
  }

  set(row: number): void {
    this.row = row
    for (const box of this.parts.list.elements.values()) {
      box.classList.toggle('is-current', box.dataset.row === String(row))
    }
  }

  step(step: 1 | -1): void {
    const last = this.parts.items().length - 1
    const from = this.row < 0 ? this.parts.list.topIndex() - step : this.index()
    this.moveTo(Math.min(last, Math.max(0, from + step)))
  }

  stepPrompt(step: 1 | -1): void {
    const { list, prompts } = this.parts
    const items = this.parts.items()
    const at = items[this.index()]?.row ?? 0
    const shown = prompts.filter(({ row }) => findItem(items, row) >= 0)
    const next = step > 0 ? shown.find(({ row }) => row > at) : shown.findLast(({ row }) => row < at)
    if (!next) return
    list.goTo(findItem(items, next.row))
    this.moveTo(findItem(items, next.row))
  }

  /** The item it stands at; the one at the top of the window before it was used. */
  index(): number {
    const { list } = this.parts
    if (this.row < 0) return list.topIndex()
    // A run that is open shows its first row twice, as its line and as itself: the focus tells which is meant.
    const focused = document.activeElement?.closest<HTMLElement>('.item')
    for (const [index, box] of list.elements) if (box === focused) return index
    const index = findItem(this.parts.items(), this.row)
    return index >= 0 ? index : list.topIndex()
  }

  moveTo(index: number): void {
    const { list } = this.parts
    const item = this.parts.items()[index]
    if (!item) return
    this.row = item.row
    const place = list.elements.get(index)?.getBoundingClientRect()
    if (index === 0) list.toTop()
    else if (!place || place.top < this.parts.topInset() || place.bottom > innerHeight) {
      // Downwards a row comes in from below, a line from the end; otherwise it stands at the top.
      const isBelow = place !== undefined && place.bottom > innerHeight && place.height < innerHeight / 2
      list.goTo(index, isBelow ? innerHeight - place.height - 40 : undefined)
    }
    list.elements.get(index)?.focus({ preventScroll: true })
    for (const [at, box] of list.elements) box.classList.toggle('is-current', at === index)
  }
}
