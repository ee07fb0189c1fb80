import type { TurnRange } from '../../../render/view/view-options.ts'

/** What the reader chose to see. Rows are named by their number in the document. */
export interface ViewState {
  /** Index into the levels. */
  level: number
  turns: TurnRange | undefined
  readonly filter: Filter
  readonly openAgents: Set<number>
  readonly openRewound: Set<number>
  /** Runs of tool calls, by their first row. */
  readonly openRuns: Set<number>
  /** Rows whose fold is open. */
  readonly openRows: Set<number>
}

/** Kinds, tools and errors to show alone; empty: everything. */
export interface Filter {
  readonly kinds: Set<string>
  readonly tools: Set<string>
  isErrorsOnly: boolean
}

export function createViewState(level: number): ViewState {
  return {
    level,
    turns: undefined,
    filter: { kinds: new Set(), tools: new Set(), isErrorsOnly: false },
    openAgents: new Set(),
    openRewound: new Set(),
    openRuns: new Set(),
    openRows: new Set(),
  }
}

export function isFiltering({ kinds, tools, isErrorsOnly }: Filter): boolean {
  return kinds.size > 0 || tools.size > 0 || isErrorsOnly
}

export function clearFilter(filter: Filter): void {
  filter.kinds.clear()
  filter.tools.clear()
  filter.isErrorsOnly = false
}
