import { CHECKED_ON, FACTORS, type Factor, MORE_PRICES, MORE_TIERS } from './amendments.ts'
import type { BasePrice, PriceRow, PriceTable } from './price-table.ts'
import { BASE_PRICES, PRICES_FROM } from './prices-data.ts'

/** The table that ships with backscroll. */
export const PRICES: PriceTable = {
  version: CHECKED_ON,
  from: PRICES_FROM,
  rows: [...BASE_PRICES, ...MORE_PRICES].map(amend),
}

function amend(price: BasePrice): PriceRow {
  const tier = price.long ? undefined : MORE_TIERS.find(({ model }) => model === price.model)
  const factors = FACTORS.filter(({ models }) => models === undefined || models.includes(price.model))
  return {
    ...price,
    long: price.long ?? tier?.long,
    fast: factorOf('fast', factors),
    us: factorOf('us', factors) ?? 1,
    regional: factorOf('regional', factors) ?? 1,
    batch: factorOf('batch', factors) ?? 1,
    source: [price, ...(tier ? [tier] : []), ...factors].map(({ source }) => source).join('; '),
  }
}

function factorOf(rule: Factor['rule'], factors: readonly Factor[]): number | undefined {
  return factors.find(factor => factor.rule === rule)?.factor
}
