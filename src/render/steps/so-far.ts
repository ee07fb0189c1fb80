import type { Session } from '../../model/session.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import type { RowCost } from '../view/row.ts'
import type { ViewOptions } from '../view/view-options.ts'

/** How things stand at a moment of a session. */
export interface SoFar {
  /** Distinct files changed, by agents too. */
  readonly files: number
  readonly tokens: number
  /** Undefined where nothing has a price, or nobody was asked for prices. */
  readonly cost: RowCost | undefined
}

const NANO = 1e9

/** Adds up once what there is; afterwards each moment is a look into a table. By time, as agents work beside each other. */
export function createSoFar(
  session: Session,
  { costOf }: Pick<ViewOptions, 'costOf'>,
): (at: number | undefined) => SoFar {
  const changed = [...firstChanges(session).values()].sort((a, b) => a - b)
  const requests = [...session.requests].sort((a, b) => (a.firstAt ?? 0) - (b.firstAt ?? 0))
  const times = requests.map(({ firstAt }) => firstAt ?? 0)
  const sums = [{ tokens: 0, nanoUsd: 0, hasPriced: false, isLowerBound: false }]
  for (const request of requests) {
    const before = sums[sums.length - 1] as (typeof sums)[number]
    const nanoUsd = costOf?.(request)
    const isUncounted = request.isUnfinished && request.recordedCostUsd === undefined
    sums.push({
      tokens: before.tokens + totalTokens(request.tokens),
      nanoUsd: before.nanoUsd + (nanoUsd ?? 0),
      hasPriced: before.hasPriced || nanoUsd !== undefined,
      isLowerBound: before.isLowerBound || nanoUsd === undefined || isUncounted,
    })
  }
  return at => {
    const sum = sums[at === undefined ? 0 : countUpTo(times, at)] as (typeof sums)[number]
    const { tokens, nanoUsd, hasPriced, isLowerBound } = sum
    const cost = hasPriced ? { costUsd: nanoUsd / NANO, isLowerBound } : undefined
    return { files: at === undefined ? 0 : countUpTo(changed, at), tokens, cost }
  }
}

/** When each file was changed first. */
function firstChanges(session: Session): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { facts } of [session.main, ...session.agents.map(agent => agent.thread)]) {
    for (const { action, path, call } of facts.files) {
      const at = call.use?.at ?? call.result?.at
      if (action === 'read' || at === undefined) continue
      found.set(path, Math.min(at, found.get(path) ?? at))
    }
  }
  return found
}

/** How many of them, in order, are not later. */
function countUpTo(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] as number) <= at) low = middle + 1
    else high = middle
  }
  return low
}
