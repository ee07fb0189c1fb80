import { type DocumentDirectory, ROW_FLAGS } from '../../../render/html/document/document-format.ts'
import { LEVELS } from '../../../render/level.ts'
import type { Row } from '../../../render/view/row.ts'
import { type Filter, isFiltering, type ViewState } from './view-state.ts'

/** One thing in the list: a row, or the line that stands for a run of tool calls. */
export interface Item {
  readonly row: number
  /** For the line of a run: one past its last row. */
  readonly runEnd: number | undefined
}

/** Fewer calls than this in a row stand as they are. */
const RUN_CALLS = 3

const TOOLS_LEVEL = LEVELS.indexOf('tools')

/** What stands in a run between its calls without ending it. */
const IN_RUN: ReadonlySet<Row['kind']> = new Set(['tool', 'hook', 'hook-count'])

/** What the list shows, from the directory alone. */
export function buildItems(directory: DocumentDirectory, state: ViewState, isBroken: (row: number) => boolean): Item[] {
  const rows = isFiltering(state.filter)
    ? filteredRows(directory, state)
    : state.level === TOOLS_LEVEL
      ? foldRuns(directory, state, shownRows(directory, state))
      : toItems(shownRows(directory, state))
  return joinBroken(rows, isBroken)
}

/** Rows that match the filter, folded or not, each under the heading of its turn. */
function filteredRows(directory: DocumentDirectory, { filter, turns }: ViewState): Item[] {
  const items: Item[] = []
  let heading: number | undefined
  for (let row = 0; row < directory.rows.kind.length; row++) {
    const kind = kindOf(directory, row)
    if (!isInTurns(directory, row, turns)) continue
    if (kind === 'turn') heading = row
    else if (matchesFilter(directory, row, filter)) {
      if (heading !== undefined) items.push(one(heading))
      heading = undefined
      items.push(one(row))
    }
  }
  return items
}

export function matchesFilter(directory: DocumentDirectory, row: number, filter: Filter): boolean {
  const kind = kindOf(directory, row)
  if (kind === 'session' || kind === 'turn' || kind === 'loss') return false
  if (filter.isErrorsOnly && !hasFlag(directory, row, ROW_FLAGS.error)) return false
  if (filter.kinds.size === 0 && filter.tools.size === 0) return true
  const tool = directory.rows.tool[row] ?? -1
  return filter.kinds.has(kind) || (tool >= 0 && filter.tools.has(directory.tools[tool] ?? ''))
}

function* shownRows(directory: DocumentDirectory, state: ViewState): Iterable<number> {
  for (let row = 0; row < directory.rows.kind.length; row++) {
    // The header stands above the list.
    if (kindOf(directory, row) === 'session' || !isInTurns(directory, row, state.turns)) continue
    if (hasFlag(directory, row, ROW_FLAGS.rewoundBegin)) {
      yield row
      if (!state.openRewound.has(row)) row = endOfRewound(directory, row)
      continue
    }
    const isEnd = hasFlag(directory, row, ROW_FLAGS.rewoundEnd)
    if (isEnd || isShownAt(directory, row, state)) yield row
    if (kindOf(directory, row) === 'agent' && !state.openAgents.has(row)) row = endOfAgent(directory, row) - 1
  }
}

/** Inside of an opened agent or rewound side everything is shown: whoever opened it wants to read it. */
function isShownAt(directory: DocumentDirectory, row: number, state: ViewState): boolean {
  return (directory.rows.level[row] ?? 0) <= state.level || isInside(directory, row)
}

/** In an agent or on a rewound side: seen when that is opened, whatever the level. */
export function isInside(directory: DocumentDirectory, row: number): boolean {
  return (directory.rows.depth[row] ?? 0) > 0 || hasFlag(directory, row, ROW_FLAGS.rewound)
}

export function isInTurns(directory: DocumentDirectory, row: number, turns: ViewState['turns']): boolean {
  if (!turns) return true
  const kind = kindOf(directory, row)
  const turn = directory.rows.turn[row] ?? 0
  return kind === 'session' || (kind !== 'loss' && turn >= turns.from && turn <= turns.to)
}

/** One past the last row inside an agent. */
export function endOfAgent(directory: DocumentDirectory, agent: number): number {
  const { depth } = directory.rows
  let row = agent + 1
  while (row < depth.length && (depth[row] ?? 0) > (depth[agent] ?? 0)) row++
  return row
}

/** The closing mark of a rewound side; the opening one where there is none. */
export function endOfRewound(directory: DocumentDirectory, begin: number): number {
  let nested = 0
  for (let row = begin; row < directory.rows.flags.length; row++) {
    if (hasFlag(directory, row, ROW_FLAGS.rewoundBegin)) nested++
    else if (hasFlag(directory, row, ROW_FLAGS.rewoundEnd) && --nested === 0) return row
  }
  return begin
}

/** Tool calls one after the other become one line, which opens to them. */
function foldRuns(directory: DocumentDirectory, state: ViewState, rows: Iterable<number>): Item[] {
  const items: Item[] = []
  let run: number[] = []
  const flush = (): void => {
    const calls = run.filter(row => kindOf(directory, row) === 'tool').length
    const [first] = run
    if (first === undefined) return
    if (calls < RUN_CALLS) items.push(...run.map(one))
    else {
      items.push({ row: first, runEnd: (run.at(-1) ?? first) + 1 })
      if (state.openRuns.has(first)) items.push(...run.map(one))
    }
    run = []
  }
  for (const row of rows) {
    const isPart = IN_RUN.has(kindOf(directory, row))
    const isSameDepth = run.length === 0 || directory.rows.depth[row] === directory.rows.depth[run[0] ?? 0]
    if (!isPart || !isSameDepth) flush()
    if (isPart) run.push(row)
    else items.push(one(row))
  }
  flush()
  return items
}

/** The first row of a damaged part stands for all of it. */
function joinBroken(items: Item[], isBroken: (row: number) => boolean): Item[] {
  let wasBroken = false
  return items.filter(({ row }) => {
    const skips = isBroken(row) && wasBroken
    wasBroken = isBroken(row)
    return !skips
  })
}

function toItems(rows: Iterable<number>): Item[] {
  return Array.from(rows, one)
}

function one(row: number): Item {
  return { row, runEnd: undefined }
}

export function kindOf(directory: DocumentDirectory, row: number): Row['kind'] {
  return directory.kinds[directory.rows.kind[row] ?? 0] ?? 'unknown'
}

export function hasFlag(directory: DocumentDirectory, row: number, flag: number): boolean {
  return ((directory.rows.flags[row] ?? 0) & flag) !== 0
}

/** Where a row stands in the list: its own item, or the line of the run that hides it. Items are in the order of rows. */
export function findItem(items: readonly Item[], row: number): number {
  let low = 0
  let high = items.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((items[middle]?.row ?? 0) <= row) low = middle
    else high = middle - 1
  }
  const item = items[low]
  if (!item || item.row > row) return -1
  return item.row === row || row < (item.runEnd ?? 0) ? low : -1
}
