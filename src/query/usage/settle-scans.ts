import { compareOwners, type RequestOwner } from '../../model/usage/request-columns.ts'
import type { RequestFact } from '../../model/usage/request-facts.ts'
import { cellOf, countFacts, FIRST_AT, KEY, RANK, type ScannedFact } from '../../source/usage-scan-facts.ts'
import type { ScannedSession } from '../../source/usage-scan-result.ts'

/** Where a request stands: position of the session, position in it. */
export interface ScanPlace {
  readonly at: number
  readonly number: number
}

export interface SettledScans {
  /** Numbers of requests that count for another session, by position of the session. */
  readonly copies: ReadonlyMap<number, ReadonlySet<number>>
  /** Places of each request that stands in several sessions, under every one of them. */
  repeats(place: ScanPlace): readonly ScanPlace[]
  keyOf(place: ScanPlace): number
}

/** A session by its id. */
export interface NamedScan extends Pick<ScannedSession, 'facts'> {
  readonly id: string
}

/**
 * Counts each request once over all sessions, by the rule of settleRequests (store/settle-requests.ts): for the session
 * that owns it (R7), whose fact takes over the numbers of the one with most output (R8).
 */
export function settleScans(
  scans: readonly NamedScan[],
  factsOf: (at: number) => readonly ScannedFact[],
): SettledScans {
  const copies = new Map<number, Set<number>>()
  const repeated = findRepeated(scans)
  const ownerOf = ownerReader(scans)
  for (const places of repeated.values()) {
    const facts = places.map(({ at, number }) => factsOf(at)[number] as ScannedFact)
    const owner = pickFirst(places.map(ownerOf), compareOwners)
    const winner = pickFirst(facts, (a, b) => compareCounts(b, a))
    if (winner !== owner) facts[owner]?.take(facts[winner] as ScannedFact)
    for (const { at, number } of places.toSpliced(owner, 1)) {
      const known = copies.get(at) ?? new Set()
      copies.set(at, known.add(number))
    }
  }
  const keyOf = ({ at, number }: ScanPlace): number => cellOf((scans[at] as NamedScan).facts, number, KEY)
  return { copies, keyOf, repeats: place => repeated.get(keyOf(place)) ?? [] }
}

/** By key, each list in the order of the sessions. Nearly all stand in one session: of those only a number is held. */
function findRepeated(scans: readonly NamedScan[]): ReadonlyMap<number, readonly ScanPlace[]> {
  const first = new Map<number, number>()
  const repeated = new Map<number, ScanPlace[]>()
  for (const [at, { facts }] of scans.entries()) {
    for (let number = 0; number < countFacts(facts); number++) {
      const key = cellOf(facts, number, KEY)
      const known = first.get(key)
      if (known === undefined) first.set(key, at)
      else {
        const places = repeated.get(key) ?? [{ at: known, number: findKey(scans[known] as NamedScan, key) }]
        places.push({ at, number })
        repeated.set(key, places)
      }
    }
  }
  return repeated
}

function findKey({ facts }: NamedScan, key: number): number {
  let number = 0
  while (cellOf(facts, number, KEY) !== key) number++
  return number
}

/** The least; of equals the first. */
export function pickFirst<Item>(items: readonly Item[], compare: (a: Item, b: Item) => number): number {
  let best = 0
  for (let at = 1; at < items.length; at++) if (compare(items[at] as Item, items[best] as Item) < 0) best = at
  return best
}

function ownerReader(scans: readonly NamedScan[]): (place: ScanPlace) => RequestOwner {
  const lastTimes: (number | undefined)[] = []
  return ({ at, number }) => {
    const { id, facts } = scans[at] as NamedScan
    const sessionLastAt = lastTimes[at] ?? lastAtOf(facts)
    lastTimes[at] = sessionLastAt
    const firstAt = cellOf(facts, number, FIRST_AT)
    const rank = cellOf(facts, number, RANK)
    return { firstAt: Number.isNaN(firstAt) ? undefined : firstAt, rank, sessionLastAt, sessionId: id }
  }
}

function lastAtOf(facts: NamedScan['facts']): number {
  let last = 0
  for (let row = 0; row < countFacts(facts); row++) {
    const at = cellOf(facts, row, FIRST_AT)
    if (at > last) last = at
  }
  return last
}

/** What decides which copy's numbers count. */
type CountedTokens = Pick<RequestFact, 'output' | 'input' | 'cacheRead' | 'cacheWrite5m' | 'cacheWrite1h'>

export function compareCounts(a: CountedTokens, b: CountedTokens): number {
  return (
    a.output - b.output ||
    a.input - b.input ||
    a.cacheRead - b.cacheRead ||
    a.cacheWrite5m + a.cacheWrite1h - (b.cacheWrite5m + b.cacheWrite1h)
  )
}
