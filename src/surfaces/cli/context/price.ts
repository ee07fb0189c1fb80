import type { ContextReport } from '../../../query/context/context-report.ts'
import { formatUsd } from '../../../text/money.ts'

/** `unpriced` where nobody knows (R27). */
export function formatPrice(costUsd: number | null): string {
  return costUsd === null ? 'unpriced' : formatUsd(costUsd)
}

/** Some of it has no price (R27), or no final count (R11). */
export function isLowerBound({
  unpricedTokens,
  unfinished,
}: Pick<ContextReport['totals'], 'unpricedTokens' | 'unfinished'>): boolean {
  return unpricedTokens > 0 || unfinished > 0
}
