import { formatInteger } from '../text/count.ts'
import { button, element } from './element.ts'
import { clearFilter, type Filter, type FilterCounts, KIND_NAMES } from './filter.ts'

/** The panel with everything that can be shown alone, each with its count. */
export class FilterPanel {
  readonly root = element('section', {
    class: 'panel filter-panel',
    attributes: { 'aria-label': 'Filter', tabindex: '0' },
  })
  private readonly filter: Filter
  private readonly onChange: () => void

  constructor(filter: Filter, onChange: () => void) {
    this.filter = filter
    this.onChange = onChange
    this.root.hidden = true
  }

  show(counts: FilterCounts): void {
    const { filter } = this
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
    this.root.replaceChildren(errors, group('Kinds', kinds), group('Tools', tools), clear)
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

function setIn(set: Set<string>, key: string, isOn: boolean): void {
  if (isOn) set.add(key)
  else set.delete(key)
}

function group(name: string, boxes: readonly HTMLElement[]): HTMLElement {
  const root = element('fieldset', {}, [element('legend', { text: name }), ...boxes])
  root.hidden = boxes.length === 0
  return root
}
