import { element } from '../element.ts'
import { Heights } from './heights.ts'

/** What a list shows. Keys say which item is which when the list changes. */
export interface ListSource {
  readonly count: number
  key(index: number): string
  estimate(index: number): number
  draw(index: number): HTMLElement
}

export interface ListOptions {
  /** Height of what covers the top of the window. */
  readonly topInset: () => number
  /** Called after the elements of the window changed. */
  readonly onChange: () => void
  /** Elements the whole document may have before less is drawn ahead. */
  readonly maxElements: number
}

/** The item that is kept where it is while others change their height. */
interface Anchor {
  readonly index: number
  /** From the top of the window to the top of the item. */
  readonly top: number
}

const AHEAD_PX = 500

/**
 * A list of any length of which only what is in the window, and a little more, exists as elements. Heights are guessed
 * until measured; whatever stands at the top of the window stays there while heights above it become known.
 */
export class WindowedList {
  private source: ListSource
  private heights: Heights
  private readonly host: HTMLElement
  private readonly options: ListOptions
  private readonly above = element('div', { class: 'spacer', attributes: { 'aria-hidden': 'true' } })
  private readonly below = element('div', { class: 'spacer', attributes: { 'aria-hidden': 'true' } })
  private drawn = new Map<number, HTMLElement>()
  private readonly known = new Map<string, number>()
  private readonly observer: ResizeObserver
  private isWaiting = false
  /** Nothing was drawn yet of what is shown now. */
  private isFresh = true
  /** Where the last jump went, held until somebody scrolls away from it. */
  private pin: Anchor | undefined
  private pinnedAt = Number.NaN

  constructor(host: HTMLElement, source: ListSource, options: ListOptions) {
    this.host = host
    this.options = options
    this.source = source
    this.heights = this.guessHeights()
    host.append(this.above, this.below)
    this.observer = new ResizeObserver(() => this.later())
    addEventListener('scroll', () => this.later(), { passive: true })
    addEventListener('resize', () => this.remeasure())
  }

  /** Elements now in the document, by item. */
  get elements(): ReadonlyMap<number, HTMLElement> {
    return this.drawn
  }

  /** Shows other items; the one at the top stays in its place if it is still there. */
  show(source: ListSource, indexOf: (key: string) => number): void {
    const anchor = this.anchor()
    const key = anchor && this.source.key(anchor.index)
    this.clear()
    this.source = source
    this.heights = this.guessHeights()
    const index = key === undefined ? -1 : indexOf(key)
    if (anchor && index >= 0) this.goTo(index, anchor.top)
    else this.update()
  }

  /** Draws one item again. */
  redraw(index: number): void {
    const old = this.drawn.get(index)
    if (!old) return
    const fresh = this.source.draw(index)
    this.observer.unobserve(old)
    old.replaceWith(fresh)
    this.observer.observe(fresh)
    this.drawn.set(index, fresh)
    this.update()
  }

  /** Brings an item to `top` pixels below the top of the window, exactly, however wrong the guesses are. */
  goTo(index: number, top = this.options.topInset() + 8): HTMLElement | undefined {
    this.pin = { index, top }
    this.pinnedAt = Number.NaN
    this.update()
    return this.drawn.get(index)
  }

  /** Shows the very top of the page, what stands above the list included. */
  toTop(): void {
    this.pin = undefined
    scrollTo({ top: 0, behavior: 'instant' })
    this.update()
  }

  /** What was measured no longer holds. */
  forgetHeights(): void {
    this.known.clear()
  }

  topIndex(): number {
    return this.heights.indexAt(scrollY - this.hostTop() + this.options.topInset() + 9)
  }

