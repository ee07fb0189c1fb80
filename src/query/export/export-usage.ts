import { compareWinners, isAsGood, isSidechainRank, type RequestWinner } from '../../model/usage/compare-winners.ts'
import type { Request } from '../../model/usage/request.ts'
import { compareOwners, type RequestOwner } from '../../model/usage/request-columns.ts'
import type { RequestFact } from '../../model/usage/request-facts.ts'
import { toRequestFact } from '../../model/usage/to-request-fact.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import type { SessionSource } from '../../source/session-source.ts'
import type { Library } from '../library.ts'
import { openIndexedUsage } from '../usage/indexed-usage.ts'
import { costFinder } from '../usage/request-cost.ts'
import { type UsageNumbers, UsageSum } from '../usage/usage-sum.ts'

/** A session of an export, as far as it is counted. */
export interface CountedSession {
  /** As the library lists it. */
  readonly source: SessionSource
  readonly requests: readonly Request[]
  readonly turns: { readonly from: number; readonly to: number } | undefined
}

export interface ExportUsage {
  /** In the order of the sessions. */
  readonly sessions: readonly UsageNumbers[]
  /** Each request once, also where two sessions were asked for in parts that overlap. */
  readonly total: UsageNumbers
}

/**
 * What the sessions of an export took, in the numbers of `usage`: a request that several sessions hold counts for the one
 * that owns it. Where the index knows the sessions it says which; else they are compared with each other.
 */
export function countExport(
  sessions: readonly CountedSession[],
  { library, pricer }: { readonly library: Library; readonly pricer: Pricer },
): ExportUsage {
  const factsOf = openIndexed(library, sessions) ?? settleAmong(sessions)
  const costOf = costFinder({ pricer, recalculates: false })
  const total = new UsageSum()
  const counted = new Set<string>()
  const sums = sessions.map(session => {
    const sum = new UsageSum()
    for (const { name, fact } of factsOf(session)) {
      if (!isInRange(fact.turn, session)) continue
      const cost = costOf(fact)
      sum.add(fact, cost)
      if (!counted.has(name)) total.add(fact, cost)
      counted.add(name)
    }
    return sum
  })
  const money = { hasCost: true, recalculates: false }
  return { sessions: sums.map(sum => sum.numbers(money)), total: total.numbers(money) }
}

function isInRange(turn: number, { turns }: CountedSession): boolean {
  return !turns || (turn >= turns.from && turn <= turns.to)
}

/** A fact under a name that no other request has. */
interface NamedFact {
  readonly name: string
  readonly fact: RequestFact
}

type FactsOf = (session: CountedSession) => Iterable<NamedFact>

/** Undefined where the index does not know all of them. */
function openIndexed(library: Library, sessions: readonly CountedSession[]): FactsOf | undefined {
  const store = library.keep?.store
  if (!store) return undefined
  const { groups } = openIndexedUsage(store, { since: undefined, until: undefined })
  const byNumber = new Map(groups.map(group => [group.session.number, group.facts]))
  const findFacts = ({ source }: CountedSession): readonly RequestFact[] | undefined =>
    byNumber.get(library.sessionOf(source) ?? Number.NaN)
  if (!sessions.every(findFacts)) return undefined
  return session =>
    (findFacts(session) ?? []).map(fact => ({ name: `${library.sessionOf(session.source)} ${fact.number}`, fact }))
}

/** A request as one session holds it. */
interface Held {
  readonly source: SessionSource
  readonly request: Request
  readonly sessionLastAt: number
}

/** By the rule of settleRequests (store/settle-requests.ts), over these sessions alone. */
function settleAmong(sessions: readonly CountedSession[]): FactsOf {
  const held = new Map<string, Held[]>()
  for (const { source, requests } of sessions) {
    const sessionLastAt = requests.reduce((last, { firstAt }) => Math.max(last, firstAt ?? 0), 0)
    for (const request of requests) {
      const copies = held.get(request.key)
      if (!copies) held.set(request.key, [{ source, request, sessionLastAt }])
      else if (!copies.some(copy => copy.source === source)) copies.push({ source, request, sessionLastAt })
    }
  }
  return ({ source, requests }) =>
    requests.flatMap(({ key }) => {
      const fact = settle(held.get(key) ?? [], source)
      return fact ? [{ name: key, fact }] : []
    })
}

/** Undefined where it counts for another session. */
function settle(copies: readonly Held[], source: SessionSource): RequestFact | undefined {
  const owner = copies.reduce((best, copy) => (compareOwners(ownerOf(copy), ownerOf(best)) < 0 ? copy : best))
  if (owner.source !== source) return undefined
  const best = copies.reduce((best, copy) => (compareWinners(winnerOf(copy), winnerOf(best)) < 0 ? copy : best))
  const { request } = isAsGood(winnerOf(owner), winnerOf(best)) ? owner : best
  const { firstAt, at } = owner.request
  return toRequestFact({ ...request, firstAt, at }, { number: 0, agent: '', calls: [], paths: [] })
}

function ownerOf({ source, request, sessionLastAt }: Held): RequestOwner {
  return { firstAt: request.firstAt, rank: request.rank, sessionLastAt, sessionId: source.id }
}

function winnerOf({ source, request }: Held): RequestWinner {
  const { winnerAt, isUnfinished, webSearches, recordedCostUsd, tokens, rank } = request
  const isSidechain = isSidechainRank(rank)
  return { ...tokens, isSidechain, winnerAt, isUnfinished, webSearches, recordedCostUsd, sessionId: source.id }
}
