import { BUNDLE_MS, CONTEXT_LIMITS } from '../../model/usage/bundle-facts.ts'
import type { PriceRow, Rates } from '../../pricing/price-table.ts'
import { requireCut } from './cuts/table.ts'
import type { UsageRequest } from './usage-report.ts'
import type { SourceRange } from './usage-source.ts'

/** Every request by itself, or those added up that this report cannot tell apart. */
export type UsageDetail = 'requests' | 'bundles'

/** What is enough for a report over a source of this range. */
export function detailFor(request: Pick<UsageRequest, 'report' | 'scope' | 'pricer'>, range: SourceRange): UsageDetail {
  const { scope, pricer } = request
  if (requireCut(request.report).needsRequests) return 'requests'
  if (!isWholeBound(scope.since, range.since) || !isWholeBound(scope.until, range.until)) return 'requests'
  return pricer === undefined || pricer.table.rows.every(isWholePrice) ? 'bundles' : 'requests'
}

/** The source cuts where its own range ends; elsewhere a bundle must not be cut. */
function isWholeBound(bound: number | undefined, cut: number | undefined): boolean {
  return bound === undefined || bound === cut || bound % BUNDLE_MS === 0
}

/** Costs of several tokens are those of one, added up, only where one is a whole number of nano-dollars. */
function isWholePrice({ rates, long, fast, webSearches }: PriceRow): boolean {
  if (long && !CONTEXT_LIMITS.includes(long.overTokens)) return false
  return (
    [rates, ...(long ? [long.rates] : [])].every(list => isWholeRates(list, fast ?? 1)) && isWhole(webSearches * 1e6)
  )
}

function isWholeRates({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: Rates, factor: number): boolean {
  return [input, output, cacheRead, cacheWrite5m, cacheWrite1h].every(
    rate => isWhole(rate * 1e3) && isWhole(rate * 1e3 * factor),
  )
}

/** But for the noise of floating point. */
function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}
