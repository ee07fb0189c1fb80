import { groupRuns } from '../../../../../page/list/fold-runs.ts'
import { LEVELS } from '../../../../../render/level.ts'
import type { Row } from '../../../../../render/view/row.ts'
import type { IndexTurn } from '../../../../../render/view/session-index.ts'
import type { SessionStore } from '../data/session-store.ts'
import { agentUnit, canAskFor, type DataLevel, turnUnit, UnitRows } from '../data/unit.ts'
import { filteredItems } from './filtered-items.ts'
import { depthOf, type Item, type RowItem } from './item.ts'
import { gapItem, headItem, insideStamp, rowItem, type UnitContext } from './make-item.ts'
import { hasHead } from './turn-name.ts'
import { isFiltering, isInsideOpen, isSideOpen, isTurnOpen, shownLevel, type ViewState } from './view-state.ts'

/** What the list shows, from what is here. */
export function buildItems(store: SessionStore, state: ViewState): Item[] {
  const items = isFiltering(state.filter) ? filteredItems(store, state) : levelItems(store, state)
  markNew(items, state.newSince)
  items.push({ kind: 'end', key: 'end', stamp: undefined })
  return items
}

function levelItems(store: SessionStore, state: ViewState): Item[] {
  const items: Item[] = []
  for (const group of groupSides(store.open.index.turns)) {
    const [first] = group
    if (!first) continue
    if (!first.isRewound) {
      pushTurn(items, { store, state }, first, false)
      continue
    }
    const isOpen = isSideOpen(state, first.number)
    items.push({ kind: 'side', key: `s${first.number}`, stamp: `${group.length} ${isOpen}`, turns: group, isOpen })
    if (isOpen) for (const turn of group) pushTurn(items, { store, state }, turn, true)
  }
  pushLoose(items, { store, state })
  return items
}

/** Turns one by one; those that were rewound together in one group. */
function groupSides(turns: readonly IndexTurn[]): IndexTurn[][] {
  const groups: IndexTurn[][] = []
  for (const turn of turns) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (before?.isRewound && turn.isRewound && before.side === turn.side) last?.push(turn)
    else groups.push([turn])
  }
  return groups
}

interface Shared {
  readonly store: SessionStore
  readonly state: ViewState
}

function pushTurn(items: Item[], { store, state }: Shared, turn: IndexTurn, isInSide: boolean): void {
  // Who opened a side wants to read it: its turns stand open until they are closed.
  const isOpen = isInSide ? (state.turns.get(turn.number) ?? true) : isTurnOpen(state, turn.number)
  const unit = turnUnit(turn.number)
  if (hasHead(turn)) items.push(headItem(turn, isOpen))
  if (isInSide && !isOpen) return
  const level: DataLevel = state.level === 'raw' ? 'raw' : isOpen ? 'all' : 'answers'
  const known = store.cache.get(unit, level) ?? (level === 'answers' ? store.cache.get(unit, 'all') : undefined)
  const context: UnitContext = {
    store,
    state,
    unit,
    level,
    depth: 0,
    maxLevel: LEVELS.indexOf(isInSide ? 'all' : shownLevel(state, isOpen)),
    isInSide,
    path: [],
  }
  if (known) pushRows(items, context, known)
  else pushUnread(items, context, turn)
}

/** A turn that is not here: its prompt as the index has it, and room for the rest. */
function pushUnread(items: Item[], context: UnitContext, turn: IndexTurn): void {
  const { unit, level, state } = context
  if (turn.number > 0) items.push({ kind: 'preview', key: `${unit}/?`, stamp: turn.text, turn, unit, level })
  const rows = state.level === 'prompts' && level === 'answers' ? 0 : level === 'answers' ? 4 : guessRows(turn, level)
  if (rows > 0 || turn.number === 0) items.push(gapItem(context, 0, Math.max(1, rows)))
}

function guessRows(turn: IndexTurn, level: DataLevel): number {
  return level === 'raw' ? turn.entries : Math.max(2, Math.ceil(turn.toolCalls + (turn.entries - turn.toolCalls) / 4))
}

/** What the rows of a unit come to: those of the level, what is opened in them, and room for those still to come. */
export function pushRows(items: Item[], context: UnitContext, known: UnitRows): void {
  const own: Item[] = []
  const { rows } = known
  for (let at = 0; at < rows.length; at++) {
    const loaded = rows[at]
    if (!loaded) {
      let end = at
      while (end < rows.length && !rows[end]) end++
      own.push(gapItem(context, at, end - at, true))
      at = end - 1
      continue
    }
    at = pushRow(own, context, known, at)
  }
  if (known.end === undefined) own.push(gapItem(context, rows.length, guessRest(context, rows.length)))
  items.push(...(hasRuns(context) ? foldRuns(own, context.state) : own))
}

/** Gives the place it came to: a closed attempt takes its rows along. */
function pushRow(own: Item[], context: UnitContext, { rows }: UnitRows, at: number): number {
  const loaded = rows[at]
  if (!loaded) return at
  const { row } = loaded
  const { state } = context
  if (!isListed(row, context)) return at
  if (row.kind === 'rewound' && row.edge !== 'end') {
    const isOpen = row.edge === 'begin' && isInsideOpen(state, loaded.name)
    own.push(rowItem(context, rows, at, isOpen))
    if (isOpen || row.edge === 'folded') return at
    return endOfAttempt(rows, at)
  }
  const isShown = row.kind === 'rewound' || isVisible(row, context) || state.revealed.has(loaded.name)
  if (row.kind !== 'agent') {
    if (isShown) own.push(rowItem(context, rows, at, undefined))
    return at
  }
  const isOpen = canOpen(row, context) ? isInsideOpen(state, loaded.name) : undefined
  if (isShown || isOpen === true) own.push(rowItem(context, rows, at, isOpen))
  if (isOpen === true && (isShown || state.insides.has(loaded.name))) pushAgent(own, context, row.agentId)
  return at
}

