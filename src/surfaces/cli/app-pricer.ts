import type { Request } from '../../model/usage/request.ts'
import { toRequestFact } from '../../model/usage/to-request-fact.ts'
import { createPricer } from '../../pricing/create-pricer.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import { PRICES } from '../../pricing/prices.ts'
import { withOverrides } from '../../pricing/with-overrides.ts'
import { costFinder } from '../../query/usage/request-cost.ts'
import type { App } from './app.ts'

/** The price table with the person's own prices in it. */
export function createAppPricer(app: Pick<App, 'config'>): Pricer {
  return createPricer(withOverrides(PRICES, app.config.prices))
}

/** What a request costs, as `usage` has it: in whole nano-dollars, undefined where nobody knows. */
export function createCostFinder(app: Pick<App, 'config'>): (request: Request) => number | undefined {
  const costOf = costFinder({ pricer: createAppPricer(app), recalculates: false })
  return request => costOf(toRequestFact(request, NO_PLACE))
}

const NO_PLACE = { number: 0, agent: '', calls: [], paths: [] }
