import type { SessionStore } from '../data/session-store.ts'
import { agentUnit, turnUnit, type UnitName } from '../data/unit.ts'
import type { Item } from './item.ts'
import { gapItem, headItem, rowItem, type UnitContext } from './make-item.ts'
import { hasHead } from './turn-name.ts'
import type { ViewState } from './view-state.ts'

/** Folded or not, what matches is shown: each row below the head of its turn, or of its agent. */
export function filteredItems(store: SessionStore, state: ViewState): Item[] {
  const items: Item[] = []
  const { turns, agents } = store.open.index
  const byTurn = Map.groupBy(agents, agent => agent.turn)
  const push = (unit: UnitName, depth: number): void => pushMatches(items, contextOf(store, state, unit, depth))
  for (const turn of turns) {
    const unit = turnUnit(turn.number)
    const inside = (byTurn.get(turn.number) ?? []).filter(agent => state.matches.has(agentUnit(agent.id)))
    if (!state.matches.has(unit) && inside.length === 0) continue
    if (hasHead(turn)) items.push(headItem(turn, true))
    push(unit, 0)
    for (const agent of inside) {
      items.push({ kind: 'agent', key: `a${agent.id}`, stamp: agent.description, agent, isOpen: true })
      push(agentUnit(agent.id), 1)
    }
  }
  for (const agent of byTurn.get(undefined) ?? []) {
    if (!state.matches.has(agentUnit(agent.id))) continue
    items.push({ kind: 'agent', key: `a${agent.id}`, stamp: agent.description, agent, isOpen: true })
    push(agentUnit(agent.id), 1)
  }
  return items
}

function contextOf(store: SessionStore, state: ViewState, unit: UnitName, depth: number): UnitContext {
  return { store, state, unit, level: 'all', depth, maxLevel: 9, isInSide: false, path: [] }
}

function pushMatches(items: Item[], context: UnitContext): void {
  const indexes = context.state.matches.get(context.unit) ?? []
  const rows = context.store.cache.get(context.unit, 'all')?.rows ?? []
  let missing: number[] = []
  const flush = (): void => {
    const [first] = missing
    if (first !== undefined) items.push(gapItem(context, first, missing.length, true))
    missing = []
  }
  for (const index of indexes) {
    if (!rows[index]) missing.push(index)
    else {
      flush()
      items.push(rowItem(context, rows, index, undefined))
    }
  }
  flush()
}
