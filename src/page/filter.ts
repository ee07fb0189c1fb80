import type { Row } from '../render/view/row.ts'

/** Kinds, tools and errors to show alone; empty: everything. */
export interface Filter {
  readonly kinds: Set<string>
  readonly tools: Set<string>
  isErrorsOnly: boolean
}

export function createFilter(): Filter {
  return { kinds: new Set(), tools: new Set(), isErrorsOnly: false }
}

export function isFiltering({ kinds, tools, isErrorsOnly }: Filter): boolean {
  return kinds.size > 0 || tools.size > 0 || isErrorsOnly
}

export function clearFilter(filter: Filter): void {
  filter.kinds.clear()
  filter.tools.clear()
  filter.isErrorsOnly = false
}

/** Names of kinds for people; what is absent cannot be filtered by. */
export const KIND_NAMES: Partial<Record<Row['kind'], string>> = {
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

/** How many rows each choice would show. */
export interface FilterCounts {
  readonly kinds: ReadonlyMap<Row['kind'], number>
  readonly tools: ReadonlyMap<string, number>
  readonly errors: number
}

/** Says what a filter lets through. */
export function describeFilter({ kinds, tools, isErrorsOnly }: Filter): string {
  const names = [...kinds].map(kind => KIND_NAMES[kind as Row['kind']] ?? kind)
  return [...(isErrorsOnly ? ['errors'] : []), ...names, ...tools].join(', ')
}
