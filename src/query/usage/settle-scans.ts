import { compareNamedWinners, isAsGood, isSidechainRank, type NamedWinner } from '../../model/usage/compare-winners.ts'
import { compareOwners, type RequestOwner } from '../../model/usage/request-columns.ts'
import {
  cellOf,
  countFacts,
  FIRST_AT,
  IS_ADVISOR,
  KEY,
  MESSAGE_KEY,
  RANK,
  type ScannedFact,
} from '../../source/usage-scan-facts.ts'
import type { ScannedSession } from '../../source/usage-scan-result.ts'

/** Where a request stands: position of the session, position in it. */
export interface ScanPlace {
  readonly at: number
  readonly number: number
}

/** A request that stands in several sessions, in their order, and the one whose numbers count. */
export interface RepeatedRequest {
  readonly places: readonly ScanPlace[]
  readonly winner: ScanPlace
}

export interface SettledScans {
  /** Numbers of requests that do not count for their session, by position of the session. */
  readonly copies: ReadonlyMap<number, ReadonlySet<number>>
  /** Undefined where it stands in one session. */
  repeats(place: ScanPlace): RepeatedRequest | undefined
  keyOf(place: ScanPlace): number
}

/** A session by its id. */
export interface NamedScan extends Pick<ScannedSession, 'facts'> {
  readonly id: string
}

type FactsOf = (at: number) => readonly ScannedFact[]

/**
 * Counts each request once over all sessions, by the rule of settleRequests (store/settle-requests.ts): for the session
 * that owns it (R7), whose fact takes over the numbers of the one that wins (R8). Advisors count as the session has them
 * whose copy of the message has won (R14).
 */
export function settleScans(scans: readonly NamedScan[], factsOf: FactsOf): SettledScans {
  const settling = new Settling(scans, factsOf)
  const advisorsOf = advisorFinder(scans)
  for (const places of findRepeated(scans)) {
    const owner = pickFirst(places, place => settling.ownerOf(place), compareOwners)
    const best = pickFirst(places, place => settling.winnerOf(place), compareNamedWinners)
    const winner = isAsGood(settling.winnerOf(owner), settling.winnerOf(best)) ? owner : best
    settling.settle(places, owner, winner)
    const key = settling.keyOf(owner)
    const advisors = Map.groupBy(
      places.flatMap(({ at }) => advisorsOf(at).get(key) ?? []),
      place => settling.keyOf(place),
    )
    for (const copies of advisors.values()) {
      const won = copies.find(({ at }) => at === winner.at)
      settling.settle(copies, won && (copies.find(({ at }) => at === owner.at) ?? won), won)
    }
  }
  return settling
}

class Settling implements SettledScans {
  readonly copies = new Map<number, Set<number>>()
  private readonly scans: readonly NamedScan[]
  private readonly factsOf: FactsOf
  private readonly repeated = new Map<string, RepeatedRequest>()
  private readonly lastTimes: (number | undefined)[] = []

  constructor(scans: readonly NamedScan[], factsOf: FactsOf) {
    this.scans = scans
    this.factsOf = factsOf
  }

  repeats(place: ScanPlace): RepeatedRequest | undefined {
    return this.repeated.get(nameOf(place))
  }

  keyOf({ at, number }: ScanPlace): number {
    return cellOf(this.scanAt(at).facts, number, KEY)
  }

  /** Without an owner it counts nowhere. */
  settle(places: readonly ScanPlace[], owner: ScanPlace | undefined, winner: ScanPlace | undefined): void {
    if (owner && winner) {
      if (winner !== owner) this.factOf(owner).take(this.factOf(winner))
      this.repeated.set(nameOf(owner), { places, winner })
    }
    for (const place of places) {
      if (place === owner) continue
      const known = this.copies.get(place.at) ?? new Set()
      this.copies.set(place.at, known.add(place.number))
    }
  }

