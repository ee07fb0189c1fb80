import type { RequestFact } from '../../../model/usage/request-facts.ts'
import type { CutWorld } from './cut.ts'

/** Where and when a call was made. */
export interface CallPlace {
  readonly session: number
  readonly agent: string
  readonly at: number | null
}

/**
 * The request of a report that made a call: the last one before it in the same thread. Undefined where that is not in
 * the report, because it belongs to another session or was left out by a filter.
 */
export function openCallers({ groups, all = groups }: CutWorld): (call: CallPlace) => RequestFact | undefined {
  const asked = new Map(groups.map(({ session, facts }) => [session.number, facts]))
  const before = new Map(all.map(({ session, facts }) => [session.number, facts]))
  return ({ session, agent, at }) => {
    const facts = asked.get(session)
    if (!facts || at === null) return undefined
    const fact = lastBefore(before.get(session) ?? [], agent, at)
    // Most reports leave nothing out.
    return fact && (facts === before.get(session) || facts.includes(fact)) ? fact : undefined
  }
}

/** They stand in the order of time, threads mixed. An advisor makes no calls. */
function lastBefore(facts: readonly RequestFact[], agent: string, at: number): RequestFact | undefined {
  let [low, high] = [0, facts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (((facts[middle] as RequestFact).firstAt ?? 0) <= at) low = middle + 1
    else high = middle
  }
  for (let place = low - 1; place >= 0; place--) {
    const fact = facts[place] as RequestFact
    if (fact.agent === agent && !fact.isAdvisor) return fact
  }
  return undefined
}
