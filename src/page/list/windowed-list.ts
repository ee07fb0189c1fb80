import { element } from '../element.ts'
import { Heights } from './heights.ts'
import { KeptFocus } from './kept-focus.ts'
import type { ListOptions, ListSource } from './list-source.ts'

/** The item that is kept where it is while others change their height. */
interface Anchor {
  readonly index: number
  /** From the top of the window to the top of the item. */
  readonly top: number
}

const AHEAD_PX = 500
/** As near to the end as counts as being there. */
const END_PX = 48
/** Who scrolls this many windows in a frame reads nothing on the way. */
const FLING_WINDOWS = 1.5
const FLING_REST_MS = 90

/**
 * A list of any length of which only what is in the window, and a little more, exists as elements. Heights are guessed
 * until measured; whatever stands at the top of the window stays there while heights above it become known.
 */
export class WindowedList {
  /** While true, a reader at the end stays at the end when the list grows. */
  sticksToEnd = false
  /** The reader is at the end. */
  isAtEnd = false
  private source: ListSource
  private heights: Heights
  private readonly host: HTMLElement
  private readonly options: ListOptions
  private readonly above = element('div', { class: 'spacer', attributes: { 'aria-hidden': 'true' } })
  private readonly below = element('div', { class: 'spacer', attributes: { 'aria-hidden': 'true' } })
  private drawn = new Map<number, HTMLElement>()
  private readonly lights = new Set<HTMLElement>()
  private readonly known = new Map<string, number>()
  private readonly observer: ResizeObserver
  private readonly closing = new AbortController()
  private isWaiting = false
  /** Nothing was drawn yet of what is shown now. */
  private isFresh = true
  /** Where the last jump went, held until somebody scrolls away from it. */
  private pin: Anchor | undefined
  private pinnedAt = Number.NaN
  private lastY = Number.NaN
  private restTimer: ReturnType<typeof setTimeout> | undefined
  private readonly focus = new KeptFocus()

  constructor(host: HTMLElement, source: ListSource, options: ListOptions) {
    this.host = host
    this.options = options
    this.source = source
    this.heights = this.guessHeights()
    host.append(this.above, this.below)
    this.observer = new ResizeObserver(() => this.later())
    const { signal } = this.closing
    addEventListener('scroll', () => this.onScroll(), { passive: true, signal })
    addEventListener('resize', () => this.remeasure(), { signal })
  }

  /** Elements now in the document, by item. */
  get elements(): ReadonlyMap<number, HTMLElement> {
    return this.drawn
  }

  /** It stands where the last jump went: nobody scrolled since. */
  get isPinned(): boolean {
    return this.pin !== undefined
  }

  /** Takes the list out of the page. */
  close(): void {
    this.closing.abort()
    clearTimeout(this.restTimer)
    this.observer.disconnect()
    this.host.replaceChildren()
    this.drawn = new Map()
  }

  /** Shows other items; the one at the top stays in its place if it is still there. */
  show(source: ListSource, indexOf: (key: string) => number): void {
    this.dropPin()
    const anchor = this.anchor()
    const key = anchor && this.source.key(anchor.index)
    this.focus.note(this.drawn, this.source)
    this.drawn = this.keepSame(source, indexOf)
    this.isFresh = this.drawn.size === 0
    this.pin = undefined
    this.source = source
    this.heights = this.guessHeights()
    const index = key === undefined ? -1 : indexOf(key)
    if (anchor && index >= 0 && !this.isHeldAtEnd()) this.goTo(index, anchor.top)
    else this.update()
  }

  /** Draws one item again. */
  redraw(index: number): void {
    const old = this.drawn.get(index)
    if (!old) return
    this.replace(index, old, this.source.draw(index))
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
    this.isAtEnd = false
    scrollTo({ top: 0, behavior: 'instant' })
    this.update()
  }

