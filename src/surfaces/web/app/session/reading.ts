import { Cursor } from '../../../../page/list/cursor.ts'
import type { ListSource } from '../../../../page/list/list-source.ts'
import { WindowedList } from '../../../../page/list/windowed-list.ts'
import type { Row } from '../../../../render/view/row.ts'
import type { Want } from './data/row-loader.ts'
import type { SessionStore, ShownUnit } from './data/session-store.ts'
import { type DataLevel, turnUnit, type UnitName } from './data/unit.ts'
import { buildItems } from './list/build-items.ts'
import { ItemDrawer } from './list/draw-item.ts'
import { type Item, type RowItem, turnAt } from './list/item.ts'
import { ItemIndex } from './list/item-index.ts'
import { isTurnOpen, type ViewState } from './list/view-state.ts'
import { listWants } from './list/wants.ts'

/** Less is drawn ahead beyond this, so that the page stays below 2,000. */
const MAX_ELEMENTS = 1200
/** As long as drawing may take in one frame. */
const BUDGET_MS = 20

export interface ReadingParts {
  readonly store: SessionStore
  readonly state: ViewState
  readonly host: HTMLElement
  readonly topInset: () => number
  readonly drawEnd: () => HTMLElement
  /** The window shows something else. */
  readonly onWindow: () => void
  /** What is open changed. */
  readonly onOpened: () => void
  readonly onMove: (key: string) => void
  readonly onProblem: (error: unknown) => void
}

/** The conversation: its items as they are now, the list that shows them and the row that keys act on. */
export class Reading {
  readonly store: SessionStore
  readonly state: ViewState
  readonly list: WindowedList
  readonly cursor: Cursor
  items: readonly Item[] = []
  /** The row that a link led to. */
  marked = ''
  private readonly parts: ReadingParts
  private readonly drawer: ItemDrawer
  private index = new ItemIndex([])
  private epoch = 0
  private isLate = false

  constructor(parts: ReadingParts) {
    this.parts = parts
    this.store = parts.store
    this.state = parts.state
    this.drawer = new ItemDrawer({
      store: parts.store,
      state: parts.state,
      rowOf: name => this.rowOf(name),
      onToggle: item => this.toggle(item),
      onWhole: item => void this.showWhole(item),
      drawEnd: parts.drawEnd,
    })
    this.list = new WindowedList(parts.host, this.source(), {
      topInset: parts.topInset,
      onChange: () => this.onWindow(),
      maxElements: MAX_ELEMENTS,
      budgetMs: BUDGET_MS,
    })
    this.cursor = new Cursor({
      list: this.list,
      count: () => this.items.length,
      keyOf: at => this.items[at]?.key ?? '',
      indexOf: key => this.index.find(key),
      topInset: parts.topInset,
      onMove: parts.onMove,
    })
    parts.host.addEventListener('toggle', event => this.onFold(event), true)
    this.refresh()
  }

  close(): void {
    this.list.close()
  }

  /** Shows what the state says. `isOther`: all of it may look different. */
  refresh({ isOther = false } = {}): void {
    if (isOther) {
      this.epoch++
      this.list.forgetHeights()
    }
    const before = this.index
    this.items = buildItems(this.store, this.state)
    this.index = new ItemIndex(this.items)
    this.list.show(this.source(), key => this.index.findLike(key, before))
  }

  /** The same, once for everything that happens in this frame. */
  refreshSoon(): void {
    if (this.isLate) return
    this.isLate = true
    requestAnimationFrame(() => {
      this.isLate = false
      this.refresh()
    })
  }

  find(key: string): number {
    return this.index.find(key)
  }

  itemOf(key: string): Item | undefined {
    return this.items[this.index.find(key)]
  }

  rowOf(key: string): Row | undefined {
    const item = this.itemOf(key)
    return item?.kind === 'row' ? item.row : undefined
  }

  boxOf(key: string): HTMLElement | undefined {
    return this.list.elements.get(this.index.find(key))
  }

  /** The turn at the top of the window. */
  currentTurn(): number | undefined {
    return turnAt(this.items, this.list.topIndex())
  }

  turnOf(key: string): number | undefined {
    return turnAt(this.items, this.find(key))
  }

