import { showImage } from '../../../../../page/dialog.ts'
import { element } from '../../../../../page/element.ts'
import { estimateHeight, LINE_HEIGHT } from '../../../../../page/list/estimate-height.ts'
import { foldKey } from '../../../../../page/rows/fold-key.ts'
import { MediaShelf } from '../../../../../page/rows/media-shelf.ts'
import { foldOf, RowPainter } from '../../../../../page/rows/row-painter.ts'
import { countCalls, opener, runLine } from '../../../../../page/rows/run-line.ts'
import { type RowFacts, rowFacts } from '../../../../../render/html/document/row-facts.ts'
import type { AgentRow, Row } from '../../../../../render/view/row.ts'
import { formatNumberOf } from '../../../../../text/count.ts'
import { apiUrl, getBlob } from '../../api.ts'
import type { SessionStore } from '../data/session-store.ts'
import { unitQuery } from '../data/unit.ts'
import { agentLine, gapBox, previewCard, sideLine } from '../parts/lines.ts'
import { turnHead } from '../parts/turn-head.ts'
import { highlightLater } from './highlight-later.ts'
import { depthOf, type Item, type RowItem, type RunItem } from './item.ts'
import { turnName } from './turn-name.ts'
import { isFoldOpen, type ViewState } from './view-state.ts'

export interface ItemDrawerParts {
  readonly store: SessionStore
  readonly state: ViewState
  readonly rowOf: (name: string) => Row | undefined
  /** Somebody opened or closed what an item stands for. */
  readonly onToggle: (item: Item) => void
  /** A row that ends early was opened, or its rest was asked for. */
  readonly onWhole: (item: RowItem) => void
  readonly drawEnd: () => HTMLElement
}

/** Makes the element of an item, opened as far as the level and the reader opened it. */
export class ItemDrawer {
  private readonly parts: ItemDrawerParts
  private readonly painter: RowPainter

  constructor(parts: ItemDrawerParts) {
    this.parts = parts
    const { state, store } = parts
    this.painter = new RowPainter({
      media: new MediaShelf({
        onZoom: showImage,
        find: (name, { row, caption }) => {
          const unit = unitQuery(row.slice(0, row.lastIndexOf('/')))
          const url = apiUrl(`${store.path}/media/${encodeURIComponent(name)}`, unit)
          return { load: () => getBlob(url), isDocument: / pdf\b/.test(` ${caption}`) }
        },
      }),
      rowOf: parts.rowOf,
      isFoldOpen: key => isFoldOpen(state, key),
      setFold: (key, isOpen) => state.folds.set(key, isOpen),
      highlight: highlightLater,
    })
  }

  draw(item: Item, forPaper = false): HTMLElement {
    const box = element('div', {
      class: `item item-${item.kind}`,
      attributes: { 'data-row': item.key, tabindex: '-1' },
    })
    this.fill(box, item, forPaper)
    return box
  }

  /** Stands in for an item while the list flies by. */
  drawLight(item: Item): HTMLElement {
    const box = element('div', { class: 'item is-light', attributes: { 'data-row': item.key, tabindex: '-1' } })
    if (item.kind === 'head') box.append(element('p', { class: 'row light-line', text: turnName(item.turn) }))
    else if (item.kind === 'preview') box.append(element('p', { class: 'row light-line', text: item.turn.text }))
    return box
  }

  noteFold(fold: HTMLDetailsElement): boolean {
    return this.painter.noteFold(fold)
  }

  estimate(item: Item): number {
    switch (item.kind) {
      case 'head':
        return 62
      case 'preview':
        return 90
      case 'gap':
        return item.rows * LINE_HEIGHT
      case 'side':
        return 60
      case 'row':
        return this.estimateRow(item)
      default:
        return LINE_HEIGHT
    }
  }

  private estimateRow({ row, key }: RowItem): number {
    const { size, inside } = factsOf(row)
    return estimateHeight({ size, openLines: isFoldOpen(this.parts.state, foldKey(key)) ? inside : 0 })
  }

  private fill(box: HTMLElement, item: Item, forPaper: boolean): void {
    if (item.kind === 'row') this.fillRow(box, item, forPaper)
    else box.append(...this.linesOf(item))
    if (item.kind === 'gap') box.style.minHeight = `${item.rows * LINE_HEIGHT}px`
  }

  private linesOf(item: Exclude<Item, RowItem>): readonly HTMLElement[] {
    const toggle = (): void => this.parts.onToggle(item)
    switch (item.kind) {
      case 'head':
        return [turnHead(item.turn, item.isOpen, toggle)]
      case 'preview':
        return [previewCard(item.turn)]
      case 'gap':
        return [gapBox(item)]
      case 'side':
        return [sideLine(item.turns, item.isOpen, toggle)]
      case 'agent':
        return agentLine(item.agent, item.isOpen, this.parts.state.level === 'raw' ? toggle : undefined)
      case 'run':
        return [this.runLine(item, toggle)]
      case 'new':
        return [element('p', { class: 'row new-line' }, [element('span', { text: 'New since you looked' })])]
      case 'end':
        return [this.parts.drawEnd()]
    }
  }

  private fillRow(box: HTMLElement, item: RowItem, forPaper: boolean): void {
    const { row, previous, next } = item
    const state = { previous: previous && { kind: previous }, next: next && { kind: next } }
    this.painter.draw(box, row, state, forPaper)
    // What is folded is read to its end when it is opened.
    const fold = foldOf(box)
    if (item.loaded.isCut && !forPaper && (!fold || fold.open)) box.append(this.cutNote(item))
    if (item.isInsideOpen !== undefined) box.append(this.opener(item, item.isInsideOpen))
    else if (row.kind === 'rewound' && row.edge === 'folded') box.append(this.opener(item, false))
  }

  private opener(item: RowItem, isOpen: boolean): HTMLElement {
    const { row } = item
    const what = row.kind === 'agent' ? agentWords(row) : row.kind === 'rewound' ? rewoundWords(row.entries) : 'rows'
    return opener(what, { isOpen, depth: depthOf(item), onOpen: () => this.parts.onToggle(item) })
  }

  private cutNote(item: RowItem): HTMLElement {
    const show = element('button', { class: 'text-button', text: 'Show all of it', attributes: { type: 'button' } })
    show.addEventListener('click', () => this.parts.onWhole(item))
    return element('p', { class: 'cut-note is-below' }, [document.createTextNode('Shown in part. '), show])
  }

  private runLine(item: RunItem, onOpen: () => void): HTMLElement {
    const calls = item.rows.flatMap(({ row }) => (row.kind === 'tool' ? [row] : []))
    const counts = countCalls(
      calls.map(row => ({
        tool: row.server === undefined ? row.name : `${row.server}: ${row.name}`,
        isError: row.status === 'error' || row.error !== '',
      })),
    )
    return runLine(counts, { isOpen: item.isOpen, depth: depthOf(item), onOpen })
  }
}

const knownFacts = new WeakMap<Row, RowFacts>()

/** Asked for each row whenever the list changes, and told by all of its texts: once is enough. */
function factsOf(row: Row): RowFacts {
  const facts = knownFacts.get(row) ?? rowFacts(row)
  knownFacts.set(row, facts)
  return facts
}

function agentWords(row: AgentRow): string {
  return row.steps > 0 ? `what it did: ${formatNumberOf(row.steps, 'call')}` : 'what it did'
}

function rewoundWords(entries: number): string {
  return formatNumberOf(entries, 'rewound entry', 'rewound entries')
}