/** Heads come from the index; the marks around a rewound side are its own line. */
function isListed(row: Row, { isInSide }: UnitContext): boolean {
  if (row.kind === 'turn' || row.kind === 'session' || row.kind === 'loss') return false
  return !(isInSide && row.kind === 'rewound' && row.turns.length > 0)
}

function isVisible(row: Row, { maxLevel }: UnitContext): boolean {
  if (!('minLevel' in row)) return true
  // What stands on a side that was opened is there to be read.
  return LEVELS.indexOf(row.minLevel) <= maxLevel || (row.isRewound && row.minLevel === 'all' && maxLevel >= TOOLS)
}

const TOOLS = LEVELS.indexOf('tools')

/** An agent that names itself is not opened again inside of itself. */
function canOpen(row: Row, { path, level }: UnitContext): boolean {
  return row.kind === 'agent' && level !== 'answers' && canAskFor(row.agentId) && !path.includes(row.agentId)
}

export function pushAgent(items: Item[], context: UnitContext, agent: string): void {
  const unit = agentUnit(agent)
  const level: DataLevel = context.level === 'raw' ? 'raw' : 'all'
  const inner: UnitContext = {
    ...context,
    unit,
    level,
    depth: context.depth + 1,
    maxLevel: LEVELS.indexOf(shownLevel(context.state, true)),
    isInSide: false,
    path: [...context.path, agent],
  }
  pushRows(items, inner, context.store.cache.get(unit, level) ?? new UnitRows())
}

function guessRest({ store, unit, level }: UnitContext, from: number): number {
  const turn = unit.startsWith('t') ? store.turn(Number(unit.slice(1))) : undefined
  const all = turn ? guessRows(turn, level) : (store.agent(unit.slice(1))?.steps ?? 4)
  return Math.max(3, Math.min(400, all - from))
}

function endOfAttempt(rows: UnitRows['rows'], begin: number): number {
  let nested = 0
  for (let at = begin; at < rows.length; at++) {
    const row = rows[at]?.row
    // What is not here may hold the end: it is shown as a gap, and so asked for.
    if (!row) return at - 1
    if (row.kind !== 'rewound') continue
    if (row.edge === 'begin') nested++
    else if (row.edge === 'end' && --nested === 0) return at
  }
  return rows.length - 1
}

/** Agents that no call accounts for; among the records every agent, as its lines stand in a file of their own. */
function pushLoose(items: Item[], { store, state }: Shared): void {
  const { loose, agents } = store.open.index
  const context: UnitContext = {
    store,
    state,
    unit: 'loose',
    level: state.level === 'raw' ? 'raw' : 'all',
    depth: 0,
    maxLevel: LEVELS.length,
    isInSide: false,
    path: [],
  }
  if (state.level === 'raw') {
    for (const agent of agents.filter(({ id }) => canAskFor(id))) {
      const isOpen = state.insides.get(`a${agent.id}`) ?? false
      items.push({ kind: 'agent', key: `a${agent.id}`, stamp: insideStamp(agent, isOpen), agent, isOpen })
      if (isOpen) pushAgent(items, context, agent.id)
    }
    return
  }
  // Where nothing else is left, they are what there is to read.
  const isFolded = state.level === 'prompts' || state.level === 'answers'
  if (isFolded && store.open.index.turns.length > 0) return
  const known = new UnitRows()
  for (const [index, row] of loose.entries()) {
    known.rows.push(store.looseRow(row, index))
  }
  known.end = loose.length
  pushRows(items, context, known)
}

function hasRuns({ state, depth }: UnitContext): boolean {
  return state.level === 'tools' && depth === 0
}

/** Tool calls one after the other become one line, which opens to them. */
function foldRuns(items: readonly Item[], state: ViewState): Item[] {
  const facts = {
    kindOf: (item: Item): Row['kind'] => (item.kind === 'row' ? item.row.kind : 'turn'),
    depthOf,
  }
  return groupRuns(items, facts).flatMap(group => {
    const [first] = group
    if (group.length === 1 || first?.kind !== 'row') return group
    const rows = group as RowItem[]
    const isOpen = isInsideOpen(state, `${first.key}+`)
    const stamp = `${rows.length} ${rows.filter(row => row.row.kind === 'tool').length} ${isOpen}`
    const line: Item = { kind: 'run', key: `${first.key}+`, stamp, rows, isOpen }
    return isOpen ? [line, ...group] : [line]
  })
}

/** Puts the mark before the first thing that is later than what the reader has seen. */
function markNew(items: Item[], newSince: number | undefined): void {
  if (newSince === undefined) return
  const at = items.findIndex(item => (timeOf(item) ?? 0) > newSince)
  if (at > 0) items.splice(at, 0, { kind: 'new', key: 'new', stamp: undefined })
}

export function timeOf(item: Item): number | undefined {
  if (item.kind === 'row') return 'at' in item.row ? item.row.at : undefined
  return item.kind === 'head' ? item.turn.at : undefined
}
