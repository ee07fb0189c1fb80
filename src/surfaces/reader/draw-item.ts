import { button, element } from '../../page/element.ts'
import { highlightCode } from '../../page/highlight-code.ts'
import { limitAsText, limitElements } from '../../page/limit-elements.ts'
import { toElements } from '../../page/set-html.ts'
import { type DocumentDirectory, MEDIA_BLOCK, ROW_FLAGS } from '../../render/html/document/document-format.ts'
import { endOfAgent, endOfRewound, hasFlag, kindOf, neighboursOf } from '../../render/html/document/read-directory.ts'
import { createRowDrawer, type RowDrawer, type RowState } from '../../render/html/draw-row.ts'
import type { Row } from '../../render/view/row.ts'
import { formatNumberOf } from '../../text/count.ts'
import type { SessionData } from './data/session-data.ts'
import type { Item } from './list/items.ts'
import { foldKey, isFoldOpen, isInsideOpen, type ViewState } from './list/view-state.ts'
import { reportLosses } from './losses.ts'
import type { MediaShelf } from './media.ts'

/** Elements of one row, and of the whole page before code stays uncoloured. */
const ROW_ELEMENTS = 500
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
  private readonly drawer: RowDrawer
  /** How a fold was drawn, to tell what somebody did from what we did. */
  private readonly drawnOpen = new WeakMap<HTMLDetailsElement, boolean>()

  constructor(parts: ItemDrawerParts) {
    this.parts = parts
    this.drawer = createRowDrawer({
      open: 'none',
      bodies: 'later',
      mediaRef: ({ base64 }) => (base64 !== undefined && MEDIA_BLOCK.test(base64) ? base64 : undefined),
    })
  }

  draw(item: Item): HTMLElement {
    return this.drawBox(item, content => limitElements(content, ROW_ELEMENTS))
  }

  /** On paper nothing can be asked for: whatever is too long is there as plain text. */
  drawForPrint(item: Item): HTMLElement {
    return this.drawBox(item, content => limitAsText(content, ROW_ELEMENTS))
  }

  /** Takes note of a fold that was opened or closed, and fills it; false where it only is as it was drawn. */
  noteFold(fold: HTMLDetailsElement): boolean {
    const box = fold.closest<HTMLElement>('.item')
    if (!box) return false
    const key = keyOfFold(box, fold)
    const { folds } = this.parts.state
    if (fold.open === this.drawnOpen.get(fold) && !folds.has(key)) return false
    folds.set(key, fold.open)
    if (fold.open && foldOf(box) === fold) this.fillFold(box, fold)
    return true
  }

  private drawBox(item: Item, limit: (content: DocumentFragment) => void): HTMLElement {
    const attributes = { 'data-row': String(item.row), tabindex: '-1' }
    const box = element('div', { class: 'item', attributes })
    if (item.runEnd !== undefined) box.append(this.runLine(item, item.runEnd))
    else this.drawRow(box, item, limit)
    return box
  }

  private drawRow(box: HTMLElement, item: Item, limit: (content: DocumentFragment) => void): void {
    const { data, state } = this.parts
    const row = data.row(item.row)
    if (!row) {
      box.append(
        element('p', { class: 'row broken', text: 'A part of this file is damaged: its rows cannot be shown.' }),
      )
      return
    }
    const content = toElements(this.drawer.drawRow(row, this.stateOf(item.row, row)))
    limit(content)
    this.finish(content)
    box.append(content)
    for (const [at, inner] of innerFolds(box).entries()) {
      inner.open = isFoldOpen(state, foldKey(item.row, at)) ?? inner.open
      this.drawnOpen.set(inner, inner.open)
    }
    const fold = foldOf(box)
    if (fold) this.drawnOpen.set(fold, fold.open)
    const opener = this.opener(item)
    if (opener) box.append(opener)
  }

  private stateOf(index: number, row: Row): RowState {
    const { directory } = this.parts.data
    const { previous, next } = neighboursOf(directory, index)
    return {
      isOpen: isFoldOpen(this.parts.state, foldKey(index)),
      previous: previous && { kind: previous },
      next: next && { kind: next },
      losses: row.kind === 'loss' ? reportLosses(directory, this.parts.state, row) : undefined,
    }
  }

  /** Fills the fold of a row when it is opened for the first time. */
  private fillFold(box: HTMLElement, fold: HTMLDetailsElement): void {
    const later = fold.querySelector('[data-body="later"]')
    const row = this.parts.data.row(Number(box.dataset.row))
    const body = later && row ? this.drawer.drawBody(row) : undefined
    if (!later || !body) return
    const content = toElements(body)
    limitElements(content, ROW_ELEMENTS)
    this.finish(content)
    later.removeAttribute('data-body')
    later.replaceChildren(content)
  }

  private finish(content: DocumentFragment): void {
    this.parts.media.fill(content)
    highlightCode(content, () => PAGE_ELEMENTS - document.getElementsByTagName('*').length)
  }

  /** Agents and rewound sides have rows of their own below them. */
  private opener(item: Item): HTMLElement | undefined {
    const { state, data, onOpen } = this.parts
    const inside = rowsInside(data.directory, item.row)
    if (inside === 0) return undefined
    const isOpen = isInsideOpen(state, item.row)
    const text = isOpen ? `Hide ${formatNumberOf(inside, 'row')}` : `Show ${formatNumberOf(inside, 'row')}`
    const attributes = { 'aria-expanded': String(isOpen) }
    const depth = Math.min(8, data.directory.rows.depth[item.row] ?? 0)
    return button(text, () => onOpen(item), { class: `opener depth-${depth}`, attributes })
  }

  private runLine(item: Item, end: number): HTMLElement {
    const { state, data, onOpen } = this.parts
    const { calls, names, errors } = countRun(data.directory, item.row, end)
    const parts = [element('span', { class: 'run-count', text: formatNumberOf(calls, 'tool call') })]
    parts.push(
      element('span', { class: 'run-names', text: names.map(([name, count]) => `${name} ${count}`).join(' · ') }),
    )
    if (errors > 0) parts.push(element('span', { class: 'run-errors', text: `${errors} failed` }))
    const attributes = { type: 'button', 'aria-expanded': String(isInsideOpen(state, item.row)) }
    const depth = Math.min(8, data.directory.rows.depth[item.row] ?? 0)
    const line = element('button', { class: `row run depth-${depth}`, attributes }, parts)
    line.addEventListener('click', () => onOpen(item))
    return line
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
  const row = Number(box.dataset.row)
  if (foldOf(box) === fold) return foldKey(row)
  return foldKey(row, innerFolds(box).indexOf(fold))
}

/** How many rows an agent or a rewound side holds. */
export function rowsInside(directory: DocumentDirectory, row: number): number {
  if (kindOf(directory, row) === 'agent') return endOfAgent(directory, row) - row - 1
  if (hasFlag(directory, row, ROW_FLAGS.rewoundBegin)) return Math.max(0, endOfRewound(directory, row) - row - 1)
  return 0
}

function countRun(directory: DocumentDirectory, start: number, end: number) {
  const counts = new Map<string, number>()
  let calls = 0
  let errors = 0
  for (let row = start; row < end; row++) {
    if (kindOf(directory, row) !== 'tool' || directory.rows.depth[row] !== directory.rows.depth[start]) continue
    calls++
    if (hasFlag(directory, row, ROW_FLAGS.error)) errors++
    const name = directory.tools[directory.rows.tool[row] ?? -1] ?? ''
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return { calls, errors, names: [...counts].sort(([, one], [, other]) => other - one) }
}
