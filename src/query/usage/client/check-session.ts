/**
 * Puts the client's own total of a session beside ours and says what the difference is made of: tokens first, model by
 * model, then money. What the client counted and no line holds is `notInTranscripts`: in no total, of no prompt.
 */
import type { ClientModelTotal, ClientTotal } from '../../../model/client-totals.ts'
import type { RequestFact } from '../../../model/usage/request-facts.ts'
import { costFinder } from '../request-cost.ts'
import type { UsageRequest } from '../usage-report.ts'
import type { SessionUsage } from '../usage-source.ts'
import { type MoneyAsked, NANO, type UsageNumbers, UsageSum } from '../usage-sum.ts'
import { findCarried } from './find-carried.ts'

export interface ClientCheck {
  readonly sessionId: string
  readonly title: string
  /** The client's last total, and what of it a fork brought along from its origin; null: it did, nobody knows how much. */
  readonly clientUsd: number
  readonly carried: { readonly costUsd: number | null; readonly from: string } | undefined
  /** Lines were copied from this session, which is gone: they count here, and the client counted them there. */
  readonly copiedFrom: string | undefined
  /** Requests of the session that the total is about: null without a price. */
  readonly recordedUsd: number | null
  readonly recordedRequests: number
  /** Of those, without a final count: of an answer that was cut off the client counts more than its lines say. */
  readonly unfinished: number
  readonly compactions: number | undefined
  /** Counted by the client and on no line: compactions, titles and the like. At our prices. */
  readonly notInTranscripts: UsageNumbers
  /** On lines, and not counted by the client: as of a process that was killed. At our prices. */
  readonly notInClient: UsageNumbers
  /** What is left of the difference: the client's prices are not ours. Null where a model has no price here, or no count. */
  readonly pricesUsd: number | null
  /** Requests after the last total: the session goes on, or its process was killed. */
  readonly later: { readonly requests: number; readonly costUsd: number | null }
  /** The client knew no price for some model. */
  readonly hasUnknownPrices: boolean
  readonly models: readonly ClientCheckModel[]
  /** What the difference is, in the order in which it is said. */
  readonly because: readonly ClientReason[]
}

export interface ClientCheckModel {
  readonly model: string
  readonly clientTokens: number
  readonly recordedTokens: number
  readonly clientUsd: number
  readonly recordedUsd: number | null
}

export type ClientReason =
  | 'equal'
  /** Its counts do not fit its total, or are beyond reason: nothing can be compared but money. */
  | 'unreadable'
  | 'carried'
  | 'carried-unknown'
  | 'not-in-transcripts'
  | 'cut'
  | 'not-in-client'
  /** The same, of lines that were copied from a session that is gone. */
  | 'copied'
  | 'prices'
  | 'unpriced'
  | 'later'

export type CheckRequest = Pick<UsageRequest, 'pricer' | 'recalculates'>

