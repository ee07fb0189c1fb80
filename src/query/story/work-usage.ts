import type { Pricer } from '../../pricing/pricer.ts'
import type { Store } from '../../store/store.ts'
import type { Zone } from '../../time/zone.ts'
import type { LookupScope } from '../lookups/scope.ts'
import { listWithin } from '../session-limits.ts'
import { buildUsage } from '../usage/build-usage.ts'
import { openIndexedUsage } from '../usage/indexed-usage.ts'
import { limitToSessions } from '../usage/limit-to-sessions.ts'
import { plainUsageRequest } from '../usage/plain-request.ts'
import { detailFor } from '../usage/usage-detail.ts'
import type { UsageRequest, UsageRow } from '../usage/usage-report.ts'
import type { UsageNumbers } from '../usage/usage-sum.ts'

export interface WorkUsageRequest {
  /** Epoch milliseconds, end exclusive. */
  readonly from: number
  readonly to: number
  readonly scope: Pick<LookupScope, 'project' | 'limits'>
  readonly zone: Zone
  readonly now: number
  /** Undefined: without money. */
  readonly pricer: Pricer | undefined
}

/** What work cost: the numbers of `usage`, from the same engine. */
export interface WorkUsage {
  /** Between two moments, at which days begin. */
  totalOf(from: number, to: number): UsageNumbers
  /** By the folder of the project. */
  ofProjects(from: number, to: number): ReadonlyMap<string, UsageNumbers>
  /** The dearest first. */
  ofSessions(from: number, to: number): readonly UsageRow[]
}

export function openWorkUsage(store: Store, asked: WorkUsageRequest): WorkUsage {
  const { scope, zone, now, pricer } = asked
  const range = { since: asked.from, until: asked.to }
  const request = (report: string, since: number, until: number): UsageRequest =>
    plainUsageRequest({ report, since, until, project: scope.project, zone, now, pricer })
  const detail = detailFor(request('daily', asked.from, asked.to), range)
  const all = openIndexedUsage(store, range, detail)
  const source = scope.limits ? limitToSessions(all, listWithin(store, scope.limits)) : all
  return {
    totalOf: (from, to) => buildUsage({ source, store }, request('daily', from, to)).totals,
    ofProjects: (from, to) =>
      new Map(buildUsage({ source, store }, request('projects', from, to)).rows.map((row: UsageRow) => [row.key, row])),
    ofSessions: (from, to) => buildUsage({ source, store }, request('sessions', from, to)).rows,
  }
}
