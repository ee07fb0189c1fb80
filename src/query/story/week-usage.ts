import type { Pricer } from '../../pricing/pricer.ts'
import type { Store } from '../../store/store.ts'
import type { Zone } from '../../time/zone.ts'
import { buildUsage } from '../usage/build-usage.ts'
import { openIndexedUsage } from '../usage/indexed-usage.ts'
import { plainUsageRequest } from '../usage/plain-request.ts'
import { detailFor } from '../usage/usage-detail.ts'
import type { UsageRow } from '../usage/usage-report.ts'

/** Tokens and money of weeks, from the engine behind `usage`, so that the numbers are the same. */
export interface WeekUsage {
  of(week: string): UsageRow | undefined
  /** Its sessions, by id: those that cost most first, or took most tokens where there is no money. */
  sessionsOf(week: string): readonly UsageRow[]
}

interface Asked {
  readonly project: string | undefined
  readonly zone: Zone
  readonly now: number
  readonly pricer: Pricer | undefined
}

const ALWAYS = { since: undefined, until: undefined }

export function openWeekUsage(store: Store, asked: Asked): WeekUsage {
  const request = plainUsageRequest({ ...asked, report: 'weekly', ...ALWAYS })
  const source = openIndexedUsage(store, ALWAYS, detailFor(request, ALWAYS))
  const rows = new Map(buildUsage({ source, store }, request).rows.map(row => [row.key, row]))
  return {
    of: week => rows.get(week),
    sessionsOf(week) {
      const { startsAt, endsAt } = rows.get(week)?.about ?? {}
      if (typeof startsAt !== 'string' || typeof endsAt !== 'string') return []
      const range = { since: Date.parse(startsAt), until: Date.parse(endsAt) }
      const own = plainUsageRequest({ ...asked, report: 'sessions', ...range })
      return buildUsage({ source: openIndexedUsage(store, range, detailFor(own, range)), store }, own).rows
    },
  }
}
