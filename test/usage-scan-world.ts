import { keepPaths } from '../src/ingest/keep-paths.ts'
import { syncSources } from '../src/ingest/sync.ts'
import type { RequestFact } from '../src/model/usage/request-facts.ts'
import { requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import { openIndexedUsage } from '../src/query/usage/indexed-usage.ts'
import { type ScannedUsage, type ScanOptions, scanUsage } from '../src/query/usage/scanned-usage.ts'
import type { SessionUsage, UsageSource } from '../src/query/usage/usage-source.ts'
import { listAllSources } from '../src/source/discover.ts'
import { findRoots, type Root } from '../src/source/roots.ts'
import type { SessionSource } from '../src/source/session-source.ts'
import type { Store } from '../src/store/store.ts'
import { machineAt } from './temp-tree.ts'

const WHOLE = { since: undefined, until: undefined }

/** Reads a config folder without an index. */
export function scan(config: string, options: Partial<ScanOptions> = {}): Promise<ScannedUsage> {
  return scanUsage(listSources(config), { range: WHOLE, ...options })
}

export function listSources(config: string): readonly SessionSource[] {
  return listAllSources(rootsOf(config)).sources
}

/** Keeps a config folder and asks the index. */
export async function askIndexed<Answer>(
  config: string,
  keepDir: string,
  ask: (source: UsageSource, store: Store) => Answer,
): Promise<Answer> {
  const request = { keepDir, roots: rootsOf(config), exclude: [], threads: 1, now: Date.now, waitForLockMs: 5000 }
  await syncSources(request)
  const keep = requireIndex(openKeep(keepPaths(keepDir)))
  try {
    return ask(openIndexedUsage(keep.store, WHOLE), keep.store)
  } finally {
    keep.close()
  }
}

function rootsOf(config: string): readonly Root[] {
  return findRoots(machineAt(config, { override: [config] })).roots
}

/** All that a scan and the index must agree on, in an order of its own. `isWhole` compares what a scan may miss, too. */
export function tellFacts(groups: readonly SessionUsage[], { isWhole }: { readonly isWhole: boolean }): unknown {
  return groups
    .map(({ session, facts, copies }) => ({
      id: session.id,
      project: session.project,
      cwd: session.cwd,
      unreadable: isWhole ? session.unreadable : undefined,
      seenInProgress: session.seenInProgress,
      facts: facts.map(tellFact).sort(),
      copies: copies.map(({ firstAt, model, lines }) => JSON.stringify([firstAt, model, lines])).sort(),
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

function tellFact(fact: RequestFact): string {
  return JSON.stringify([
    fact.firstAt,
    [fact.model, fact.speed, fact.geo, fact.serviceTier, fact.branch, fact.agent],
    [fact.input, fact.output, fact.cacheRead, fact.cacheWrite5m, fact.cacheWrite1h, fact.thinking],
    [fact.contextTokens, fact.webSearches, fact.webFetches, fact.recordedCostUsd, fact.lines],
    [fact.isUnfinished, fact.isAdvisor],
  ])
}
