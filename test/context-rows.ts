import { createPricer } from '../src/pricing/create-pricer.ts'
import type { PriceRow } from '../src/pricing/price-table.ts'
import type { ContextMarks, ContextRow } from '../src/query/context/context-rows.ts'

export const NO_MARKS: ContextMarks = { resumes: [], clearings: [], wakes: [] }

const MINUTE = 60_000

/** Requests one minute apart, ten entries apart, each `[read, written for 5 minutes, written for an hour]`. */
export function makeRows(
  steps: readonly { readonly cache: readonly [number, number, number]; readonly [field: string]: unknown }[],
): readonly ContextRow[] {
  return steps.map(({ cache, ...more }, at) => {
    const [cacheRead, cacheWrite5m, cacheWrite1h] = cache
    const row = {
      ...PLAIN,
      cacheRead,
      cacheWrite5m,
      cacheWrite1h,
      contextTokens: 10 + cacheRead + cacheWrite5m + cacheWrite1h,
    }
    return { ...row, firstAt: at * MINUTE, sentAt: at * MINUTE, entry: at * 10, ...more }
  })
}

const PLAIN: ContextRow = {
  firstAt: 0,
  sentAt: 0,
  model: 'claude-opus-4-6',
  input: 10,
  output: 100,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  contextTokens: 0,
  speed: '',
  geo: '',
  serviceTier: '',
  webSearches: 0,
  turn: 1,
  recordedCostUsd: undefined,
  version: '2.1.40',
  entry: 0,
  segment: 0,
  isRewound: false,
  copiedFrom: undefined,
  isUnfinished: false,
  isAdvisor: false,
}

const RATES = { input: 5, output: 25, cacheRead: 0.5, cacheWrite5m: 6.25, cacheWrite1h: 10 }

/** Prices of these tests, whatever the shipped table says: a model with a long tier and a fast mode, and a small one. */
const ROWS: readonly PriceRow[] = [
  { model: 'claude-opus-4-6', scale: 1, hasLong: true },
  { model: 'claude-haiku-4-5', scale: 0.2, hasLong: false },
].map(({ model, scale, hasLong }) => ({
  model,
  from: undefined,
  until: undefined,
  rates: scaleRates(scale),
  long: hasLong ? { overTokens: 200_000, rates: scaleRates(2) } : undefined,
  fast: 6,
  us: 1.1,
  regional: 1.1,
  batch: 0.5,
  webSearches: 10,
  source: 'test',
}))

function scaleRates(factor: number) {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = RATES
  return {
    input: input * factor,
    output: output * factor,
    cacheRead: cacheRead * factor,
    cacheWrite5m: cacheWrite5m * factor,
    cacheWrite1h: cacheWrite1h * factor,
  }
}

export const PRICER = createPricer({ version: '2026-11-16', from: 'test', rows: ROWS })