  ownerOf({ at, number }: ScanPlace): RequestOwner {
    const { id, facts } = this.scanAt(at)
    const sessionLastAt = this.lastTimes[at] ?? lastAtOf(facts)
    this.lastTimes[at] = sessionLastAt
    const firstAt = cellOf(facts, number, FIRST_AT)
    const rank = cellOf(facts, number, RANK)
    return { firstAt: Number.isNaN(firstAt) ? undefined : firstAt, rank, sessionLastAt, sessionId: id }
  }

  winnerOf(place: ScanPlace): NamedWinner {
    const fact = this.factOf(place)
    return {
      output: fact.output,
      isSidechain: isSidechainRank(cellOf(this.scanAt(place.at).facts, place.number, RANK)),
      winnerAt: fact.winnerAt,
      isUnfinished: fact.isUnfinished,
      input: fact.input,
      cacheRead: fact.cacheRead,
      cacheWrite5m: fact.cacheWrite5m,
      cacheWrite1h: fact.cacheWrite1h,
      thinking: fact.thinking,
      webSearches: fact.webSearches,
      recordedCostUsd: fact.recordedCostUsd,
      sessionId: this.scanAt(place.at).id,
      contextTokens: fact.contextTokens,
      webFetches: fact.webFetches,
      model: fact.model,
      speed: fact.speed,
      geo: fact.geo,
      serviceTier: fact.serviceTier,
      number: place.number,
    }
  }

  private factOf({ at, number }: ScanPlace): ScannedFact {
    return this.factsOf(at)[number] as ScannedFact
  }

  private scanAt(at: number): NamedScan {
    return this.scans[at] as NamedScan
  }
}

function nameOf({ at, number }: ScanPlace): string {
  return `${at} ${number}`
}

/** Messages in several sessions, in the order of these. Nearly all stand in one: of those only a number is held. */
function findRepeated(scans: readonly NamedScan[]): Iterable<readonly ScanPlace[]> {
  const first = new Map<number, number>()
  const repeated = new Map<number, ScanPlace[]>()
  for (const [at, { facts }] of scans.entries()) {
    for (let number = 0; number < countFacts(facts); number++) {
      if (cellOf(facts, number, IS_ADVISOR) === 1) continue
      const key = cellOf(facts, number, KEY)
      const known = first.get(key)
      if (known === undefined) first.set(key, at)
      else {
        const places = repeated.get(key) ?? [{ at: known, number: findMessage(scans[known] as NamedScan, key) }]
        places.push({ at, number })
        repeated.set(key, places)
      }
    }
  }
  return repeated.values()
}

function findMessage({ facts }: NamedScan, key: number): number {
  let number = 0
  while (cellOf(facts, number, KEY) !== key || cellOf(facts, number, IS_ADVISOR) === 1) number++
  return number
}

/** The calls of advisors in a session, by the key of their message. Few sessions are asked, and few have any. */
function advisorFinder(scans: readonly NamedScan[]): (at: number) => ReadonlyMap<number, readonly ScanPlace[]> {
  const known: (ReadonlyMap<number, readonly ScanPlace[]> | undefined)[] = []
  return at => {
    const found = known[at] ?? listAdvisors(scans[at] as NamedScan, at)
    known[at] = found
    return found
  }
}

function listAdvisors({ facts }: NamedScan, at: number): ReadonlyMap<number, readonly ScanPlace[]> {
  const places = Array.from({ length: countFacts(facts) }, (_, number) => ({ at, number }))
  const advisors = places.filter(({ number }) => cellOf(facts, number, IS_ADVISOR) === 1)
  return Map.groupBy(advisors, ({ number }) => cellOf(facts, number, MESSAGE_KEY))
}

/** The item with the least value. */
function pickFirst<Item, Value>(
  items: readonly Item[],
  measure: (item: Item) => Value,
  compare: (a: Value, b: Value) => number,
): Item {
  return items.reduce((best, item) => (compare(measure(item), measure(best)) < 0 ? item : best))
}

function lastAtOf(facts: NamedScan['facts']): number {
  let last = 0
  for (let row = 0; row < countFacts(facts); row++) {
    const at = cellOf(facts, row, FIRST_AT)
    if (at > last) last = at
  }
  return last
}
