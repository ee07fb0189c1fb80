import { createFilter, type Filter, isFiltering } from '../../../../../page/filter.ts'
import { LEVELS, type Level } from '../../../../../render/level.ts'
import type { UnitName } from '../data/unit.ts'

/** Levels of the page: those of every format, and the records themselves. */
export const PAGE_LEVELS = [...LEVELS, 'raw'] as const
export type PageLevel = (typeof PAGE_LEVELS)[number]

/** What a reader sees at first. */
export const FIRST_LEVEL: PageLevel = 'answers'

/** What the reader chose to see. */
export interface ViewState {
  level: PageLevel
  readonly filter: Filter
  /** While a filter is on: the rows it lets through, by unit; more may be coming. */
  matches: ReadonlyMap<UnitName, readonly number[]>
  /** Turns that somebody opened or closed. */
  readonly turns: Map<number, boolean>
  /** Rewound sides, by their first turn. */
  readonly sides: Map<number, boolean>
  /** Agents, attempts and runs, by the name of their row. */
  readonly insides: Map<string, boolean>
  readonly folds: Map<string, boolean>
  /** Rows that are shown whatever the level, as somebody was led to them. */
  readonly revealed: Set<string>
  /** For each level: whether everything that can be opened is; absent where each row decides. */
  readonly allOpen: Map<PageLevel, boolean>
  /** Rows later than this are new to the reader; epoch milliseconds. */
  newSince: number | undefined
}

export function createViewState(level: PageLevel): ViewState {
  return {
    level,
    filter: createFilter(),
    matches: new Map(),
    turns: new Map(),
    sides: new Map(),
    insides: new Map(),
    folds: new Map(),
    revealed: new Set(),
    // Level `all` is everything, opened.
    allOpen: new Map([['all', true]]),
    newSince: undefined,
  }
}

export function isAllOpen({ allOpen, level }: ViewState): boolean {
  return allOpen.get(level) === true
}

/** Opens or closes everything there is at the level, whatever was opened or closed before. */
export function setAllOpen(state: ViewState, isOpen: boolean): void {
  state.allOpen.set(state.level, isOpen)
  for (const chosen of [state.turns, state.sides, state.insides, state.folds]) chosen.clear()
}

export function isTurnOpen(state: ViewState, turn: number): boolean {
  const opensItself = state.level !== 'prompts' && state.level !== 'answers'
  return state.turns.get(turn) ?? (opensItself || isAllOpen(state))
}

export function isSideOpen(state: ViewState, first: number): boolean {
  return state.sides.get(first) ?? (state.level === 'raw' || isAllOpen(state))
}

export function isInsideOpen(state: ViewState, name: string): boolean {
  return state.insides.get(name) ?? isAllOpen(state)
}

/** What somebody chose for it, or for everything; undefined: as the row itself would have it. */
export function isFoldOpen(state: ViewState, key: string): boolean | undefined {
  // Where opening everything opens turns, the rows in them stay lines.
  const isWhole = state.level === 'tools' || state.level === 'all' || state.level === 'raw'
  return state.folds.get(key) ?? (isWhole ? state.allOpen.get(state.level) : undefined)
}

/** The highest level of rows that are shown in a turn. */
export function shownLevel(state: ViewState, isOpen: boolean): Level {
  if (state.level === 'all' || state.level === 'raw') return isOpen ? 'all' : 'answers'
  if (isOpen) return 'tools'
  return state.level === 'prompts' ? 'prompts' : 'answers'
}

export { isFiltering }
