import type { Row } from '../view/row.ts'

/** Rows near the place somebody is at. What does not fit is read again. */
export class RowCache {
  readonly #budget: number
  readonly #rows = new Map<string, { readonly row: Row; readonly size: number }>()
  #size = 0

  /** `budget`: characters. */
  constructor(budget: number) {
    this.#budget = budget
  }

  find(key: string): Row | undefined {
    return this.#rows.get(key)?.row
  }

  /** The oldest give way. */
  keep(key: string, row: Row): void {
    this.#drop(key)
    const size = sizeOf(row)
    this.#rows.set(key, { row, size })
    this.#size += size
    for (const oldest of this.#rows.keys()) {
      if (this.#size <= this.#budget || oldest === key) break
      this.#drop(oldest)
    }
  }

  /** Nothing gives way for it. */
  keepIfRoom(key: string, row: Row): void {
    if (this.#size < this.#budget) this.keep(key, row)
  }

  #drop(key: string): void {
    this.#size -= this.#rows.get(key)?.size ?? 0
    this.#rows.delete(key)
  }
}

/** About as many characters as it holds. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let size = 50
  for (const inner of Array.isArray(value) ? value : Object.values(value)) size += sizeOf(inner)
  return size
}
