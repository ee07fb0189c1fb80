/** Heights of many items: sums before an item and the item at a height, in logarithmic time (a Fenwick tree). */
export class Heights {
  readonly count: number
  private readonly values: Float64Array
  private readonly sums: Float64Array
  private readonly topBit: number

  constructor(count: number, estimate: (index: number) => number) {
    this.count = count
    this.values = Float64Array.from({ length: count }, (_, index) => estimate(index))
    this.sums = new Float64Array(count + 1)
    for (let at = 1; at <= count; at++) {
      this.sums[at] = this.get(this.sums, at) + this.get(this.values, at - 1)
      const parent = at + (at & -at)
      if (parent <= count) this.sums[parent] = this.get(this.sums, parent) + this.get(this.sums, at)
    }
    this.topBit = count === 0 ? 0 : 1 << (31 - Math.clz32(count))
  }

  get total(): number {
    return this.offset(this.count)
  }

  height(index: number): number {
    return this.get(this.values, index)
  }

  set(index: number, height: number): void {
    const change = height - this.height(index)
    if (change === 0) return
    this.values[index] = height
    for (let at = index + 1; at <= this.count; at += at & -at) this.sums[at] = this.get(this.sums, at) + change
  }

  /** Where an item begins: the sum of all heights before it. */
  offset(index: number): number {
    let sum = 0
    for (let at = Math.min(index, this.count); at > 0; at -= at & -at) sum += this.get(this.sums, at)
    return sum
  }

  /** The item that stands at a height; the first or last one outside. */
  indexAt(offset: number): number {
    let at = 0
    let left = offset
    for (let bit = this.topBit; bit > 0; bit >>= 1) {
      const next = at + bit
      if (next > this.count || this.get(this.sums, next) > left) continue
      at = next
      left -= this.get(this.sums, next)
    }
    return Math.max(0, Math.min(at, this.count - 1))
  }

  private get(array: Float64Array, at: number): number {
    return array[at] ?? 0
  }
}
