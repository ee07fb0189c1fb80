import { type DocumentDirectory, MEDIA_BLOCK, ROW_FLAGS } from '../../render/html/document/document-format.ts'
import { createRowDrawer, type RowDrawer } from '../../render/html/draw-row.ts'
import type { SessionData } from './data/session-data.ts'
import { button, element } from './element.ts'
import { highlightCode } from './highlight-code.ts'
import { limitElements } from './limit-elements.ts'
import { endOfAgent, endOfRewound, hasFlag, type Item, kindOf } from './list/items.ts'
import type { ViewState } from './list/view-state.ts'
import type { MediaShelf } from './media.ts'
import { toElements } from './set-html.ts'

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

/** Makes the element of an item, opened as far as the reader opened it. */
export class ItemDrawer {
  private readonly parts: ItemDrawerParts
  private readonly drawer: RowDrawer

  constructor(parts: ItemDrawerParts) {
    this.parts = parts
    this.drawer = createRowDrawer({
      open: 'none',
      bodies: 'later',
      mediaRef: ({ base64 }) => (base64 !== undefined && MEDIA_BLOCK.test(base64) ? base64 : undefined),
    })
  }

  draw(item: Item): HTMLElement {
    const attributes = { 'data-row': String(item.row), tabindex: '-1' }
    const box = element('div', { class: 'item', attributes })
    if (item.runEnd !== undefined) box.append(this.runLine(item, item.runEnd))
    else this.drawRow(box, item)
    return box
  }

  /** Fills the fold of a row when it is opened for the first time. */
  fillFold(box: HTMLElement, fold: HTMLDetailsElement): void {
    const later = fold.querySelector('[data-body="later"]')
    const row = this.parts.data.row(Number(box.dataset.row))
    const body = later && row ? this.drawer.drawBody(row) : undefined
    if (!later || !body) return
    const content = toElements(body)
    this.finish(content)
    later.removeAttribute('data-body')
    later.replaceChildren(content)
  }

  private drawRow(box: HTMLElement, item: Item): void {
    const row = this.parts.data.row(item.row)
    if (!row) {
      box.append(
        element('p', { class: 'row broken', text: 'A part of this file is damaged: its rows cannot be shown.' }),
      )
      return
    }
    const content = toElements(this.drawer.drawRow(row))
    this.finish(content)
    box.append(content)
    const fold = foldOf(box)
    if (fold && this.parts.state.openRows.has(item.row)) {
      fold.open = true
      this.fillFold(box, fold)
    }
    const opener = this.opener(item)
    if (opener) box.append(opener)
  }

  private finish(content: DocumentFragment): void {
    limitElements(content, ROW_ELEMENTS)
    this.parts.media.fill(content)
    highlightCode(content, () => PAGE_ELEMENTS - document.getElementsByTagName('*').length)
  }

  /** Agents and rewound sides have rows of their own below them. */
  private opener(item: Item): HTMLElement | undefined {
    const { state, data, onOpen } = this.parts
    const inside = rowsInside(data.directory, item.row)
    if (inside === 0) return undefined
    const isOpen = state.openAgents.has(item.row) || state.openRewound.has(item.row)
    const text = isOpen ? `Hide ${countOf(inside, 'row')}` : `Show ${countOf(inside, 'row')}`
    const attributes = { 'aria-expanded': String(isOpen) }
    const depth = Math.min(8, data.directory.rows.depth[item.row] ?? 0)
    return button(text, () => onOpen(item), { class: `opener depth-${depth}`, attributes })
  }

  private runLine(item: Item, end: number): HTMLElement {
    const { state, data, onOpen } = this.parts
    const { calls, names, errors } = countRun(data.directory, item.row, end)
    const parts = [element('span', { class: 'run-count', text: countOf(calls, 'tool call') })]
    parts.push(
      element('span', { class: 'run-names', text: names.map(([name, count]) => `${name} ${count}`).join(' · ') }),
    )
    if (errors > 0) parts.push(element('span', { class: 'run-errors', text: `${errors} failed` }))
    const attributes = { type: 'button', 'aria-expanded': String(state.openRuns.has(item.row)) }
    const depth = Math.min(8, data.directory.rows.depth[item.row] ?? 0)
    const line = element('button', { class: `row run depth-${depth}`, attributes }, parts)
    line.addEventListener('click', () => onOpen(item))
    return line
  }
}

export function foldOf(box: Element): HTMLDetailsElement | null {
  return box.querySelector<HTMLDetailsElement>(':scope > .row > details.fold')
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

export function countOf(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
}
