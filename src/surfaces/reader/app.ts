import { Contents } from '../../page/contents.ts'
import { copyText } from '../../page/copy-text.ts'
import { showImage } from '../../page/dialog.ts'
import { element } from '../../page/element.ts'
import { clearFilter, isFiltering } from '../../page/filter.ts'
import { FilterPanel } from '../../page/filter-panel.ts'
import { FindBar } from '../../page/find/find-bar.ts'
import { Finder } from '../../page/find/finder.ts'
import { Cursor } from '../../page/list/cursor.ts'
import type { ListSource } from '../../page/list/list-source.ts'
import { WindowedList } from '../../page/list/windowed-list.ts'
import { listenToPrinting } from '../../page/print.ts'
import { ReturnFocus } from '../../page/return-focus.ts'
import { foldKey } from '../../page/rows/fold-key.ts'
import { MediaShelf } from '../../page/rows/media-shelf.ts'
import { RowActions } from '../../page/rows/row-actions.ts'
import { foldOf, textOf } from '../../page/rows/row-painter.ts'
import { switchTheme } from '../../page/theme.ts'
import type { DirectoryPrompt } from '../../render/html/document/document-format.ts'
import { kindOf } from '../../render/html/document/read-directory.ts'
import { LEVELS } from '../../render/level.ts'
import type { TurnRange } from '../../render/view/view-options.ts'
import { linkTo } from './copy.ts'
import { countRows } from './count-rows.ts'
import type { SessionData } from './data/session-data.ts'
import { showHelp } from './dialogs.ts'
import { ItemDrawer, rowsInside } from './draw-item.ts'
import { findText } from './find/find-text.ts'
import { type KeyAction, listenToKeys } from './keys.ts'
import { createLayout, type Layout } from './layout.ts'
import { estimateItem } from './list/estimate-item.ts'
import { buildItems, findItem, findKey, type Item, indexOfKey, keyOf } from './list/items.ts'
import { revealRow } from './list/reveal.ts'
import { createViewState, isAllOpen, isInsideOpen, setAllOpen, type ViewState } from './list/view-state.ts'
import { isInTurns } from './list/walk-rows.ts'
import { MediaBlocks } from './media.ts'
import { showEmpty, showNotice } from './notice.ts'
import { parseRoute, type Route } from './route.ts'

/** Less is drawn ahead beyond this, so that the page stays below 2,000. */
const MAX_ELEMENTS = 1300

const TOOLS = LEVELS.indexOf('tools')

/** The page: what is shown, and what happens on each key, link and button. */
export class App {
  private readonly data: SessionData
  private readonly state: ViewState
  private readonly layout: Layout
  private readonly drawer: ItemDrawer
  private readonly list: WindowedList
  private readonly contents: Contents
  private readonly filterPanel: FilterPanel
  private readonly back = new ReturnFocus()
  private readonly findBar: FindBar
  private readonly finder: Finder
  private items: readonly Item[] = []
  private readonly cursor: Cursor
  private marked = -1
  private prompts: readonly DirectoryPrompt[] = []

