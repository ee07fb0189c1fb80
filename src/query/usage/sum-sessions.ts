import type { Pricer } from '../../pricing/pricer.ts'
import type { Store } from '../../store/store.ts'
import { openIndexedUsage } from './indexed-usage.ts'
import { costFinder } from './request-cost.ts'
import { detailFor } from './usage-detail.ts'
import { type UsageNumbers, UsageSum } from './usage-sum.ts'

/**
 * What each session of the index used, by its number: the rows of `usage sessions`, but where several files bear one id,
 * one for each. Requests that a resume or fork repeats count for their original alone (R3).
 */
export function sumSessions(store: Store, pricer: Pricer): ReadonlyMap<number, UsageNumbers> {
  const all = { since: undefined, until: undefined }
  const scope = { ...all, project: undefined, model: undefined, sessions: undefined }
  const { groups } = openIndexedUsage(store, all, detailFor({ report: 'sessions', scope, pricer }, all))
  const costOf = costFinder({ pricer, recalculates: false })
  return new Map(
    groups.map(({ session, facts }) => {
      const sum = new UsageSum()
      for (const fact of facts) sum.add(fact, costOf(fact))
      return [session.number, sum.numbers({ hasCost: true, recalculates: false })]
    }),
  )
}