/** Undefined where the client left no total. `findGroup` finds the sessions that a fork may come from. */
export function checkSession(
  group: SessionUsage,
  request: CheckRequest,
  findGroup: (id: string) => SessionUsage | undefined,
): ClientCheck | undefined {
  const { session, facts } = group
  const total = session.client?.totals.at(-1)
  if (!session.client || !total) return undefined
  const money: MoneyAsked = { hasCost: request.pricer !== undefined, recalculates: request.recalculates }
  const costOf = costFinder(request)
  const isLater = ({ firstAt }: RequestFact): boolean => firstAt !== undefined && firstAt >= (total.nextAt ?? Infinity)
  const covered = facts.filter(fact => !isLater(fact))
  const recorded = sumOf(covered, costOf).numbers(money)
  const later = sumOf(facts.filter(isLater), costOf).numbers(money)
  const carried = findCarried(group, total, findGroup)
  const isUnreadable = session.client.isUnreadable && (total.costUsd > 0 || recorded.requests > 0)
  const counted = isUnreadable ? [] : subtract(total, carried?.total)
  const models = isUnreadable ? [] : compareModels(counted, covered, costOf)
  const priced = (list: readonly Counts[]): UsageNumbers => sumOf(list.map(toFact(total)), costOf).numbers(money)
  const check = {
    sessionId: session.id,
    title: session.title,
    clientUsd: total.costUsd,
    copiedFrom: carried ? undefined : session.client.forkedFrom.find(id => findGroup(id) === undefined),
    carried: carried && { costUsd: carried.total?.costUsd ?? null, from: carried.from },
    recordedUsd: recorded.costUsd,
    recordedRequests: recorded.requests,
    unfinished: recorded.unfinished,
    compactions: session.client.compactions,
    notInTranscripts: priced(models.map(({ client, own }) => beyond(client, own))),
    notInClient: priced(models.map(({ client, own }) => beyond(own, client))),
    later: { requests: later.requests, costUsd: later.costUsd },
    hasUnknownPrices: total.hasUnknownPrices,
    models: models.map(({ client, own, ownUsd }) => ({
      model: client.model,
      clientTokens: tokensOf(client),
      recordedTokens: tokensOf(own),
      clientUsd: client.costUsd,
      recordedUsd: ownUsd,
    })),
  }
  const pricesUsd = isUnreadable ? null : priceDifference(check, carried?.total)
  const reasons = listReasons({ ...check, pricesUsd })
  return { ...check, pricesUsd, because: isUnreadable ? ['unreadable', ...reasons.filter(isBeside)] : reasons }
}

/** True of a total whose counts say nothing too. */
function isBeside(reason: ClientReason): boolean {
  return reason === 'carried' || reason === 'carried-unknown' || reason === 'later'
}

/** Counts of one model. */
type Counts = Omit<ClientModelTotal, 'thinking' | 'costUsd'>

interface ComparedModel {
  readonly client: ClientModelTotal
  readonly own: Counts
  readonly ownUsd: number | null
}

function compareModels(
  client: readonly ClientModelTotal[],
  facts: readonly RequestFact[],
  costOf: ReturnType<typeof costFinder>,
): readonly ComparedModel[] {
  const own = Map.groupBy(facts, ({ model }) => plainModel(model))
  const named = Map.groupBy(client, ({ model }) => plainModel(model))
  return [...new Set([...named.keys(), ...own.keys()])].sort().map(model => {
    const mine = sumOf(own.get(model) ?? [], costOf).numbers({ hasCost: true, recalculates: false })
    return { client: addUp(model, named.get(model) ?? []), own: toCounts(model, mine), ownUsd: mine.costUsd }
  })
}

/** The client names the large window with the model; answers do not. */
function plainModel(model: string): string {
  return model.replace(/\[\w+\]$/, '')
}

function addUp(model: string, list: readonly ClientModelTotal[]): ClientModelTotal {
  const sum = (pick: (each: ClientModelTotal) => number): number => list.reduce((total, each) => total + pick(each), 0)
  return {
    model,
    input: sum(each => each.input),
    output: sum(each => each.output),
    cacheRead: sum(each => each.cacheRead),
    cacheWrite5m: sum(each => each.cacheWrite5m),
    cacheWrite1h: sum(each => each.cacheWrite1h),
    thinking: sum(each => each.thinking),
    webSearches: sum(each => each.webSearches),
    costUsd: sum(each => each.costUsd),
  }
}

function toCounts(model: string, numbers: UsageNumbers): Counts {
  return {
    model,
    input: numbers.inputTokens,
    output: numbers.outputTokens,
    cacheRead: numbers.cacheReadTokens,
    cacheWrite5m: numbers.cacheWrite5mTokens,
    cacheWrite1h: numbers.cacheWrite1hTokens,
    webSearches: numbers.webSearches,
  }
}

/** The total without what a fork brought along. */
function subtract(total: ClientTotal, carried: ClientTotal | undefined): readonly ClientModelTotal[] {
  return total.models.map(model => {
    const before = carried?.models.find(each => each.model === model.model)
    return before ? { ...beyond(model, before), thinking: 0, costUsd: model.costUsd - before.costUsd } : model
  })
}

