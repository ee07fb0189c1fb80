import type { Request } from '../../model/usage/request.ts'
import type { RowCost } from './row.ts'
import type { ViewOptions } from './view-options.ts'

const NANO = 1e9

/** Adds up what requests cost, as `usage` does: whole nano-dollars, so the order does not matter. */
class CostSum {
  readonly #costOf: NonNullable<ViewOptions['costOf']>
  #nanoUsd = 0
  #hasPriced = false
  #isLowerBound = false

  constructor({ costOf = () => undefined }: Pick<ViewOptions, 'costOf'>) {
    this.#costOf = costOf
  }

  add(request: Request): void {
    const nanoUsd = this.#costOf(request)
    // Something has no price (R27), or no final count (R11); a cost that the client recorded is exact.
    if (nanoUsd === undefined || (request.isUnfinished && request.recordedCostUsd === undefined))
      this.#isLowerBound = true
    if (nanoUsd === undefined) return
    this.#nanoUsd += nanoUsd
    this.#hasPriced = true
  }

  /** Undefined where nothing of it has a price. */
  get cost(): RowCost | undefined {
    return this.#hasPriced ? { costUsd: this.#nanoUsd / NANO, isLowerBound: this.#isLowerBound } : undefined
  }
}

export function sumCosts(requests: Iterable<Request>, options: Pick<ViewOptions, 'costOf'>): RowCost | undefined {
  return groupCosts(requests, () => '', options).get('')
}

/** What the requests under each key cost; nothing is known where nobody was asked for prices. */
export function groupCosts<Key>(
  requests: Iterable<Request>,
  keyOf: (request: Request) => Key | undefined,
  options: Pick<ViewOptions, 'costOf'>,
): ReadonlyMap<Key, RowCost> {
  const sums = new Map<Key, CostSum>()
  for (const request of options.costOf ? requests : []) {
    const key = keyOf(request)
    if (key === undefined) continue
    const sum = sums.get(key) ?? new CostSum(options)
    sums.set(key, sum)
    sum.add(request)
  }
  const costs = new Map<Key, RowCost>()
  for (const [key, { cost }] of sums) if (cost) costs.set(key, cost)
  return costs
}
