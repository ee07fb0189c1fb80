import type { Store } from '../../store/store.ts'
import type { Zone } from '../../time/zone.ts'
import { pullRequestKey } from '../lookups/pull-request-name.ts'
import type { FrictionWorld } from './friction.ts'
import { readWork, type WorkSession } from './read-work.ts'
import { type TallyPlace, WeekTally } from './week-tally.ts'
import { type FactsAsked, readTurnFacts } from './work-facts.ts'

interface Asked {
  readonly friction: FrictionWorld
  readonly zone: Zone
  readonly project: string | undefined
}

/**
 * All that happened, each thing once however many sessions repeat it, in the week in which its turn was asked for: made
 * of what the report of a week is made of, so that both have the same numbers.
 */
export function tallyWeeks(store: Store, { friction, zone, project }: Asked): WeekTally {
  const tally = new WeekTally(zone)
  const works = readWork(store, { from: 0, to: Number.MAX_SAFE_INTEGER, scope: { project, limits: undefined } })
  const places = new Map(works.map(work => [work.session, createPlaces(work)]))
  for (const work of works) tallyWork(tally, work, places.get(work.session) as Places, friction)
  tallyPullRequests(tally, works, places)
  const tallyFacts = (name: 'corrections' | 'errors', asked: FactsAsked): void => {
    for (const { session, turn } of readTurnFacts(store, [...places.keys()], asked)) {
      const place = places.get(session)?.(turn)
      if (place) tally.add(name, place, 1)
    }
  }
  tallyFacts('corrections', { table: 'corrections', columns: ['f.source'], where: "f.source <> 'rewind'" })
  tallyFacts('errors', { table: 'errors', columns: ['f.call'] })
  return tally
}

/** Where a turn stands; undefined for one that is told in another session. */
type Places = (turn: number) => TallyPlace | undefined

function createPlaces({ session, turns }: WorkSession): Places {
  const places = new Map(turns.map(({ turn, at }) => [turn, { session, agent: '', turn, at }]))
  return turn => places.get(turn)
}

/** A session counts in every week with a turn of its own; its friction in the first of them. */
function tallyWork(tally: WeekTally, work: WorkSession, placeOf: Places, friction: FrictionWorld): void {
  const at = (turn: number): TallyPlace => placeOf(turn) as TallyPlace
  for (const { turn, activeMs } of work.turns) {
    tally.addOnce('sessions', at(turn), String(work.session))
    if (turn > 0) tally.add('turns', at(turn), 1)
    tally.add('activeMs', at(turn), activeMs)
  }
  const [first] = work.turns
  const score = friction.contained.has(work.session) ? undefined : friction.of(work.session)?.score
  if (first && score !== undefined) tally.add('friction', at(first.turn), score)
  for (const { turn, path, added, removed } of work.touches) {
    tally.add('changedLines', at(turn), added + removed)
    tally.addOnce('changedFiles', at(turn), path)
  }
  for (const { turn } of work.commits) tally.add('commits', at(turn), 1)
  for (const { turn, outcome } of work.tests) {
    tally.add('testRuns', at(turn), 1)
    if (outcome !== 'unknown') tally.add(outcome === 'passed' ? 'passedRuns' : 'failedRuns', at(turn), 1)
  }
}

/** In the week in which it came up first: it is named again and again. */
function tallyPullRequests(tally: WeekTally, works: readonly WorkSession[], places: ReadonlyMap<number, Places>): void {
  const known = new Set<string>()
  const named = works.flatMap(({ session, pullRequests }) =>
    pullRequests.map(({ url, number, repository, turn }) => ({
      key: pullRequestKey({ url, number: number ?? null, repository: repository ?? null }),
      place: places.get(session)?.(turn) as TallyPlace,
    })),
  )
  for (const { key, place } of named.sort((a, b) => (a.place.at ?? 0) - (b.place.at ?? 0))) {
    if (known.has(key)) continue
    known.add(key)
    tally.add('pullRequests', place, 1)
  }
}
