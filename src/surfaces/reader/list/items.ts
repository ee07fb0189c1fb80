import type { DocumentDirectory } from '../../../render/html/document/document-format.ts'
import { kindOf } from '../../../render/html/document/read-directory.ts'
import { LEVELS } from '../../../render/level.ts'
import type { Row } from '../../../render/view/row.ts'
import { isFiltering, isInsideOpen, type ViewState } from './view-state.ts'
import { walkRows } from './walk-rows.ts'

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
  const rows: number[] = []
  walkRows(directory, state, { shown: row => rows.push(row), hidden() {}, closed() {} })
  const hasRuns = state.level === TOOLS_LEVEL && !isFiltering(state.filter)
  return joinBroken(hasRuns ? foldRuns(directory, state, rows) : rows.map(one), isBroken)
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
      if (isInsideOpen(state, first)) items.push(...run.map(one))
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

function one(row: number): Item {
  return { row, runEnd: undefined }
}

/** Where a row stands in the list: its own item, or the line of the run that hides it. Items are in the order of rows. */
export function findItem(items: readonly Item[], row: number): number {
  const index = findNearest(items, row)
  const item = items[index]
  if (!item) return -1
  return item.row === row || row < (item.runEnd ?? 0) ? index : -1
}

/** The last item that stands at a row or before it; -1 where there is none. */
export function findNearest(items: readonly Item[], row: number): number {
  let low = 0
  let high = items.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((items[middle]?.row ?? 0) <= row) low = middle
    else high = middle - 1
  }
  const item = items[low]
  return item && item.row <= row ? low : -1
}