  /** Shows the very end, and stays there while the list grows if it sticks. */
  toEnd(): void {
    this.pin = undefined
    this.isAtEnd = true
    const { sticksToEnd } = this
    this.sticksToEnd = true
    this.update()
    this.sticksToEnd = sticksToEnd
  }

  /** What was measured no longer holds. */
  forgetHeights(): void {
    this.known.clear()
  }

  topIndex(): number {
    return this.heights.indexAt(scrollY - this.hostTop() + this.options.topInset() + 9)
  }

  /** The items in the window, both ends included. */
  visibleRange(): { readonly first: number; readonly last: number } {
    const top = scrollY - this.hostTop()
    return { first: this.heights.indexAt(top), last: this.heights.indexAt(top + innerHeight) }
  }

  /** How much of an item stands above the window, from 0 to 1. */
  shareAbove(index: number): number {
    const height = this.heights.height(index)
    const hidden = scrollY - this.hostTop() - this.heights.offset(index)
    return height <= 0 ? 0 : Math.min(1, Math.max(0, hidden / height))
  }

  heightOf(index: number): number {
    return this.heights.height(index)
  }

  update(): void {
    this.isWaiting = false
    this.dropPin()
    const isFling = this.isFlinging()
    const isHeld = this.isHeldAtEnd()
    const anchor = isHeld ? undefined : this.anchor()
    const until = isFling ? 0 : performance.now() + (this.options.budgetMs ?? Number.POSITIVE_INFINITY)
    let isLater = false
    // Each round measures what the one before drew; guesses are rarely so wrong that it takes three.
    for (let round = 0; round < 6; round++) {
      if (isHeld) scrollToEnd()
      const { isNew, isUnfinished } = this.drawWindow(anchor, until)
      isLater = isUnfinished
      const isOther = this.measure()
      this.placeSpacers()
      const isMoved = isHeld ? scrollToEnd() : anchor !== undefined && this.hold(anchor)
      if (!isNew && !isOther && !isMoved) break
    }
    this.pinnedAt = scrollY
    this.lastY = scrollY
    this.focus.restore(this.drawn, this.source)
    this.options.onChange()
    if (isFling) this.restLater()
    else if (this.isFresh || isLater) this.later()
    this.isFresh = false
  }

  later(): void {
    if (this.isWaiting) return
    this.isWaiting = true
    requestAnimationFrame(() => {
      if (!this.closing.signal.aborted) this.update()
    })
  }

  /** Once somebody scrolled, also before the list has heard of it. */
  private dropPin(): void {
    if (Math.abs(scrollY - this.pinnedAt) > 1) this.pin = undefined
  }

  private onScroll(): void {
    this.isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - END_PX
    this.later()
  }

  private isHeldAtEnd(): boolean {
    return this.sticksToEnd && this.isAtEnd
  }

  /** Only where something light can stand in for what flies by. */
  private isFlinging(): boolean {
    if (!this.source.drawLight || this.pin || this.isHeldAtEnd() || Number.isNaN(this.lastY)) return false
    return Math.abs(scrollY - this.lastY) > innerHeight * FLING_WINDOWS
  }

  private restLater(): void {
    clearTimeout(this.restTimer)
    this.restTimer = setTimeout(() => this.later(), FLING_REST_MS)
  }

  private remeasure(): void {
    this.known.clear()
    this.later()
  }

  /** Elements of items that are the same in another source, in its order; the others are taken out. */
  private keepSame(source: ListSource, indexOf: (key: string) => number): Map<number, HTMLElement> {
    const kept = new Map<number, HTMLElement>()
    let last = -1
    for (const [old, box] of this.drawn) {
      const key = this.source.key(old)
      const index = source.stamp && source.epoch === this.source.epoch ? indexOf(key) : -1
      const isSame =
        index > last &&
        !this.lights.has(box) &&
        source.key(index) === key &&
        source.stamp?.(index) === this.source.stamp?.(old)
      if (isSame) {
        kept.set(index, box)
        last = index
      } else this.remove(box)
    }
    return kept
  }

