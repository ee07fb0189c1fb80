import { createPricer } from '../../pricing/create-pricer.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import { PRICES } from '../../pricing/prices.ts'
import { withOverrides } from '../../pricing/with-overrides.ts'
import type { App } from './app.ts'

/** The price table with the person's own prices in it. */
export function createAppPricer(app: Pick<App, 'config'>): Pricer {
  return createPricer(withOverrides(PRICES, app.config.prices))
}
