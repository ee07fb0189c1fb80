const FIRST_ROWS = 1024

/** Rows of numbers in one block of memory that grows. */
export class NumberRows {
  length = 0
  private readonly width: number
  private cells: Float64Array

  constructor(width: number) {
    this.width = width
    this.cells = new Float64Array(width * FIRST_ROWS)
  }

  /** To be filled anew, in the same memory. */
  clear(): void {
    this.length = 0
  }

  /** The number of a new row, all zero. */
  push(): number {
    const start = this.length * this.width
    if (start + this.width > this.cells.length) {
      const larger = new Float64Array(this.cells.length * 2)
      larger.set(this.cells)
      this.cells = larger
    }
    this.cells.fill(0, start, start + this.width)
    return this.length++
  }

  get(row: number, column: number): number {
    return this.cells[row * this.width + column] as number
  }

  set(row: number, column: number, value: number): void {
    this.cells[row * this.width + column] = value
  }

  /** The first columns of these rows, in this order. */
  take(order: Uint32Array, width: number): Float64Array {
    const taken = new Float64Array(order.length * width)
    for (const [at, row] of order.entries()) {
      const from = row * this.width
      for (let column = 0; column < width; column++) taken[at * width + column] = this.cells[from + column] as number
    }
    return taken
  }
}
