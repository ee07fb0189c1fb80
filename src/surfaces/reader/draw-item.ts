import { element } from '../../page/element.ts'
import { highlightCode } from '../../page/highlight-code.ts'
import type { MediaShelf } from '../../page/rows/media-shelf.ts'
import { RowPainter } from '../../page/rows/row-painter.ts'
import { countCalls, opener, type RunCounts, runLine } from '../../page/rows/run-line.ts'
import { type DocumentDirectory, ROW_FLAGS } from '../../render/html/document/document-format.ts'
import { endOfAgent, endOfRewound, hasFlag, kindOf, neighboursOf } from '../../render/html/document/read-directory.ts'
import type { RowState } from '../../render/html/draw-row.ts'
import type { Row } from '../../render/view/row.ts'
import { formatNumberOf } from '../../text/count.ts'
import type { SessionData } from './data/session-data.ts'
import type { Item } from './list/items.ts'
import { isFoldOpen, isInsideOpen, type ViewState } from './list/view-state.ts'
import { reportLosses } from './losses.ts'

/** Elements of the whole page before code stays uncoloured. */
const PAGE_ELEMENTS = 1500

export interface ItemDrawerParts {
  readonly data: SessionData
  readonly state: ViewState
  readonly media: MediaShelf
  /** Somebody opened or closed what a row stands for. */
  readonly onOpen: (item: Item) => void
}

/** Makes the element of an item, opened as far as the level and the reader opened it. */
export class ItemDrawer {
  private readonly parts: ItemDrawerParts
  private readonly painter: RowPainter

  constructor(parts: ItemDrawerParts) {
    this.parts = parts
    const { data, state, media } = parts
    this.painter = new RowPainter({
      media,
      rowOf: name => data.row(Number(name)),
      isFoldOpen: key => isFoldOpen(state, key),
      setFold: (key, isOpen) => state.folds.set(key, isOpen),
      highlight: content => highlightCode(content, () => PAGE_ELEMENTS - document.getElementsByTagName('*').length),
    })
  }

  draw(item: Item): HTMLElement {
    return this.drawBox(item, false)
  }

  drawForPrint(item: Item): HTMLElement {
    return this.drawBox(item, true)
  }

  noteFold(fold: HTMLDetailsElement): boolean {
    return this.painter.noteFold(fold)
  }

  private drawBox(item: Item, forPaper: boolean): HTMLElement {
    const attributes = { 'data-row': String(item.row), tabindex: '-1' }
    const box = element('div', { class: 'item', attributes })
    if (item.runEnd !== undefined) box.append(this.runLine(item, item.runEnd))
    else this.drawRow(box, item, forPaper)
    return box
  }

  private drawRow(box: HTMLElement, item: Item, forPaper: boolean): void {
    const row = this.parts.data.row(item.row)
    if (!row) {
      box.append(
        element('p', { class: 'row broken', text: 'A part of this file is damaged: its rows cannot be shown.' }),
      )
      return
    }
    this.painter.draw(box, row, this.stateOf(item.row, row), forPaper)
    const inside = this.opener(item)
    if (inside) box.append(inside)
  }

  private stateOf(index: number, row: Row): RowState {
    const { directory } = this.parts.data
    const { previous, next } = neighboursOf(directory, index)
    return {
      previous: previous && { kind: previous },
      next: next && { kind: next },
      losses: row.kind === 'loss' ? reportLosses(directory, this.parts.state, row) : undefined,
    }
  }

  /** Agents and rewound sides have rows of their own below them. */
  private opener(item: Item): HTMLElement | undefined {
    const inside = rowsInside(this.parts.data.directory, item.row)
    return inside === 0 ? undefined : opener(formatNumberOf(inside, 'row'), this.lineOf(item))
  }

  private runLine(item: Item, end: number): HTMLElement {
    return runLine(countRun(this.parts.data.directory, item.row, end), this.lineOf(item))
  }

  private lineOf(item: Item) {
    const { state, data, onOpen } = this.parts
    const depth = data.directory.rows.depth[item.row] ?? 0
    return { isOpen: isInsideOpen(state, item.row), depth, onOpen: () => onOpen(item) }
  }
}

/** How many rows an agent or a rewound side holds. */
export function rowsInside(directory: DocumentDirectory, row: number): number {
  if (kindOf(directory, row) === 'agent') return endOfAgent(directory, row) - row - 1
  if (hasFlag(directory, row, ROW_FLAGS.rewoundBegin)) return Math.max(0, endOfRewound(directory, row) - row - 1)
  return 0
}

function countRun(directory: DocumentDirectory, start: number, end: number): RunCounts {
  const calls: { tool: string; isError: boolean }[] = []
  for (let row = start; row < end; row++) {
    if (kindOf(directory, row) !== 'tool' || directory.rows.depth[row] !== directory.rows.depth[start]) continue
    const tool = directory.tools[directory.rows.tool[row] ?? -1] ?? ''
    calls.push({ tool, isError: hasFlag(directory, row, ROW_FLAGS.error) })
  }
  return countCalls(calls)
}
