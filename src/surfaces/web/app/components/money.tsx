import { formatCost } from '../../../../text/money.ts'

interface MoneyProps {
  /** Null where nobody knows a price. */
  readonly usd: number | null | undefined
  readonly isLowerBound?: boolean | undefined
}

/** `$1.24`, with `+` where it was more than that. */
export function Money({ usd, isLowerBound = false }: MoneyProps) {
  if (usd === undefined) return null
  return (
    <span class="number" title={isLowerBound && usd !== null ? 'At least: not every request has a price' : undefined}>
      {formatCost({ costUsd: usd, isLowerBound })}
    </span>
  )
}
