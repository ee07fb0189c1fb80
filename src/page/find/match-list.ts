/** One place where the text stands: the row, and which of its places. */
export interface Match {
  readonly row: number
  readonly nth: number
}

/** Places in the order of the session. A letter may stand at millions of them: they are kept by row. */
export class MatchList {
  private readonly rows: number[] = []
  /** Places up to and including each row. */
  private readonly sums: number[] = []

  get length(): number {
    return this.sums.at(-1) ?? 0
  }

  add(row: number, count: number): void {
    this.rows.push(row)
    this.sums.push(this.length + count)
  }

  at(index: number): Match | undefined {
    if (index < 0 || index >= this.length) return undefined
    let low = 0
    let high = this.rows.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.sums[middle] ?? 0) > index) high = middle
      else low = middle + 1
    }
    return { row: this.rows[low] ?? 0, nth: index - (this.sums[low - 1] ?? 0) }
  }
}
