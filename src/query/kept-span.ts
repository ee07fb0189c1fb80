import type { Store } from '../store/store.ts'
import { formatIso } from '../time/day.ts'
import { ofLimits, type SessionLimits } from './session-limits.ts'

/** What the index holds, in a few numbers. Times are ISO 8601 in UTC. */
export interface KeptSpan {
  /** Those that hold a conversation, as lists count them. */
  readonly sessions: number
  /** Of those, on how many different folders or remotes. */
  readonly projects: number
  readonly firstAt: string | undefined
  readonly lastAt: string | undefined
  /** Text that search does not hold: the rest of long outputs, and what backscroll itself once answered. */
  readonly leftOutBytes: number
  /** Lines that could not be read. */
  readonly unreadable: number
}

export function readKeptSpan(store: Store, limits: SessionLimits): KeptSpan {
  const { sql, values } = ofLimits(limits)
  const row = store.get(`${SPAN} AND (${sql})`, values)
  const timeOf = (value: unknown): string | undefined => formatIso((value ?? undefined) as number | undefined)
  return {
    sessions: row?.sessions as number,
    projects: row?.projects as number,
    firstAt: timeOf(row?.first_at),
    lastAt: timeOf(row?.last_at),
    leftOutBytes: (row?.left_out ?? 0) as number,
    unreadable: (row?.unreadable ?? 0) as number,
  }
}

const SPAN = `SELECT count(*) AS sessions, count(DISTINCT coalesce(lower(s.project_remote), s.project_path)) AS projects,
  min(s.started_at) AS first_at, max(s.ended_at) AS last_at, sum(s.left_out_bytes) AS left_out,
  sum(s.unreadable) AS unreadable
FROM sessions AS s WHERE s.has_conversation = 1`
