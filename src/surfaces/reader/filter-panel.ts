import { button, element } from '../../page/element.ts'
import { type DocumentDirectory, ROW_FLAGS } from '../../render/html/document/document-format.ts'
import { hasFlag, kindOf } from '../../render/html/document/read-directory.ts'
import type { Row } from '../../render/view/row.ts'
import { formatInteger } from '../../text/count.ts'
import { clearFilter, type Filter, type ViewState } from './list/view-state.ts'
import { isInTurns } from './list/walk-rows.ts'

/** Names of kinds for people; what is absent cannot be filtered by. */
const KIND_NAMES: Partial<Record<Row['kind'], string>> = {
  input: 'Prompts and input',
  answer: 'Answers',
  remark: 'Remarks on the way',
  thinking: 'Thinking',
  tool: 'Tool calls',
  agent: 'Agents',
  hook: 'Hooks',
  'hook-count': 'Quiet hooks',
  error: 'API errors',
  compaction: 'Compactions',
  interruption: 'Interruptions',
  'task-report': 'Task reports',
  message: 'Team messages',
  output: 'Command output',
  rewound: 'Rewound',
  notice: 'Notices',
  repeat: 'Repeats',
  unknown: 'Unknown records',
  unreadable: 'Unreadable lines',
  raw: 'Records',
}

interface Counts {
  readonly kinds: ReadonlyMap<Row['kind'], number>
  readonly tools: ReadonlyMap<string, number>
  readonly errors: number
}

export function countRows(directory: DocumentDirectory, turns: ViewState['turns']): Counts {
  const kinds = new Map<Row['kind'], number>()
  const tools = new Map<string, number>()
  let errors = 0
  for (let row = 0; row < directory.rows.kind.length; row++) {
    if (!isInTurns(directory, row, turns) || hasFlag(directory, row, ROW_FLAGS.rewoundEnd)) continue
    const kind = kindOf(directory, row)
    if (KIND_NAMES[kind] !== undefined) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const tool = directory.tools[directory.rows.tool[row] ?? -1]
    if (tool !== undefined) tools.set(tool, (tools.get(tool) ?? 0) + 1)
    if (hasFlag(directory, row, ROW_FLAGS.error)) errors++
  }
  return { kinds, tools, errors }
}

/** Says what a filter lets through. */
export function describeFilter({ kinds, tools, isErrorsOnly }: Filter): string {
  const names = [...kinds].map(kind => KIND_NAMES[kind as Row['kind']] ?? kind)
  return [...(isErrorsOnly ? ['errors'] : []), ...names, ...tools].join(', ')
}

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

  show(counts: Counts): void {
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
