import { expect } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { syncSources } from '../src/ingest/sync.ts'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import { requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import { buildUsage, type UsageWorld } from '../src/query/usage/build-usage.ts'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import { openIndexedUsage } from '../src/query/usage/indexed-usage.ts'
import { scanUsage } from '../src/query/usage/scanned-usage.ts'
import { detailFor } from '../src/query/usage/usage-detail.ts'
import type { UsageReport, UsageScope } from '../src/query/usage/usage-report.ts'
import type { UsageNumbers } from '../src/query/usage/usage-sum.ts'
import { listAllSources } from '../src/source/discover.ts'
import { findRoots } from '../src/source/roots.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { machineAt } from './temp-tree.ts'

export const EVERYTHING: UsageScope = {
  since: undefined,
  until: undefined,
  project: undefined,
  model: undefined,
  sessions: undefined,
}

const pricer = createPricer(PRICES)
const zone = createZone('Europe/Berlin') as Zone
const WHOLE = { since: undefined, until: undefined }
/** Long after every request, so that no block is active and answers do not depend on the hour. */
const NOW = Date.UTC(2030, 0, 1)

export type TellUsage = (report: string, scope?: UsageScope) => UsageReport

/** Keeps what lies in a config folder and opens the index for as long as it is asked. */
export async function askKept<Answer>(config: string, keepDir: string, ask: (tell: TellUsage) => Answer) {
  const { roots } = findRoots(machineAt(config, { override: [config] }))
  await syncSources({ keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 5000 })
  const keep = requireIndex(openKeep(keepPaths(keepDir)))
  try {
    // As the command does it: in bundles, where these are enough.
    return ask(
      tellerOf((report, scope) => {
        const range =
          report === 'blocks' ? { ...WHOLE, until: scope.until } : { since: scope.since, until: scope.until }
        const detail = detailFor({ report, scope, pricer }, range)
        return { source: openIndexedUsage(keep.store, range, detail), store: keep.store }
      }),
    )
  } finally {
    keep.close()
  }
}

/** The same from the transcripts themselves. */
export async function openScanned(config: string): Promise<TellUsage> {
  const { roots } = findRoots(machineAt(config, { override: [config] }))
  const source = await scanUsage(listAllSources(roots).sources, { range: WHOLE })
  return tellerOf(() => ({ source, store: undefined }))
}

function tellerOf(open: (report: string, scope: UsageScope) => UsageWorld): TellUsage {
  const rest = { zone, now: NOW, breakdown: 'models', order: 'asc', limit: undefined, pricer } as const
  return (report, scope = EVERYTHING) =>
    buildUsage(open(report, scope), { report, scope, ...rest, recalculates: false })
}

export function listReports(isStateless = false): readonly string[] {
  return CUTS.filter(cut => !isStateless || !cut.needsIndex).map(cut => cut.name)
}

/** All but what is no number. */
type NumberName = Exclude<keyof UsageNumbers, 'isLowerBound'>
type Sums = { readonly [Name in NumberName]: number }

/** Every number of several rows added up; money in whole nano-dollars. */
export function addUp(rows: readonly UsageNumbers[]): Sums {
  const names = Object.keys(NOTHING) as NumberName[]
  return Object.fromEntries(
    names.map(name => [name, rows.reduce((sum, row) => sum + toWhole(name, row[name]), 0)]),
  ) as unknown as Sums
}

function toWhole(name: NumberName, value: number | null): number {
  return name === 'costUsd' ? Math.round((value ?? 0) * 1e9) : (value ?? 0)
}

const NOTHING: Sums = {
  requests: 0,
  unfinished: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  totalTokens: 0,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  thinkingTokens: 0,
  webSearches: 0,
  costUsd: 0,
  unpricedTokens: 0,
}

/** Every report has the same totals and the same accuracy, and its rows, and the parts of each, add up to them. */
export function checkReports(tell: TellUsage, reports: readonly string[], scope?: UsageScope): UsageReport {
  const first = tell('models', scope)
  for (const name of reports) {
    const report = tell(name, scope)
    expect({ name, totals: report.totals, accuracy: report.accuracy }).toEqual({
      name,
      totals: first.totals,
      accuracy: first.accuracy,
    })
    expect({ name, sums: addUp(report.rows) }).toEqual({ name, sums: addUp([report.totals]) })
    checkBounds(report.totals, report.rows)
    for (const row of report.rows) {
      expect({ name, sums: addUp(row.parts ?? []) }).toEqual({ name, sums: addUp([row]) })
      checkBounds(row, row.parts ?? [])
    }
  }
  checkAccuracy(first)
  return first
}

/** What is made of a lower bound is one, and nothing else. */
function checkBounds(whole: UsageNumbers, parts: readonly UsageNumbers[]): void {
  expect(whole.isLowerBound).toBe(parts.some(({ isLowerBound }) => isLowerBound))
}

function checkAccuracy({ totals, accuracy }: UsageReport): void {
  expect(accuracy.requests).toBe(totals.requests)
  expect(accuracy.finished + accuracy.unfinished).toBe(accuracy.requests)
  expect(accuracy.unfinished).toBe(totals.unfinished)
  expect(accuracy.unpriced.reduce((sum, one) => sum + one.tokens, 0)).toBe(totals.unpricedTokens)
}

/** What the index and a scan must both say of each report; titles and turns are the index's alone. */
export function comparable({ rows, totals, accuracy }: UsageReport): unknown {
  const { unreadableLines: _atLeast, ...rest } = accuracy
  return { rows: rows.map(({ label: _label, about: _about, ...row }) => row), totals, accuracy: rest }
}
