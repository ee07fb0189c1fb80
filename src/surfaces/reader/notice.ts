import type { DocumentDirectory } from '../../render/html/document/document-format.ts'
import { button, element } from './element.ts'
import { describeFilter } from './filter-panel.ts'
import { type Item, kindOf } from './list/items.ts'
import { isFiltering, type ViewState } from './list/view-state.ts'

interface Shown {
  readonly directory: DocumentDirectory
  readonly state: ViewState
  readonly items: readonly Item[]
}

interface NoticeActions {
  readonly showTurns: () => void
  readonly clearFilter: () => void
}

/** Says above the rows that not all of them are shown, and takes that back. */
export function showNotice(root: HTMLElement, { directory, state, items }: Shown, actions: NoticeActions): void {
  const { turns, filter } = state
  const lines: HTMLElement[] = []
  if (turns) {
    const last = directory.prompts.reduce((most, { turn }) => Math.max(most, turn), 0)
    const text =
      turns.from === turns.to ? `Turn ${turns.from} of ${last}` : `Turns ${turns.from}–${turns.to} of ${last}`
    lines.push(line(text, 'Show all', actions.showTurns))
  }
  if (isFiltering(filter)) {
    const count = items.filter(({ row }) => kindOf(directory, row) !== 'turn').length
    lines.push(
      line(`Only ${describeFilter(filter)} · ${count.toLocaleString('en')}`, 'Show everything', actions.clearFilter),
    )
  }
  root.replaceChildren(...lines)
}

export function showEmpty(root: HTMLElement, { directory, items }: Shown): void {
  root.hidden = items.length > 0
  const isNothing = directory.rows.kind.length === 0
  root.textContent = isNothing ? 'This session has nothing to show.' : 'Nothing here matches what is chosen above.'
}

function line(text: string, action: string, onClick: () => void): HTMLElement {
  return element('p', {}, [element('span', { text }), button(action, onClick)])
}
