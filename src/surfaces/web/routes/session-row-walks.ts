import type { PreparedView } from '../../../render/view/prepare-view.ts'
import type { Row } from '../../../render/view/row.ts'
import { keyOf, type RowUnit, unitRows } from '../../../render/view/row-units.ts'
import type { PieceLevel } from '../../../render/view/turn-view.ts'

/** Rows of a turn or agent from some number on. */
export interface RowWalk {
  /** Number of the row that comes next. */
  position: number
  /** The next row; undefined behind the last. */
  next(): Row | undefined
  /** Puts a row back that could not be used. */
  putBack(row: Row): void
}

/** Walks that may be gone on with. */
const MAX_WALKS = 8

/** Where answers ended: whoever reads a long turn page by page asks next for what follows. */
export class RowWalks {
  readonly #walks = new Map<string, RowWalk>()

  /** A walk that is at this number, or before it where nobody was there yet. */
  take(prepared: PreparedView, unit: RowUnit, level: PieceLevel, offset: number): RowWalk {
    const key = walkKey(unit, level, offset)
    const walk = this.#walks.get(key)
    this.#walks.delete(key)
    return walk ?? startWalk(unitRows(prepared, unit, level))
  }

  /** Keeps a walk for whoever goes on where it is. */
  keep(unit: RowUnit, level: PieceLevel, walk: RowWalk): void {
    this.#walks.set(walkKey(unit, level, walk.position), walk)
    for (const oldest of this.#walks.keys()) if (this.#walks.size > MAX_WALKS) this.#walks.delete(oldest)
  }
}

function walkKey(unit: RowUnit, level: PieceLevel, position: number): string {
  return `${level} ${position} ${keyOf(unit)}`
}

function startWalk(rows: Iterable<Row>): RowWalk {
  const iterator = rows[Symbol.iterator]()
  let held: Row | undefined
  return {
    position: 0,
    next() {
      const row = held ?? (iterator.next().value as Row | undefined)
      held = undefined
      if (row) this.position++
      return row
    },
    putBack(row) {
      held = row
      this.position--
    },
  }
}
