import type { UsageNumbers } from '../../query/usage/usage-sum.ts'
import { formatInteger } from '../../text/count.ts'

/** `$1,234.56`; below a cent `$0.0012`, and `<$0.0001` for what is next to nothing. */
export function formatUsd(usd: number): string {
  if (usd > 0 && usd < SMALLEST) return `<$${SMALLEST}`
  if (usd > 0 && usd < CENT) return `$${usd.toFixed(4)}`
  const [whole = '', cents = ''] = usd.toFixed(2).split('.')
  return `$${formatInteger(Number(whole))}.${cents}`
}

const SMALLEST = 0.0001
const CENT = 0.01

/** The cost of a row: `unpriced` where no token of it has a price (R27), with `+` where it is more than that. */
export function formatCost(numbers: Pick<UsageNumbers, 'costUsd' | 'unpricedTokens' | 'unfinished'>): string {
  if (numbers.costUsd === null) return 'unpriced'
  return `${formatUsd(numbers.costUsd)}${isLowerBound(numbers) ? LOWER_BOUND : ''}`
}

export const LOWER_BOUND = '+'

/** Some of it has no price (R27), or no final count (R11). */
export function isLowerBound({
  unpricedTokens,
  unfinished,
}: Pick<UsageNumbers, 'unpricedTokens' | 'unfinished'>): boolean {
  return unpricedTokens > 0 || unfinished > 0
}
