import type { Pricer } from '../../pricing/pricer.ts'
import type { Store } from '../../store/store.ts'
import type { Library } from '../library.ts'
import type { RankedRow } from '../session-row.ts'
import { sumSessions } from '../usage/sum-sessions.ts'
import type { UsageNumbers } from '../usage/usage-sum.ts'

/** What each session of a library used, as `usage sessions` has it; undefined for one that is not in the index yet. */
export type FindCosts = (row: Pick<RankedRow, 'source'>) => UsageNumbers | undefined

export function findCosts(library: Library, pricer: Pricer): FindCosts {
  const store = library.keep?.store
  if (!store) return () => undefined
  const costs = countOnce(store, pricer)
  return ({ source }) => {
    const session = library.sessionOf(source)
    return session === undefined ? undefined : costs.get(session)
  }
}

interface Counted {
  readonly state: string
  readonly costs: ReadonlyMap<number, UsageNumbers>
}

const counted = new WeakMap<Pricer, Counted>()

/** Again only where the index has gone on: whoever lists sessions often counts all requests once. */
function countOnce(store: Store, pricer: Pricer): Counted['costs'] {
  const state = stateOf(store)
  const known = counted.get(pricer)
  if (known?.state === state) return known.costs
  const costs = sumSessions(store, pricer)
  counted.set(pricer, { state, costs })
  return costs
}

/** Names what an index says: another one after every write. */
export function stateOf(store: Store): string {
  return `${store.path} ${store.meta.get('archive')} ${store.meta.get('commits')}`
}