  constructor(data: SessionData, host: HTMLElement) {
    this.data = data
    const { directory } = data
    const topLevel = Math.max(0, LEVELS.indexOf(directory.level))
    // Records as they stand in the file belong to no lower level.
    this.state = createViewState(directory.kinds.includes('raw') ? topLevel : Math.min(TOOLS, topLevel))
    this.contents = new Contents({
      hrefOf: ({ turn }) => `#turn=${turn}`,
      onLeave: () => this.layout.setContentsOpen(false),
    })
    const onClose = (): void => this.toggleFilter(false)
    this.filterPanel = new FilterPanel(this.state.filter, { onChange: () => this.refresh(), onClose })
    this.findBar = new FindBar({
      onText: text => void this.finder.search(text),
      onMove: step => this.finder.move(step),
      onClose: () => this.leaveFind(),
    })
    this.layout = createLayout({
      title: directory.title,
      topLevel,
      find: this.findBar.root,
      contents: this.contents.root,
      filter: this.filterPanel.root,
      onLevel: level => this.setLevel(level),
      onOpenAll: () => this.toggleAll(),
      onFilter: () => this.toggleFilter(),
      onTheme: switchTheme,
      onHelp: showHelp,
    })
    const blocks = new MediaBlocks(data)
    const media = new MediaShelf({ find: name => blocks.find(name), onZoom: showImage })
    this.drawer = new ItemDrawer({ data, state: this.state, media, onOpen: item => this.toggleItem(item) })
    host.replaceWith(this.layout.root)
    this.drawHeader()
    this.list = new WindowedList(this.layout.list, this.source(), {
      topInset: () => this.layout.bar.offsetHeight,
      onChange: () => this.onWindow(),
      maxElements: MAX_ELEMENTS,
    })
    this.cursor = new Cursor({
      list: this.list,
      count: () => this.items.length,
      keyOf: index => keyOf(this.items[index] as Item),
      indexOf: key => findKey(this.items, key),
      topInset: () => this.layout.bar.offsetHeight,
    })
    this.finder = new Finder({
      search: (text, hooks) => findText(data, text, { ...hooks, isIncluded: row => this.canBeFound(row) }),
      isBoxOf: (box, row) => box.dataset.row === String(row),
      fromHere: () => {
        const start = this.items[this.list.topIndex()]?.row ?? 0
        return row => row >= start
      },
      reveal: row => this.goToRow(row, { opens: true }),
      drawn: () => this.list.elements.values(),
      say: (text, hasMatches) => this.findBar.say(text, hasMatches),
    })
    new RowActions(this.layout.list, [
      { label: 'Copy link', key: 'y', sign: '#', run: row => void this.copyLink(Number(row)) },
      { label: 'Copy text', key: 'c', sign: 'copy', run: row => void this.copyRow(Number(row)) },
    ])
    this.layout.list.addEventListener('toggle', event => this.onFold(event), true)
    listenToKeys((action, key) => this.onKey(action, key))
    listenToPrinting(this.layout.list, {
      count: () => this.items.length,
      draw: index => this.drawer.drawForPrint(this.items[index] as Item),
      level: () => LEVELS[this.state.level] ?? '',
      leftOut: rows => `Printed up to here: ${rows} in the file. Filter or choose turns to print others.`,
    })
    addEventListener('hashchange', () => this.followRoute())
    this.refresh()
    this.followRoute()
  }

  private drawHeader(): void {
    if (this.data.row(0)?.kind === 'session') {
      this.layout.header.append(this.drawer.draw({ row: 0, runEnd: undefined }))
    } else this.layout.header.append(element('h1', { text: this.data.directory.title }))
  }

  private currentItems(): readonly Item[] {
    const { data, state } = this
    return buildItems(data.directory, state, row => data.brokenChunks.has(data.chunkOf(row)))
  }

  private source(): ListSource {
    const { items, drawer } = this
    return {
      count: items.length,
      key: index => keyOf(items[index] as Item),
      estimate: index => estimateItem(this.data.directory, this.state, items[index] as Item),
      draw: index => {
        const broken = this.data.brokenChunks.size
        const drawn = drawer.draw(items[index] as Item)
        // Damage shows when a chunk is first opened; its rows then become one.
        if (this.data.brokenChunks.size > broken) queueMicrotask(() => this.refresh())
        drawn.classList.toggle('is-current', keyOf(items[index] as Item) === this.cursor?.key)
        drawn.classList.toggle('is-marked', items[index]?.row === this.marked)
        return drawn
      },
    }
  }

  /** Shows what the state says. */
  private refresh(): void {
    const { directory } = this.data
    const { turns } = this.state
    this.items = this.currentItems()
    const { items } = this
    this.list.show(this.source(), key => indexOfKey(items, key))
    this.layout.list.dataset.level = LEVELS[this.state.level] ?? ''
    this.layout.setLevel(isFiltering(this.state.filter) ? -1 : this.state.level)
    this.layout.setAllOpen(isAllOpen(this.state))
    this.prompts = directory.prompts.filter(({ turn }) => !turns || (turn >= turns.from && turn <= turns.to))
    this.contents.show(this.prompts)
    if (!this.filterPanel.root.hidden) this.showFilter()
    const shown = { directory, state: this.state, items }
    showNotice(this.layout.notice, shown, {
      showTurns: () => this.showAllTurns(),
      clearFilter: () => this.clearFilter(),
    })
    showEmpty(this.layout.empty, shown)
  }

