import type { Row } from '../../../../../render/view/row.ts'
import type { IndexAgent, IndexTurn } from '../../../../../render/view/session-index.ts'
import type { DataLevel, LoadedRow, UnitName } from '../data/unit.ts'

/** One thing in the list. `stamp`: the same as long as it looks the same. */
export type Item = HeadItem | PreviewItem | GapItem | RowItem | RunItem | SideItem | AgentItem | NewItem | EndItem

interface ItemBase {
  readonly key: string
  readonly stamp: unknown
}

/** A turn in numbers. */
export interface HeadItem extends ItemBase {
  readonly kind: 'head'
  readonly turn: IndexTurn
  readonly isOpen: boolean
}

/** The prompt of a turn whose rows are not here yet. */
export interface PreviewItem extends ItemBase {
  readonly kind: 'preview'
  readonly turn: IndexTurn
  readonly unit: UnitName
  readonly level: DataLevel
}

/** Rows that are not here yet. */
export interface GapItem extends ItemBase {
  readonly kind: 'gap'
  readonly unit: UnitName
  readonly level: DataLevel
  readonly from: number
  /** How many, as a guess. */
  readonly rows: number
  /** There are exactly so many. */
  readonly isExact: boolean
  readonly depth: number
}

export interface RowItem extends ItemBase {
  readonly kind: 'row'
  readonly loaded: LoadedRow
  /** As deep as it stands here. */
  readonly row: Row
  readonly previous: Row['kind'] | undefined
  readonly next: Row['kind'] | undefined
  /** Agents and attempts: whether their rows are shown; undefined for all others. */
  readonly isInsideOpen: boolean | undefined
}

/** Tool calls one after the other, as one line. */
export interface RunItem extends ItemBase {
  readonly kind: 'run'
  readonly rows: readonly RowItem[]
  readonly isOpen: boolean
}

/** What was tried and rewound, as one line. */
export interface SideItem extends ItemBase {
  readonly kind: 'side'
  readonly turns: readonly IndexTurn[]
  readonly isOpen: boolean
}

/** An agent whose rows follow where its own line does not stand. */
export interface AgentItem extends ItemBase {
  readonly kind: 'agent'
  readonly agent: IndexAgent
  readonly isOpen: boolean
}

/** What follows was not there when the reader last looked. */
export interface NewItem extends ItemBase {
  readonly kind: 'new'
}

/** What is not shown. */
export interface EndItem extends ItemBase {
  readonly kind: 'end'
}

/** The depth it stands at, for what has one. */
export function depthOf(item: Item): number {
  if (item.kind === 'row') return 'depth' in item.row ? item.row.depth : 0
  if (item.kind === 'run') return item.rows[0] ? depthOf(item.rows[0]) : 0
  return item.kind === 'gap' ? item.depth : 0
}

/** The turn an item stands in, by the items before it. */
export function turnAt(items: readonly Item[], index: number): number | undefined {
  for (let at = Math.min(index, items.length - 1); at >= 0; at--) {
    const item = items[at]
    if (item?.kind === 'head' || item?.kind === 'preview') return item.turn.number
    if (item?.kind === 'side') return item.turns[0]?.number
  }
  return undefined
}
