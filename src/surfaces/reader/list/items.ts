import { isFiltering } from '../../../page/filter.ts'
import { groupRuns } from '../../../page/list/fold-runs.ts'
import type { DocumentDirectory } from '../../../render/html/document/document-format.ts'
import { kindOf } from '../../../render/html/document/read-directory.ts'
import { LEVELS } from '../../../render/level.ts'
import { isInsideOpen, type ViewState } from './view-state.ts'
import { walkRows } from './walk-rows.ts'

/** One thing in the list: a row, or the line that stands for a run of tool calls. */
export interface Item {
  readonly row: number
  /** For the line of a run: one past its last row. */
  readonly runEnd: number | undefined
}

const TOOLS_LEVEL = LEVELS.indexOf('tools')

/** What the list shows, from the directory alone. */
export function buildItems(directory: DocumentDirectory, state: ViewState, isBroken: (row: number) => boolean): Item[] {
  const rows: number[] = []
  walkRows(directory, state, { shown: row => rows.push(row), hidden() {}, closed() {} })
  const hasRuns = state.level === TOOLS_LEVEL && !isFiltering(state.filter)
  return joinBroken(hasRuns ? foldRuns(directory, state, rows) : rows.map(one), isBroken)
}

/** Tool calls one after the other become one line, which opens to them. */
function foldRuns(directory: DocumentDirectory, state: ViewState, rows: Iterable<number>): Item[] {
  const facts = {
    kindOf: (row: number) => kindOf(directory, row),
    depthOf: (row: number) => directory.rows.depth[row] ?? 0,
  }
  return groupRuns(rows, facts).flatMap(group => {
    const [first = 0] = group
    if (group.length === 1) return [one(first)]
    const line = { row: first, runEnd: (group.at(-1) ?? first) + 1 }
    return isInsideOpen(state, first) ? [line, ...group.map(one)] : [line]
  })
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

/** Names an item while the list changes. */
export function keyOf({ row, runEnd }: Item): string {
  return runEnd === undefined ? String(row) : `${row}+`
}

/** The item of a key, if it is shown. */
export function findKey(items: readonly Item[], key: string): number {
  return findItem(items, Number.parseInt(key, 10)) < 0 ? -1 : indexOfKey(items, key)
}

/** Where an item stands, or what is left of it. */
export function indexOfKey(items: readonly Item[], key: string): number {
  const row = Number.parseInt(key, 10)
  // What is no longer shown leaves its place to what stands before it.
  const found = findItem(items, row)
  const index = found < 0 ? findNearest(items, row) : found
  // The line of an open run stands just before its first row.
  return key.endsWith('+') && items[index - 1]?.row === row ? index - 1 : index
}