  private onWindow(): void {
    const top = this.items[this.list.topIndex()]
    this.contents.setCurrent(this.prompts.findLastIndex(({ row }) => row <= (top?.row ?? 0)))
    this.finder?.repaint()
  }

  private setLevel(level: number): void {
    if (level > Math.max(0, LEVELS.indexOf(this.data.directory.level))) return
    this.state.level = level
    clearFilter(this.state.filter)
    this.list.forgetHeights()
    this.refresh()
  }

  private toggleAll(): void {
    setAllOpen(this.state, !isAllOpen(this.state))
    this.list.forgetHeights()
    this.refresh()
  }

  private clearFilter(): void {
    clearFilter(this.state.filter)
    this.refresh()
  }

  private showAllTurns(): void {
    if (parseRoute(location.hash).kind === 'turns') location.hash = ''
    else this.showTurns(undefined)
  }

  private toggleFilter(isOpen = this.filterPanel.root.hidden === true): void {
    if (isOpen) this.back.note()
    else this.back.giveBack(this.filterPanel.root)
    this.layout.setFilterOpen(isOpen)
    if (!isOpen) return
    this.showFilter()
    this.filterPanel.focus()
  }

  private showFilter(): void {
    this.filterPanel.show(countRows(this.data.directory, this.state.turns))
  }

  /** Opens or closes a run, the inside of an agent or a rewound side. */
  private toggleItem(item: Item): void {
    this.state.insides.set(item.row, !isInsideOpen(this.state, item.row))
    const key = keyOf(item)
    this.cursor.set(key)
    this.refresh()
    const box = this.list.elements.get(indexOfKey(this.items, key))
    box?.querySelector<HTMLElement>('.opener, .run')?.focus({ preventScroll: true })
  }

  private onFold(event: Event): void {
    if (!(event.target instanceof HTMLDetailsElement)) return
    if (this.drawer.noteFold(event.target)) this.redrawReport()
    this.list.later()
  }

  /** What is folded is told at the end, which may be in sight. */
  private redrawReport(): void {
    const last = this.items.at(-1)
    if (last && kindOf(this.data.directory, last.row) === 'loss') this.list.redraw(this.items.length - 1)
  }

  /** Brings a row into sight, changing what is shown if it must. */
  private goToRow(row: number, { opens = false }: { opens?: boolean } = {}): HTMLElement | undefined {
    const { directory } = this.data
    const before = JSON.stringify([
      this.state.level,
      this.state.turns,
      isFiltering(this.state.filter),
      this.items.length,
    ])
    if (opens) this.state.folds.set(foldKey(String(row)), true)
    let index = findItem(this.items, row)
    if (index < 0) {
      revealRow(directory, this.state, row)
      this.items = this.currentItems()
      index = findItem(this.items, row)
    }
    const run = this.items[index]
    if (run?.runEnd !== undefined) {
      this.state.insides.set(run.row, true)
      this.items = this.currentItems()
      index = findItem(this.items, row)
    }
    const after = JSON.stringify([
      this.state.level,
      this.state.turns,
      isFiltering(this.state.filter),
      this.items.length,
    ])
    if (before !== after) this.refresh()
    if (index < 0) return undefined
    this.list.goTo(index)
    this.list.redraw(index)
    this.cursor.set(String(row))
    const box = this.list.elements.get(index)
    if (opens) box?.classList.add('shows-rest')
    return box
  }

  private followRoute(): void {
    const route = parseRoute(location.hash)
    this.marked = -1
    if (route.kind === 'turns') this.showTurns({ from: route.from, to: route.to })
    else if (route.kind === 'start') {
      if (this.state.turns) this.showTurns(undefined)
    } else {
      const row = this.rowOf(route)
      if (route.kind === 'entry') this.marked = row ?? -1
      if (row === undefined) this.sayUnknown()
      else this.goToRow(row)
    }
  }

