import type { Row } from '../../../../../render/view/row.ts'
import type { IndexTurn } from '../../../../../render/view/session-index.ts'
import type { SessionStore } from '../data/session-store.ts'
import { type DataLevel, type LoadedRow, turnUnit, type UnitName, type UnitRows } from '../data/unit.ts'
import type { GapItem, HeadItem, RowItem } from './item.ts'
import type { ViewState } from './view-state.ts'

/** Where rows stand while they become items. */
export interface UnitContext {
  readonly store: SessionStore
  readonly state: ViewState
  readonly unit: UnitName
  readonly level: DataLevel
  readonly depth: number
  /** Index of the highest level that is shown. */
  readonly maxLevel: number
  /** In a rewound side that is opened. */
  readonly isInSide: boolean
  /** The agents it stands in. */
  readonly path: readonly string[]
}

export function headItem(turn: IndexTurn, isOpen: boolean): HeadItem {
  const { toolCalls, files, errors, tokens, cost, activeMs, isInterrupted, agents, compactions } = turn
  const stamp = [
    toolCalls,
    files,
    errors,
    tokens,
    cost?.costUsd,
    activeMs,
    isInterrupted,
    agents,
    compactions,
    isOpen,
  ].join(' ')
  return { kind: 'head', key: `t${turn.number}`, stamp, turn, isOpen }
}

export function gapItem(context: UnitContext, from: number, rows: number, isExact = false): GapItem {
  const { unit, level, depth } = context
  const key = `${unit}/gap${from}`
  return { kind: 'gap', key, stamp: `${level} ${rows}`, unit, level, from, rows, isExact, depth }
}

export function rowItem(
  context: UnitContext,
  rows: UnitRows['rows'],
  at: number,
  isInsideOpen: boolean | undefined,
): RowItem {
  const loaded = rows[at] as LoadedRow
  const depth = 'depth' in loaded.row ? loaded.row.depth : 0
  const kindAt = (index: number): Row['kind'] | undefined => {
    const row = rows[index]?.row
    return row && 'depth' in row && row.depth === depth ? row.kind : undefined
  }
  const isUnderWay = isRunning(loaded, context)
  const stamp = insideStamp(loaded, isInsideOpen === true || isUnderWay)
  const row = deeper(isUnderWay ? running(loaded.row) : loaded.row, context.depth)
  return {
    kind: 'row',
    key: loaded.name,
    stamp,
    loaded,
    row,
    previous: kindAt(at - 1),
    next: kindAt(at + 1),
    isInsideOpen,
  }
}

/** While the session is at work, a call without a result waits for it. */
function isRunning({ row, unit }: LoadedRow, { store }: UnitContext): boolean {
  if (row.kind !== 'tool' || row.status !== 'pending') return false
  const { state } = store.open.status
  const isNow = unit === turnUnit(store.lastTurn) || !unit.startsWith('t')
  return isNow && (state === 'working' || state === 'waiting')
}

const runningRows = new WeakMap<Row, Row>()

function running(row: Row): Row {
  const made = runningRows.get(row) ?? ({ ...row, isRunning: true } as Row)
  runningRows.set(row, made)
  return made
}

const openStamps = new WeakMap<object, object>()

/** One value for the closed and another for the open one, the same each time. */
export function insideStamp(of: object, isOpen: boolean): object {
  if (!isOpen) return of
  const known = openStamps.get(of) ?? {}
  openStamps.set(of, known)
  return known
}

const deeperRows = new WeakMap<Row, Row>()

/** Agents count the depth of their rows from their own beginning. */
function deeper(row: Row, depth: number): Row {
  if (depth === 0 || !('depth' in row)) return row
  const known = deeperRows.get(row)
  if (known && 'depth' in known && known.depth === row.depth + depth) return known
  const made = { ...row, depth: row.depth + depth }
  deeperRows.set(row, made)
  return made
}
