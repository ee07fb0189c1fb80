import type { RequestFact } from './request-facts.ts'

/**
 * Requests that no report but those of calls and files can tell apart, added up: one turn makes many within minutes. A
 * report then looks at an eighth of them. Bundles are exact: whatever decides about a row or a price is the same for all
 * of a bundle, and what cannot be sure of that stays alone.
 */
export function bundleFacts(facts: readonly RequestFact[]): readonly RequestFact[] {
  const bundles = new Map<string, Bundle>()
  const all: RequestFact[] = []
  for (const fact of facts) {
    const { firstAt } = fact
    if (firstAt === undefined || !isPlain(fact, firstAt)) {
      all.push(fact)
      continue
    }
    const key = keyOf(fact, firstAt)
    const known = bundles.get(key)
    if (known) addTo(known, fact, firstAt)
    else {
      const bundle = { ...fact, firstAt, lastAt: firstAt, calls: NONE, paths: NONE }
      bundles.set(key, bundle)
      all.push(bundle)
    }
  }
  return all
}

const NONE: readonly string[] = []

/** Days begin at a quarter of an hour in every zone since 1972, prices at midnight in UTC. */
export const BUNDLE_MS = 15 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
/** Contexts on one side of all of these pay the same: other limits need every request by itself. */
export const CONTEXT_LIMITS: readonly number[] = [100_000, 200_000]

type Bundle = { -readonly [Name in keyof RequestFact]: RequestFact[Name] } & { firstAt: number; lastAt: number }

/**
 * A recorded cost is that of one request; where it ran and batches give prices that are no whole nano-dollars; an agent
 * that nobody called is put to a turn by its time; a five-hour block may end with a request on the hour.
 */
function isPlain(fact: RequestFact, firstAt: number): boolean {
  if (fact.recordedCostUsd !== undefined || fact.geo === 'us' || fact.serviceTier === 'batch') return false
  if (!fact.model.startsWith('claude-') || firstAt % HOUR_MS === 0) return false
  return fact.agent === '' || fact.turn !== 0
}

function keyOf(fact: RequestFact, firstAt: number): string {
  const size = CONTEXT_LIMITS.filter(limit => fact.contextTokens > limit).length
  const numbers = `${Math.floor(firstAt / BUNDLE_MS)} ${fact.turn} ${size} ${Number(fact.isUnfinished)} ${Number(fact.isAdvisor)}`
  return [numbers, fact.agent, fact.branch, fact.model, fact.speed, fact.geo, fact.serviceTier].join('\0')
}

function addTo(bundle: Bundle, fact: RequestFact, firstAt: number): void {
  bundle.requests += fact.requests
  bundle.firstAt = Math.min(bundle.firstAt, firstAt)
  bundle.lastAt = Math.max(bundle.lastAt, firstAt)
  bundle.input += fact.input
  bundle.output += fact.output
  bundle.cacheRead += fact.cacheRead
  bundle.cacheWrite5m += fact.cacheWrite5m
  bundle.cacheWrite1h += fact.cacheWrite1h
  bundle.thinking += fact.thinking
  bundle.contextTokens = Math.max(bundle.contextTokens, fact.contextTokens)
  bundle.webSearches += fact.webSearches
  bundle.webFetches += fact.webFetches
  bundle.lines += fact.lines
}