  private showTurns(turns: TurnRange | undefined): void {
    const { prompts } = this.data.directory
    if (turns && !prompts.some(({ turn }) => turn >= turns.from && turn <= turns.to)) this.sayUnknown()
    else {
      this.state.turns = turns
      this.refresh()
      scrollTo({ top: 0, behavior: 'instant' })
    }
  }

  private rowOf(route: Route): number | undefined {
    const { directory } = this.data
    if (route.kind === 'turn') return directory.prompts.find(({ turn }) => turn === route.turn)?.row
    if (route.kind !== 'entry') return undefined
    // A turn and its prompt have one uuid: the prompt is what was linked to.
    const rows = this.data.findUuid(route.uuid)
    return rows.find(index => kindOf(directory, index) !== 'turn') ?? rows[0]
  }

  private sayUnknown(): void {
    this.layout.say('The link leads to nothing in this file.')
  }

  private onKey(action: KeyAction, key: string): boolean {
    const actions: { readonly [Action in KeyAction]: () => void } = {
      nextRow: () => this.cursor.step(1),
      previousRow: () => this.cursor.step(-1),
      nextPrompt: () => this.stepPrompt(1),
      previousPrompt: () => this.stepPrompt(-1),
      first: () => this.cursor.moveTo(0),
      last: () => this.cursor.moveTo(this.items.length - 1),
      open: () => this.openCurrent(),
      openAll: () => this.toggleAll(),
      level: () => this.setLevel(Number(key) - 1),
      find: () => this.findBar.focus(),
      nextMatch: () => this.finder.move(1),
      previousMatch: () => this.finder.move(-1),
      filter: () => this.toggleFilter(),
      copyLink: () => void this.copyLink(this.currentRow()),
      copyText: () => void this.copyRow(this.currentRow()),
      theme: () => void switchTheme(),
      help: showHelp,
      escape: () => this.escape(),
    }
    actions[action]()
    return true
  }

  /** -1 before any key was used. */
  private currentRow(): number {
    return this.cursor.key === '' ? -1 : Number.parseInt(this.cursor.key, 10)
  }

  private stepPrompt(step: 1 | -1): void {
    const at = this.items[this.cursor.index()]?.row ?? 0
    const shown = this.data.directory.prompts.filter(({ row }) => findItem(this.items, row) >= 0)
    const next = step > 0 ? shown.find(({ row }) => row > at) : shown.findLast(({ row }) => row < at)
    if (next) this.cursor.moveTo(findItem(this.items, next.row), true)
  }

  private canBeFound(row: number): boolean {
    const { directory } = this.data
    return isInTurns(directory, row, this.state.turns) && kindOf(directory, row) !== 'loss'
  }

  private escape(): void {
    if (!this.filterPanel.root.hidden) this.toggleFilter(false)
    else if (document.body.classList.contains('shows-contents')) this.layout.setContentsOpen(false)
    else this.leaveFind()
  }

  private leaveFind(): void {
    this.findBar.clear()
    this.finder.stop()
  }

  private openCurrent(): void {
    const index = this.cursor.index()
    const item = this.items[index]
    const box = this.list.elements.get(index)
    if (!item || !box) return
    const fold = foldOf(box)
    if (fold) fold.open = !fold.open
    if (item.runEnd !== undefined || rowsInside(this.data.directory, item.row) > 0) this.toggleItem(item)
  }

  private async copyLink(row: number): Promise<void> {
    const link = linkTo(this.data, row)
    if (link !== undefined)
      this.layout.say((await copyText(link)) ? 'Link copied' : 'The browser did not let it be copied')
  }

  private async copyRow(row: number): Promise<void> {
    const box = this.list.elements.get(findItem(this.items, row))
    if (box) this.layout.say((await copyText(textOf(box))) ? 'Text copied' : 'The browser did not let it be copied')
  }
}
