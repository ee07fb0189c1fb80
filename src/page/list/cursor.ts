import type { WindowedList } from './windowed-list.ts'

export interface CursorParts {
  readonly list: WindowedList
  readonly count: () => number
  readonly keyOf: (index: number) => string
  /** Where an item stands now, or what stands for it; -1 where nothing does. */
  readonly indexOf: (key: string) => number
  /** Height of what covers the top of the window. */
  readonly topInset: () => number
  /** Somebody moved it. */
  readonly onMove?: (key: string) => void
}

/** The item that keys act on: marked, focused and kept in sight. */
export class Cursor {
  /** Empty before any key was used. */
  key = ''
  private readonly parts: CursorParts

  constructor(parts: CursorParts) {
    this.parts = parts
  }

  set(key: string): void {
    this.key = key
    this.mark()
  }

  step(step: 1 | -1): void {
    const last = this.parts.count() - 1
    const from = this.key === '' ? this.parts.list.topIndex() - step : this.index()
    this.moveTo(Math.min(last, Math.max(0, from + step)))
  }

  /** The item it stands at; the one at the top of the window before it was used. */
  index(): number {
    const { list, indexOf } = this.parts
    const index = this.key === '' ? -1 : indexOf(this.key)
    return index >= 0 ? index : list.topIndex()
  }

  /** `isJump`: to the top of the window, wherever it stands now. */
  moveTo(index: number, isJump = false): void {
    const { list, keyOf, count } = this.parts
    if (index < 0 || index >= count()) return
    this.key = keyOf(index)
    if (isJump) list.goTo(index)
    const place = list.elements.get(index)?.getBoundingClientRect()
    if (index === 0) list.toTop()
    else if (!place || place.top < this.parts.topInset() || place.bottom > innerHeight) {
      // Downwards a row comes in from below, a line from the end; otherwise it stands at the top.
      const isBelow = place !== undefined && place.bottom > innerHeight && place.height < innerHeight / 2
      list.goTo(index, isBelow ? innerHeight - place.height - 40 : undefined)
    }
    list.elements.get(index)?.focus({ preventScroll: true })
    this.mark()
    this.parts.onMove?.(this.key)
  }

  private mark(): void {
    const { list, keyOf } = this.parts
    for (const [at, box] of list.elements) box.classList.toggle('is-current', keyOf(at) === this.key)
  }
}
