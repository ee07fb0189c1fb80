import type { Store } from '../../store/store.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import type { FrictionWorld } from './friction.ts'
import type { TallyName } from './trend-metrics.ts'
import type { Contribution, WeekTally } from './week-tally.ts'
import type { WeekUsage } from './week-usage.ts'

/** A session that made a week what it was, and where most of it was: `shortId:turn`. */
export interface TrendDriver {
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  /** Of the main thread; undefined where nothing is left of that but its subagents. */
  readonly turn: number | undefined
  readonly amount: number
}

export type DriverFinder = (week: string, name: TallyName) => readonly TrendDriver[]

const MAX_DRIVERS = 3

interface DriverWorld {
  readonly store: Store
  readonly tally: WeekTally
  readonly usage: WeekUsage
  readonly friction: FrictionWorld
}

type Spent = Omit<Contribution, 'turn'> & Pick<TrendDriver, 'turn'>

/** The sessions with most of it, largest first. */
export function createDriverFinder({ store, tally, usage, friction }: DriverWorld): DriverFinder {
  const numbers = nameNumbers(friction.names)
  const spent = (week: string, name: 'tokens' | 'costUsd'): readonly Spent[] => {
    const turns = new Map(tally.list(week, 'activeMs').map(one => [one.session, one]))
    return usage
      .sessionsOf(week)
      .flatMap(row => {
        const session = numbers.get(row.key)
        const amount = name === 'tokens' ? row.totalTokens : (row.costUsd ?? 0)
        if (session === undefined || amount === 0) return []
        const { agent = '', turn = firstTurn(store, session) } = turns.get(session) ?? {}
        return [{ session, amount, agent, turn }]
      })
      .sort((a, b) => b.amount - a.amount)
  }
  return (week, name) => {
    const all: readonly Spent[] = name === 'tokens' || name === 'costUsd' ? spent(week, name) : tally.list(week, name)
    return all
      .filter(({ amount }) => amount > 0)
      .slice(0, MAX_DRIVERS)
      .map(({ session, amount, agent, turn }) => ({
        sessionId: friction.names.get(session)?.sessionId ?? '',
        shortId: friction.names.get(session)?.shortId ?? '',
        title: (store.get(TITLE, [session])?.title ?? '') as string,
        turn: agent === '' ? turn : findMainTurn(store, session, agent),
        amount,
      }))
  }
}

/** Usage goes by ids: of several sessions that bear one, the one that the short id alone names. */
function nameNumbers(names: FrictionWorld['names']): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>()
  for (const [session, { sessionId, shortId }] of names) {
    if (!numbers.has(sessionId) || !shortId.includes('~')) numbers.set(sessionId, session)
  }
  return numbers
}

function firstTurn(store: Store, session: number): number | undefined {
  const row = store.get(`SELECT min(number) AS turn FROM turns WHERE session = ? AND agent = ''`, [session])
  return (row?.turn ?? undefined) as number | undefined
}

const TITLE = 'SELECT title FROM sessions WHERE session = ?'