  private remove(box: HTMLElement): void {
    this.observer.unobserve(box)
    this.lights.delete(box)
    box.remove()
  }

  private replace(index: number, old: HTMLElement, fresh: HTMLElement): void {
    this.focus.note(this.drawn, this.source)
    old.after(fresh)
    this.remove(old)
    this.observer.observe(fresh)
    this.drawn.set(index, fresh)
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
    const top = this.topIndex()
    const isFirm = (index: number): boolean => this.source.isFirm?.(index) ?? true
    for (const [index, box] of this.drawn) {
      if (index < top || !isFirm(index)) continue
      const place = box.getBoundingClientRect().top
      if (place > innerHeight) break
      return { index, top: place }
    }
    const box = this.drawn.get(top)
    return box && { index: top, top: box.getBoundingClientRect().top }
  }

  /** Says whether elements came or went, and whether some have to wait. */
  private drawWindow(anchor: Anchor | undefined, until: number): { isNew: boolean; isUnfinished: boolean } {
    if (this.source.count === 0) return { isNew: false, isUnfinished: false }
    const top = anchor ? this.heights.offset(anchor.index) - anchor.top : scrollY - this.hostTop()
    // What is in sight comes first, what may come into sight a frame later.
    const isFull = document.getElementsByTagName('*').length > this.options.maxElements
    const ahead = this.isFresh || isFull || until === 0 ? 0 : AHEAD_PX
    const first = this.heights.indexAt(top)
    const last = this.heights.indexAt(top + innerHeight)
    const from = this.heights.indexAt(top - ahead)
    const to = this.heights.indexAt(top + innerHeight + ahead)
    let isNew = false
    for (const [index, box] of this.drawn) {
      if (index >= from && index <= to) continue
      this.remove(box)
      this.drawn.delete(index)
      isNew = true
    }
    let isUnfinished = false
    const put = (index: number, isInSight: boolean): boolean => {
      const old = this.drawn.get(index)
      if (old && !this.lights.has(old)) return true
      const hasTime = index === anchor?.index || performance.now() < until
      if (!hasTime) isUnfinished = true
      if (!hasTime && (old || !isInSight)) return old !== undefined
      if (old) this.replace(index, old, this.source.draw(index))
      else this.insert(index, hasTime ? this.source.draw(index) : this.light(index))
      isNew = true
      return true
    }
    for (let index = first; index <= last; index++) put(index, true)
    for (let index = last + 1; index <= to && put(index, false); index++);
    for (let index = first - 1; index >= from && put(index, false); index--);
    this.dropApart(first, last)
    if (isNew) this.drawn = new Map([...this.drawn].sort(([one], [other]) => one - other))
    return { isNew, isUnfinished }
  }

  /** What is drawn is one piece, as nothing fills a gap. */
  private dropApart(first: number, last: number): void {
    let from = first
    let to = last
    while (this.drawn.has(from - 1)) from--
    while (this.drawn.has(to + 1)) to++
    for (const [index, box] of this.drawn) {
      if (index >= from && index <= to) continue
      this.remove(box)
      this.drawn.delete(index)
    }
  }

  private insert(index: number, box: HTMLElement): void {
    let before: Element = this.above
    let nearest = -1
    for (const [at, other] of this.drawn) {
      if (at >= index || at <= nearest) continue
      nearest = at
      before = other
    }
    before.after(box)
    this.drawn.set(index, box)
    this.observer.observe(box)
  }

  private light(index: number): HTMLElement {
    const box = this.source.drawLight?.(index) ?? this.source.draw(index)
    if (this.source.drawLight) {
      box.style.height = `${this.heights.height(index)}px`
      this.lights.add(box)
    }
    return box
  }

  private measure(): boolean {
    let isOther = false
    for (const [index, item] of this.drawn) {
      if (this.lights.has(item)) continue
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

/** True when that moved anything. */
function scrollToEnd(): boolean {
  const before = scrollY
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  return Math.abs(scrollY - before) >= 1
}