  update(): void {
    this.isWaiting = false
    if (Math.abs(scrollY - this.pinnedAt) > 1) this.pin = undefined
    const anchor = this.anchor()
    // Each round measures what the one before drew; guesses are rarely so wrong that it takes three.
    for (let round = 0; round < 6; round++) {
      const isNew = this.drawWindow(anchor)
      const isOther = this.measure()
      this.placeSpacers()
      const isMoved = anchor !== undefined && this.hold(anchor)
      if (!isNew && !isOther && !isMoved) break
    }
    this.pinnedAt = scrollY
    this.options.onChange()
    if (!this.isFresh) return
    this.isFresh = false
    this.later()
  }

  later(): void {
    if (this.isWaiting) return
    this.isWaiting = true
    requestAnimationFrame(() => this.update())
  }

  private remeasure(): void {
    this.known.clear()
    this.later()
  }

  private clear(): void {
    for (const old of this.drawn.values()) old.remove()
    this.observer.disconnect()
    this.drawn = new Map()
    this.isFresh = true
    this.pin = undefined
  }

  private guessHeights(): Heights {
    const { source } = this
    return new Heights(source.count, index => this.known.get(source.key(index)) ?? source.estimate(index))
  }

  private hostTop(): number {
    return this.host.getBoundingClientRect().top + scrollY
  }

  private anchor(): Anchor | undefined {
    if (this.pin) return this.pin
    // While something above the list is in sight, no row stands above the window that could push others away.
    if (this.source.count === 0 || this.hostTop() - scrollY > this.options.topInset()) return undefined
    const index = this.topIndex()
    const drawn = this.drawn.get(index)
    if (drawn) return { index, top: drawn.getBoundingClientRect().top }
    return undefined
  }

  /** True when elements came or went. */
  private drawWindow(anchor: Anchor | undefined): boolean {
    if (this.source.count === 0) return false
    const top = anchor ? this.heights.offset(anchor.index) - anchor.top : scrollY - this.hostTop()
    // What is in sight comes first, what may come into sight a frame later.
    const isFull = document.getElementsByTagName('*').length > this.options.maxElements
    const ahead = this.isFresh || isFull ? 0 : AHEAD_PX
    const first = this.heights.indexAt(top - ahead)
    const last = this.heights.indexAt(top + innerHeight + ahead)
    let isChanged = false
    for (const [index, old] of this.drawn) {
      if (index >= first && index <= last) continue
      this.observer.unobserve(old)
      old.remove()
      this.drawn.delete(index)
      isChanged = true
    }
    let before: Element = this.above
    for (let index = first; index <= last; index++) {
      let item = this.drawn.get(index)
      if (!item) {
        item = this.source.draw(index)
        this.drawn.set(index, item)
        before.after(item)
        this.observer.observe(item)
        isChanged = true
      }
      before = item
    }
    if (isChanged) this.drawn = new Map([...this.drawn].sort(([one], [other]) => one - other))
    return isChanged
  }

  private measure(): boolean {
    let isOther = false
    for (const [index, item] of this.drawn) {
      const height = item.getBoundingClientRect().height
      if (Math.abs(height - this.heights.height(index)) < 0.5) continue
      this.heights.set(index, height)
      this.known.set(this.source.key(index), height)
      isOther = true
    }
    return isOther
  }

  private placeSpacers(): void {
    const indexes = [...this.drawn.keys()]
    const first = indexes[0] ?? 0
    const last = indexes.at(-1) ?? -1
    this.above.style.height = `${this.heights.offset(first)}px`
    this.below.style.height = `${Math.max(0, this.heights.total - this.heights.offset(last + 1))}px`
  }

  /** Scrolls so that the anchor is where it was; true when it had moved. */
  private hold(anchor: Anchor): boolean {
    const now = this.drawn.get(anchor.index)?.getBoundingClientRect().top
    const wanted = now ?? this.hostTop() - scrollY + this.heights.offset(anchor.index)
    const moved = wanted - anchor.top
    if (Math.abs(moved) < 1) return false
    const before = scrollY
    scrollBy({ top: moved, behavior: 'instant' })
    return Math.abs(scrollY - before) >= 1
  }
}