/** What one has more than the other. Writes are compared as a whole: the split may be missing. */
function beyond(more: Counts, less: Counts): Counts {
  const writes = Math.max(0, more.cacheWrite5m + more.cacheWrite1h - less.cacheWrite5m - less.cacheWrite1h)
  const cacheWrite1h = Math.min(writes, Math.max(0, more.cacheWrite1h - less.cacheWrite1h))
  return {
    model: more.model,
    input: Math.max(0, more.input - less.input),
    output: Math.max(0, more.output - less.output),
    cacheRead: Math.max(0, more.cacheRead - less.cacheRead),
    cacheWrite5m: writes - cacheWrite1h,
    cacheWrite1h,
    webSearches: Math.max(0, more.webSearches - less.webSearches),
  }
}

/** Counts as if they were one request of no context: nobody knows how many there were. */
function toFact(total: ClientTotal): (counts: Counts) => RequestFact {
  const { at } = total
  return counts => ({
    ...counts,
    number: 0,
    firstAt: at,
    lastAt: at,
    requests: 0,
    speed: '',
    geo: '',
    serviceTier: '',
    thinking: 0,
    contextTokens: 0,
    webFetches: 0,
    recordedCostUsd: undefined,
    isUnfinished: false,
    isAdvisor: false,
    branch: '',
    agent: '',
    turn: 0,
    lines: 0,
    calls: [],
    paths: [],
  })
}

function sumOf(facts: readonly RequestFact[], costOf: ReturnType<typeof costFinder>): UsageSum {
  const sum = new UsageSum()
  for (const fact of facts) if (fact.requests > 0 || tokensOf(fact) > 0) sum.add(fact, costOf(fact))
  return sum
}

function tokensOf({ input, output, cacheRead, cacheWrite5m, cacheWrite1h }: Omit<Counts, 'model'>): number {
  return input + output + cacheRead + cacheWrite5m + cacheWrite1h
}

type Compared = Omit<ClientCheck, 'because' | 'pricesUsd'>

/** Whole nano-dollars, so that what is equal leaves nothing. Undefined total: carried, nobody knows how much. */
function priceDifference(check: Compared, carried: ClientTotal | undefined): number | null {
  const { clientUsd, recordedUsd, notInTranscripts, notInClient } = check
  if (check.carried && !carried) return null
  const parts = [recordedUsd, notInTranscripts.costUsd, notInClient.costUsd]
  if (parts.includes(null) || notInTranscripts.unpricedTokens > 0 || check.models.some(isUnpriced)) return null
  const [recorded = 0, missing = 0, surplus = 0] = parts.map(part => part ?? 0)
  // Never a minus before nothing.
  return Math.round((clientUsd - (carried?.costUsd ?? 0) - recorded - missing + surplus) * NANO) / NANO || 0
}

function isUnpriced({ recordedUsd, recordedTokens }: ClientCheckModel): boolean {
  return recordedUsd === null && recordedTokens > 0
}

/** Less than that is rounding. */
const ROUNDING_USD = 1e-6

function listReasons(check: Omit<ClientCheck, 'because'>): readonly ClientReason[] {
  const { carried, notInTranscripts, notInClient, pricesUsd, later } = check
  const isUnknown = carried?.costUsd === null
  const reasons: ClientReason[] = []
  if (carried) reasons.push(isUnknown ? 'carried-unknown' : 'carried')
  if (!isUnknown && hasAny(notInTranscripts)) reasons.push('not-in-transcripts')
  if (!isUnknown && notInTranscripts.outputTokens > 0 && check.unfinished > 0) reasons.push('cut')
  if (!isUnknown && hasAny(notInClient)) reasons.push(check.copiedFrom === undefined ? 'not-in-client' : 'copied')
  if (check.models.some(isUnpriced) || notInTranscripts.unpricedTokens > 0) reasons.push('unpriced')
  if (pricesUsd !== null && Math.abs(pricesUsd) > ROUNDING_USD) reasons.push('prices')
  if (later.requests > 0) reasons.push('later')
  const isEqual = reasons.every(reason => reason === 'carried' || reason === 'later')
  return isEqual ? ['equal', ...reasons] : reasons
}

function hasAny({ totalTokens, webSearches }: UsageNumbers): boolean {
  return totalTokens > 0 || webSearches > 0
}
