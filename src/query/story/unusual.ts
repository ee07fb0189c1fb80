/** Weeks with work before one that must be there to say what is usual, and those that are looked at. */
export const MIN_WEEKS = 6
export const MAX_WEEKS = 26

export interface Usual {
  readonly median: number
  readonly low: number
  readonly high: number
}

/**
 * What is usual after these values: median ± 3 · MAD, the MAD scaled to a standard deviation. Both hardly move when a few
 * values are wild. `leastSpread` keeps a little more from being unusual where all are alike. Undefined where there are too few.
 */
export function findUsual(before: readonly number[], leastSpread: number): Usual | undefined {
  const values = before.slice(-MAX_WEEKS)
  if (values.length < MIN_WEEKS) return undefined
  const median = medianOf(values)
  const mad = medianOf(values.map(value => Math.abs(value - median)))
  const spread = 3 * Math.max(SCALE * mad, leastSpread, Math.abs(median) / 10)
  return { median, low: median - spread, high: median + spread }
}

/** Of normally spread values, so many MADs are a standard deviation. */
const SCALE = 1.4826

/** Of no values: 0. */
export function medianOf(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b)
  const middle = ascending.length >> 1
  const upper = ascending[middle] ?? 0
  return ascending.length % 2 === 1 ? upper : ((ascending[middle - 1] ?? upper) + upper) / 2
}
