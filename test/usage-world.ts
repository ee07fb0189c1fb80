import type { RequestFact } from '../src/model/usage/request-facts.ts'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import type { UsageRequest } from '../src/query/usage/usage-report.ts'
import type { SessionUsage, UsageSource } from '../src/query/usage/usage-source.ts'
import { createZone, type Zone } from '../src/time/zone.ts'

/** A request at some time: 100 tokens for a dollar, as an old client recorded it. */
export function makeFact(at: string | number | undefined, more: Partial<RequestFact> = {}): RequestFact {
  const firstAt = typeof at === 'string' ? Date.parse(at) : at
  return {
    number: 0,
    requests: 1,
    firstAt,
    lastAt: firstAt,
    model: 'claude-opus-4-6',
    speed: '',
    geo: '',
    serviceTier: '',
    input: 100,
    output: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    thinking: 0,
    contextTokens: 100,
    webSearches: 0,
    webFetches: 0,
    recordedCostUsd: 1,
    isUnfinished: false,
    isAdvisor: false,
    branch: '',
    agent: '',
    turn: 1,
    lines: 1,
    calls: [],
    paths: [],
    ...more,
  }
}

export function makeGroup(facts: readonly RequestFact[], number = 1): SessionUsage {
  return {
    session: {
      number,
      id: `session-${number}`,
      title: '',
      project: { path: `/work/p${number}`, name: `p${number}`, remote: undefined },
      otherProjects: [],
      cwd: undefined,
      unreadable: 0,
      seenInProgress: { requests: 0, tokens: 0 },
    },
    facts,
    copies: [],
  }
}

/** Requests that stand nowhere: for questions that do not ask where. */
export function makeSource(groups: readonly SessionUsage[]): UsageSource {
  return { groups, placesOf: () => [] }
}

export function requireZone(name: string): Zone {
  const zone = createZone(name)
  if (!zone) throw new Error(`there is no zone ${name}`)
  return zone
}

export function makeUsageRequest(more: Partial<UsageRequest> & Pick<UsageRequest, 'report'>): UsageRequest {
  return {
    scope: { since: undefined, until: undefined, project: undefined, model: undefined, sessions: undefined },
    zone: requireZone('UTC'),
    now: Date.parse('2026-11-16T12:00:00Z'),
    breakdown: 'none',
    order: 'usual',
    limit: undefined,
    pricer: createPricer(PRICES),
    recalculates: false,
    ...more,
  }
}