  /** Brings an item to the top, marks it, and puts the cursor there. */
  goTo(key: string, { marks = false } = {}): HTMLElement | undefined {
    const at = this.index.find(key)
    if (at < 0) return undefined
    if (marks) this.mark(key)
    this.list.goTo(at)
    this.cursor.set(key)
    return this.list.elements.get(at)
  }

  mark(key: string): void {
    this.marked = key
    for (const [at, box] of this.list.elements) box.classList.toggle('is-marked', this.items[at]?.key === key)
  }

  /** Opens or closes what an item stands for. */
  toggle(item: Item): void {
    if (!this.flip(item)) return
    this.cursor.set(item.key)
    this.refresh()
    this.parts.onOpened()
    this.boxOf(item.key)?.querySelector<HTMLElement>('.opener, .run, .turn-name')?.focus({ preventScroll: true })
  }

  async showWhole(item: RowItem): Promise<void> {
    try {
      await this.store.whole(item.loaded)
      this.refresh()
    } catch (error) {
      this.parts.onProblem(error)
    }
  }

  /** Every unit of which rows are shown, or would be if there were any. */
  shownUnits(): readonly ShownUnit[] {
    const shown = new Map<UnitName, ShownUnit>()
    const { first, last } = this.list.visibleRange()
    for (let at = Math.max(0, first - 5); at <= last + 5; at++) {
      const item = this.items[at]
      if (item?.kind === 'row' && item.loaded.unit !== 'loose') shown.set(item.loaded.unit, item.loaded)
      else if (item?.kind === 'gap' || item?.kind === 'preview') shown.set(item.unit, item)
    }
    const { lastTurn } = this.store
    shown.set(turnUnit(lastTurn), { unit: turnUnit(lastTurn), level: this.levelOf(lastTurn) })
    return [...shown.values()].map(({ unit, level }) => ({ unit, level }))
  }

  levelOf(turn: number): DataLevel {
    if (this.state.level === 'raw') return 'raw'
    return isTurnOpen(this.state, turn) ? 'all' : 'answers'
  }

  drawForPaper(at: number): HTMLElement {
    return this.drawer.draw(this.items[at] as Item, true)
  }

  redrawEnd(): void {
    this.list.redraw(this.items.length - 1)
  }

  private flip(item: Item): boolean {
    const { turns, sides, insides } = this.state
    if (item.kind === 'head') turns.set(item.turn.number, !item.isOpen)
    else if (item.kind === 'side') sides.set(item.turns[0]?.number ?? 0, !item.isOpen)
    else if (item.kind === 'run') insides.set(item.key, !item.isOpen)
    else if (item.kind === 'agent') insides.set(item.key, !item.isOpen)
    else if (item.kind === 'row' && item.isInsideOpen !== undefined) insides.set(item.key, !item.isInsideOpen)
    else if (item.kind === 'row' && item.row.kind === 'rewound')
      turns.set(turnAt(this.items, this.find(item.key)) ?? 0, true)
    else return false
    return true
  }

  private source(): ListSource & { readonly epoch: number } {
    const { items, drawer, epoch } = this
    const at = (index: number): Item => items[index] as Item
    return {
      epoch,
      count: items.length,
      key: index => at(index).key,
      estimate: index => drawer.estimate(at(index)),
      stamp: index => at(index).stamp,
      isFirm: index => at(index).kind !== 'gap' && at(index).kind !== 'preview' && at(index).kind !== 'new',
      draw: index => this.decorate(drawer.draw(at(index)), at(index)),
      drawLight: index => drawer.drawLight(at(index)),
    }
  }

  private decorate(box: HTMLElement, item: Item): HTMLElement {
    box.classList.toggle('is-current', item.key === this.cursor?.key)
    box.classList.toggle('is-marked', item.key === this.marked)
    return box
  }

  private onWindow(): void {
    if (!this.list) return
    const wants: readonly Want[] = listWants(this.items, this.list, this.store)
    this.store.want(wants)
    this.parts.onWindow()
  }

  private onFold(event: Event): void {
    if (!(event.target instanceof HTMLDetailsElement)) return
    const isNoted = this.drawer.noteFold(event.target)
    const key = event.target.closest<HTMLElement>('.item')?.dataset.row ?? ''
    const item = this.itemOf(key)
    // What ends early is read to its end when somebody opens it.
    if (isNoted && event.target.open && item?.kind === 'row' && item.loaded.isCut) void this.showWhole(item)
    this.list.later()
  }
}
