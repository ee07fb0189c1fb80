import type { ClientTotal } from '../../../model/client-totals.ts'
import type { SessionUsage } from '../usage-source.ts'

export interface Carried {
  /** Id of the origin. */
  readonly from: string
  /** Undefined where the origin's own lines do not tell. */
  readonly total: ClientTotal | undefined
}

/**
 * `--fork-session` goes on with the total that its origin had then, and with its start; `/branch` begins at nothing. What
 * was carried is the last total that the origin had written before the fork's own first request.
 */
export function findCarried(
  { session, facts }: SessionUsage,
  total: ClientTotal,
  findGroup: (id: string) => SessionUsage | undefined,
): Carried | undefined {
  const { startedAt } = total
  if (startedAt === undefined) return undefined
  const forkedAt = firstOf(facts)
  let best: Carried | undefined
  for (const from of session.client?.forkedFrom ?? []) {
    const origin = findGroup(from)?.session.client
    // Without the origin only the clock tells: a process that began before what it copied is that of the origin.
    const hasStart = origin ? origin.totals.some(each => each.startedAt === startedAt) : isOlder(startedAt, session)
    if (!hasStart) continue
    const then = origin?.totals.findLast(
      each => each.startedAt === startedAt && each.costUsd <= total.costUsd && (each.at ?? 0) <= forkedAt,
    )
    if (!best?.total || (then && then.costUsd > best.total.costUsd)) best = { from, total: then }
  }
  return best
}

function isOlder(startedAt: number, { client }: SessionUsage['session']): boolean {
  return client?.firstAt !== undefined && startedAt <= client.firstAt
}

function firstOf(facts: SessionUsage['facts']): number {
  return facts.reduce((first, { firstAt }) => Math.min(first, firstAt ?? first), Number.POSITIVE_INFINITY)
}
