import type { RequestFact } from '../../model/usage/request-facts.ts'
import type { UsageRequest } from './usage-report.ts'
import { NANO, type NanoUsd } from './usage-sum.ts'

/** What a request costs: what the client recorded (R28), else what the table says. */
export function costFinder({
  pricer,
  recalculates,
}: Pick<UsageRequest, 'pricer' | 'recalculates'>): (fact: RequestFact) => NanoUsd {
  if (!pricer) return () => undefined
  return fact => {
    if (fact.recordedCostUsd !== undefined && !recalculates) return Math.round(fact.recordedCostUsd * NANO)
    return pricer.cost(fact)
  }
}
