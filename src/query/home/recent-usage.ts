import type { Pricer } from '../../pricing/pricer.ts'
import { listPeriods } from '../../time/list-periods.ts'
import type { Zone } from '../../time/zone.ts'
import type { Library } from '../library.ts'
import { buildUsage } from '../usage/build-usage.ts'
import { openIndexedUsage } from '../usage/indexed-usage.ts'
import { limitToLibrary } from '../usage/limit-to-library.ts'
import { plainUsageRequest } from '../usage/plain-request.ts'
import { detailFor } from '../usage/usage-detail.ts'
import type { UsageReport } from '../usage/usage-report.ts'
import type { UsageNumbers } from '../usage/usage-sum.ts'

/** Tokens and money of the last days, at a glance. Days are those of the zone; today is one of them. */
export interface RecentUsage {
  readonly today: UsageNumbers
  readonly last7Days: UsageNumbers
  readonly last30Days: UsageNumbers
  /** Thirty, from old to new; days without requests too. */
  readonly days: readonly UsedDay[]
}

export interface UsedDay {
  readonly day: string
  readonly costUsd: number | null
  readonly tokens: number
  readonly requests: number
}

const DAYS = 30

/** Undefined where there is no index. The numbers are those of `usage daily`. */
export function readRecentUsage(
  library: Library,
  { now, zone, pricer }: { readonly now: number; readonly zone: Zone; readonly pricer: Pricer },
): RecentUsage | undefined {
  const store = library.keep?.store
  if (!store) return undefined
  const { calendar } = zone
  const since = (days: number): number => calendar.dayAt(calendar.addDays(now, 1 - days))?.from ?? now
  const range = { since: since(DAYS), until: calendar.dayAt(now)?.to ?? now }
  const request = plainUsageRequest({ report: 'daily', ...range, project: undefined, zone, now, pricer })
  const detail = detailFor({ ...request, scope: { ...request.scope, since: since(1) } }, range)
  const source = limitToLibrary(library, openIndexedUsage(store, range, detail))
  const ask = (days: number): UsageReport =>
    buildUsage({ source, store }, { ...request, scope: { ...request.scope, since: since(days) } })
  const whole = ask(DAYS)
  return {
    today: ask(1).totals,
    last7Days: ask(7).totals,
    last30Days: whole.totals,
    days: listDays(whole, zone.dayOf(range.since), zone.dayOf(now)),
  }
}

function listDays({ rows }: UsageReport, first: string, last: string): readonly UsedDay[] {
  const byDay = new Map(rows.map(row => [row.key, row]))
  return (listPeriods('day', first, last, DAYS) ?? []).map(day => {
    const row = byDay.get(day)
    if (!row) return { day, costUsd: 0, tokens: 0, requests: 0 }
    return { day, costUsd: row.costUsd, tokens: row.totalTokens, requests: row.requests }
  })
}
