import { formatInteger } from './count.ts'

/** `$1,234.56`; below a cent `$0.0012`, and `<$0.0001` for what is next to nothing. */
export function formatUsd(usd: number): string {
  if (usd > 0 && usd < SMALLEST) return `<$${SMALLEST}`
  if (usd > 0 && usd < CENT) return `$${usd.toFixed(4)}`
  const [whole = '', cents = ''] = usd.toFixed(2).split('.')
  return `$${formatInteger(Number(whole))}.${cents}`
}

const SMALLEST = 0.0001
const CENT = 0.01

export interface Cost {
  /** Null where nobody knows. */
  readonly costUsd: number | null
  readonly isLowerBound: boolean
}

/** The cost of a row: `unpriced` where no token of it has a price (R27), with `+` where it is more than that. */
export function formatCost({ costUsd, isLowerBound }: Cost): string {
  return costUsd === null ? 'unpriced' : markBound(formatUsd(costUsd), isLowerBound)
}

export const LOWER_BOUND = '+'

export function markBound(text: string, isLowerBound: boolean): string {
  return isLowerBound ? `${text}${LOWER_BOUND}` : text
}

/** Of numbers below each other: where one ends in a mark, the others leave a column for it. */
export function alignMarks(texts: readonly string[]): readonly string[] {
  if (!texts.some(text => text.endsWith(LOWER_BOUND))) return texts
  return texts.map(text => (text === '' || text.endsWith(LOWER_BOUND) ? text : `${text} `))
}
