import { formatInteger } from '../text/count.ts'
import { button, element } from './element.ts'
import { clearFilter, type Filter, type FilterCounts, KIND_NAMES } from './filter.ts'

export interface FilterPanelActions {
  readonly onChange: () => void
  readonly onClose: () => void
}

/** The panel with everything that can be shown alone, each with its count. */
export class FilterPanel {
  readonly root = element('section', {
    class: 'panel filter-panel',
    attributes: { 'aria-label': 'Filter', tabindex: '0' },
  })
  private readonly filter: Filter
  private readonly onChange: () => void
  private readonly onClose: () => void

  constructor(filter: Filter, { onChange, onClose }: FilterPanelActions) {
    this.filter = filter
    this.onChange = onChange
    this.onClose = onClose
    this.root.hidden = true
  }

  /** Goes to the first thing that can be chosen; to the panel itself while there is none. */
  focus(): void {
    const first = this.root.querySelector<HTMLElement>('input:enabled') ?? this.root
    first.focus({ preventScroll: true })
  }

  show(counts: FilterCounts): void {
    const { filter } = this
    const focused = this.root.contains(document.activeElement) ? nameOfBox(document.activeElement) : undefined
    const sorted = <Key>(map: ReadonlyMap<Key, number>): [Key, number][] =>
      [...map].sort(([, one], [, other]) => other - one)
    const errors = this.box('Errors only', counts.errors, filter.isErrorsOnly, isOn => {
      filter.isErrorsOnly = isOn
    })
    const kinds = sorted(counts.kinds).map(([kind, count]) =>
      this.box(KIND_NAMES[kind] ?? kind, count, filter.kinds.has(kind), isOn => setIn(filter.kinds, kind, isOn)),
    )
    const tools = sorted(counts.tools).map(([tool, count]) =>
      this.box(tool, count, filter.tools.has(tool), isOn => setIn(filter.tools, tool, isOn)),
    )
    const clear = button('Show everything', () => {
      clearFilter(filter)
      this.show(counts)
      this.onChange()
    })
    const close = button('Close', () => this.onClose())
    this.root.replaceChildren(errors, group('Kinds', kinds), group('Tools', tools), clear, close)
    if (focused === undefined) return
    // Boxes are made anew: whoever walks them with the keyboard stays where they are.
    const same = [...this.root.querySelectorAll<HTMLElement>('input:enabled')].find(box => nameOfBox(box) === focused)
    if (same) same.focus({ preventScroll: true })
    else this.focus()
  }

  private box(name: string, count: number, isOn: boolean, set: (isOn: boolean) => void): HTMLElement {
    const input = element('input', { attributes: { type: 'checkbox' } })
    input.checked = isOn
    input.disabled = count === 0 && !isOn
    input.addEventListener('change', () => {
      set(input.checked)
      this.onChange()
    })
    return element('label', { class: 'check' }, [
      input,
      element('span', { class: 'check-name', text: name }),
      element('span', { class: 'count', text: formatInteger(count) }),
    ])
  }
}

function nameOfBox(box: Element | null): string {
  return box?.closest('.check')?.querySelector('.check-name')?.textContent ?? ''
}

function setIn(set: Set<string>, key: string, isOn: boolean): void {
  if (isOn) set.add(key)
  else set.delete(key)
}

function group(name: string, boxes: readonly HTMLElement[]): HTMLElement {
  const root = element('fieldset', {}, [element('legend', { text: name }), ...boxes])
  root.hidden = boxes.length === 0
  return root
}
