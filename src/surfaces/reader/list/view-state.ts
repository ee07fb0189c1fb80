import { createFilter, type Filter } from '../../../page/filter.ts'
import { LEVELS } from '../../../render/level.ts'
import type { TurnRange } from '../../../render/view/view-options.ts'

/** What the reader chose to see. Rows are named by their number in the document. */
export interface ViewState {
  /** Index into the levels. */
  level: number
  turns: TurnRange | undefined
  readonly filter: Filter
  /** For each level: whether everything that can be opened is; undefined where each row decides. */
  readonly isOpenAt: (boolean | undefined)[]
  /** Folds that somebody opened or closed, by `foldKey` of the row's number. */
  readonly folds: Map<string, boolean>
  /** The same for rows that others stand behind: agents, rewound sides, and runs of tool calls by their first row. */
  readonly insides: Map<number, boolean>
}

export function createViewState(level: number): ViewState {
  return {
    level,
    turns: undefined,
    filter: createFilter(),
    // Level `all` is everything, opened.
    isOpenAt: LEVELS.map(name => name === 'all' || undefined),
    folds: new Map(),
    insides: new Map(),
  }
}

/** What somebody chose for it, or for everything; undefined: as the row itself would have it. */
export function isFoldOpen(state: ViewState, key: string): boolean | undefined {
  return state.folds.get(key) ?? state.isOpenAt[state.level]
}

export function isInsideOpen(state: ViewState, row: number): boolean {
  return state.insides.get(row) ?? isAllOpen(state)
}

export function isAllOpen({ isOpenAt, level }: ViewState): boolean {
  return isOpenAt[level] === true
}

/** Opens or closes everything there is at the level, whatever was opened or closed before. */
export function setAllOpen(state: ViewState, isOpen: boolean): void {
  state.isOpenAt[state.level] = isOpen
  state.folds.clear()
  state.insides.clear()
}
