/** What the package behind prices-data.ts does not know, by hand, each with its source. */
import type { BasePrice } from './price-table.ts'

/** Day on which the whole table was last compared with its sources. */
export const CHECKED_ON = '2026-11-16'

const PRICING_PAGE = 'platform.claude.com/docs/en/about-claude/pricing'

/** What the client itself charged for requests of which every count is known: five independent counts, five rates, no rest. */
const CLIENT_TOTALS = 'what Claude Code 2.1.327 charges (`cost-state`), solved for each rate'

/** Models the package lacks. */
export const MORE_PRICES: readonly BasePrice[] = [
  {
    model: 'claude-mythos-5',
    from: undefined,
    until: undefined,
    rates: { input: 10, output: 50, cacheRead: 1, cacheWrite5m: 12.5, cacheWrite1h: 20 },
    long: undefined,
    webSearches: 10,
    source: PRICING_PAGE,
  },
  {
    model: 'claude-mythos-5-1',
    from: undefined,
    until: undefined,
    rates: { input: 10, output: 50, cacheRead: 0.25, cacheWrite5m: 12.5, cacheWrite1h: 20 },
    long: undefined,
    webSearches: 10,
    source: PRICING_PAGE,
  },
  {
    model: 'claude-fable-5-2',
    from: undefined,
    until: undefined,
    rates: { input: 8, output: 40, cacheRead: 0.2, cacheWrite5m: 10, cacheWrite1h: 16 },
    long: undefined,
    webSearches: 10,
    source: `${CLIENT_TOTALS}; searches: ${PRICING_PAGE}`,
  },
  {
    model: 'claude-mythos-5-2',
    from: undefined,
    until: undefined,
    rates: { input: 8, output: 40, cacheRead: 0.2, cacheWrite5m: 10, cacheWrite1h: 16 },
    long: undefined,
    webSearches: 10,
    source: `${CLIENT_TOTALS}; searches: ${PRICING_PAGE}`,
  },
  {
    model: 'claude-sonnet-5-5',
    from: undefined,
    until: '2026-10-07',
    rates: { input: 2, output: 10, cacheRead: 0.2, cacheWrite5m: 2.5, cacheWrite1h: 4 },
    long: undefined,
    webSearches: 10,
    source: 'platform.claude.com/docs/en/models/sonnet-5-5/overview, as of its release',
  },
  {
    model: 'claude-sonnet-5-5',
    from: '2026-10-07',
    until: undefined,
    rates: { input: 2, output: 10, cacheRead: 0.1, cacheWrite5m: 2.5, cacheWrite1h: 4 },
    long: undefined,
    webSearches: 10,
    source: 'cache reads halved with www.anthropic.com/claude-haiku-5-5',
  },
  {
    model: 'claude-haiku-5-5',
    from: undefined,
    until: undefined,
    rates: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite5m: 0.125, cacheWrite1h: 0.2 },
    long: {
      overTokens: 100000,
      rates: { input: 0.5, output: 2.5, cacheRead: 0.05, cacheWrite5m: 0.625, cacheWrite1h: 1 },
    },
    webSearches: 10,
    source: 'platform.claude.com/docs/en/models/haiku-5-5/overview',
  },
]

/** Long-context tiers the package lacks (R22). */
export const MORE_TIERS: readonly {
  readonly model: string
  readonly long: NonNullable<BasePrice['long']>
  readonly source: string
}[] = [
  {
    // The beta with 1M tokens began on 2025-08-12; outside of it a request over 200,000 is refused, so no date is needed.
    model: 'claude-sonnet-4',
    long: {
      overTokens: 200000,
      rates: { input: 6, output: 22.5, cacheRead: 0.6, cacheWrite5m: 7.5, cacheWrite1h: 12 },
    },
    source: 'long context: www.anthropic.com/news/1m-context',
  },
]

export interface Factor {
  readonly rule: 'fast' | 'us' | 'regional' | 'batch'
  readonly factor: number
  /** Undefined: all. */
  readonly models: readonly string[] | undefined
  readonly source: string
}

const SINCE_4_6 = [
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-fable-5-2',
  'claude-haiku-5-5',
  'claude-mythos-5',
  'claude-mythos-5-1',
  'claude-mythos-5-2',
  'claude-opus-4-6',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-4-6',
  'claude-sonnet-5',
  'claude-sonnet-5-5',
]

/** Factors on all token prices of a model. */
export const FACTORS: readonly Factor[] = [
  {
    rule: 'fast',
    factor: 6,
    models: ['claude-opus-4-6', 'claude-opus-4-7'],
    source: 'fast × 6: platform.claude.com/docs/en/build-with-claude/fast-mode',
  },
  {
    rule: 'fast',
    factor: 2,
    models: ['claude-opus-4-8', 'claude-opus-5', 'claude-opus-5-5'],
    source: 'fast × 2: platform.claude.com/docs/en/build-with-claude/fast-mode',
  },
  {
    rule: 'us',
    factor: 1.1,
    models: SINCE_4_6,
    source: `US × 1.1 since 4.6: ${PRICING_PAGE}`,
  },
  {
    rule: 'regional',
    factor: 1.1,
    models: ['claude-haiku-4-5', 'claude-opus-4-5', 'claude-sonnet-4-5', ...SINCE_4_6],
    source: `Bedrock regions × 1.1 since 4.5: ${PRICING_PAGE}`,
  },
  { rule: 'batch', factor: 0.5, models: undefined, source: `batch × 0.5: ${PRICING_PAGE}` },
]
