import { formatUsd } from './usage-money.ts'

/** `unpriced` where nobody knows (R27). */
export function formatPrice(costUsd: number | null): string {
  return costUsd === null ? 'unpriced' : formatUsd(costUsd)
}
