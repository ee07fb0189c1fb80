import { button, element } from '../../page/element.ts'
import { describeFilter, isFiltering } from '../../page/filter.ts'
import type { DocumentDirectory } from '../../render/html/document/document-format.ts'
import { kindOf } from '../../render/html/document/read-directory.ts'
import { formatInteger } from '../../text/count.ts'
import type { Item } from './list/items.ts'
import type { ViewState } from './list/view-state.ts'

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
    const count = countRows({ directory, items })
    lines.push(line(`Only ${describeFilter(filter)} · ${formatInteger(count)}`, 'Show everything', actions.clearFilter))
  }
  root.replaceChildren(...lines)
}

export function showEmpty(root: HTMLElement, { directory, items }: Pick<Shown, 'directory' | 'items'>): void {
  root.hidden = items.some(({ row }) => kindOf(directory, row) !== 'loss')
  const isNothing = directory.kinds.every(kind => kind === 'session' || kind === 'loss')
  root.textContent = isNothing ? 'This session has nothing to show.' : 'Nothing here matches what is chosen above.'
}

/** Headings and the report at the end are there for the others. */
function countRows({ directory, items }: Pick<Shown, 'directory' | 'items'>): number {
  return items.filter(({ row }) => kindOf(directory, row) !== 'turn' && kindOf(directory, row) !== 'loss').length
}

function line(text: string, action: string, onClick: () => void): HTMLElement {
  return element('p', {}, [element('span', { text }), button(action, onClick)])
}
