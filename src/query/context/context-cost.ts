import type { Pricer } from '../../pricing/pricer.ts'
import { NANO } from '../usage/usage-sum.ts'
import type { ContextRow } from './context-rows.ts'

/** Whole nano-dollars; undefined where nobody knows. */
export interface ContextCosts {
  /** What the client recorded (R28), else what the table says. */
  ofRequest(row: ContextRow): number | undefined
  /** What these tokens cost more than if they had been read from the cache. */
  ofMiss(row: ContextRow, tokens: number): number | undefined
  /** Input and cache writes. */
  ofRefill(row: ContextRow): number | undefined
}

export function createContextCosts(pricer: Pricer): ContextCosts {
  return {
    ofRequest: row => (row.recordedCostUsd ? Math.round(row.recordedCostUsd * NANO) : pricer.cost(row)),
    ofMiss: (row, tokens) => subtract(pricer.cost(row), pricer.cost(asIfRead(row, tokens))),
    ofRefill: row => {
      const parts = pricer.explain(row)?.parts
      return parts && parts.input + parts.cacheWrite5m + parts.cacheWrite1h
    },
  }
}

/** The same request with these tokens read: the context is as large as it was, so all rules about it hold. */
function asIfRead(row: ContextRow, tokens: number): ContextRow {
  // The part that comes right behind what was read is the one that lives for an hour.
  const oneHour = Math.min(tokens, row.cacheWrite1h)
  const fiveMinutes = Math.min(tokens - oneHour, row.cacheWrite5m)
  return {
    ...row,
    cacheRead: row.cacheRead + tokens,
    cacheWrite1h: row.cacheWrite1h - oneHour,
    cacheWrite5m: row.cacheWrite5m - fiveMinutes,
    input: row.input - (tokens - oneHour - fiveMinutes),
  }
}

function subtract(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a - b
}

/** Dollars, for results. Null: nobody knows. */
export function toUsd(nanoUsd: number | undefined): number | null {
  return nanoUsd === undefined ? null : nanoUsd / NANO
}

/** Of what is known; undefined where there is something and nothing of it is known. */
export function sumKnown(costs: readonly (number | undefined)[]): number | undefined {
  const known = costs.filter(cost => cost !== undefined)
  return known.length === 0 && costs.length > 0 ? undefined : known.reduce((sum, cost) => sum + cost, 0)
}
