import type { Pricer } from '../../../pricing/pricer.ts'
import type { Store } from '../../../store/store.ts'
import { openIndexedUsage } from '../indexed-usage.ts'
import { type ClientCheck, checkSession } from './check-session.ts'

/** The client's total of one session beside ours; undefined where it left none. */
export function checkOne(store: Store, session: number, pricer: Pricer): ClientCheck | undefined {
  if (!store.get('SELECT 1 FROM client_totals WHERE session = ?', [session])) return undefined
  const { groups } = openIndexedUsage(store, { since: undefined, until: undefined }, 'bundles')
  const group = groups.find(each => each.session.number === session)
  return (
    group && checkSession(group, { pricer, recalculates: false }, id => groups.find(each => each.session.id === id))
  )
}
