import type { RequestFact } from '../../model/usage/request-facts.ts'
import type { ExplainedCost } from '../../pricing/pricer.ts'
import { formatIso } from '../../time/day.ts'
import { buildUsage, moneyOf, openCut, type UsageWorld } from './build-usage.ts'
import type { ClientCheck } from './client/check-session.ts'
import { checkNamed, type NotInTranscripts, sumNotInTranscripts } from './client/list-checks.ts'
import type { OpenCut } from './cuts/cut.ts'
import { requireCut } from './cuts/table.ts'
import { nameRows } from './find-rows.ts'
import { costFinder } from './request-cost.ts'
import { requireRow } from './require-row.ts'
import { selectRequests } from './select-requests.ts'
import type { UsageRequest } from './usage-report.ts'
import type { RequestPlaces, SessionUsage, UsageSession } from './usage-source.ts'
import { NANO, partOf, type Share, type UsageNumbers, UsageSum } from './usage-sum.ts'

/** The requests behind one row of a report. */
export interface ExplainedUsage {
  readonly schema: 'backscroll.usage-requests/1'
  readonly report: string
  readonly key: string
  readonly label: string
  /** In the order of time. */
  readonly requests: readonly ExplainedRequest[]
  readonly totals: UsageNumbers
  /** For each session with a request in the row: its client's own total beside ours, of the whole session. */
  readonly clientChecks: readonly ClientCheck[]
}

export interface ExplainedRequest extends RequestPlaces {
  readonly sessionId: string
  readonly agent: string | undefined
  readonly turn: number
  readonly firstAt: string | undefined
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  readonly webSearches: number
  readonly isUnfinished: boolean
  /** Of the whole request; null where nobody knows. */
  readonly costUsd: number | null
  /** Undefined where the client recorded the cost (R28), and without a price. */
  readonly cost: ExplainedCost | undefined
  readonly isRecordedCost: boolean
  /** How much of the request belongs to this row: 1, or less where rows share it. */
  readonly share: number
  /** What of the cost belongs to this row. */
  readonly shareUsd: number | null
}

/** A request of a row, and which parts of it are the row's. */
export interface FoundRequest {
  readonly fact: RequestFact
  readonly session: UsageSession
  readonly shares: readonly Share[]
}

/** A row with its requests, before their lines are looked up. */
export interface FoundRow extends Pick<ExplainedUsage, 'report' | 'key' | 'label' | 'totals'> {
  /** In the order of time. */
  readonly requests: readonly FoundRequest[]
}

export function explainUsage(world: UsageWorld, request: UsageRequest, wanted: string): ExplainedUsage {
  const isMissing = wanted.trim().toLowerCase() === NOT_IN_TRANSCRIPTS
  const missing = isMissing ? sumNotInTranscripts(world.source.groups, request) : undefined
  if (missing) return explainMissing(world, request, missing)
  const { requests, totals, ...row } = findRow(world, request, wanted)
  const explained = explainRequests(requests, world, request)
  const clientChecks = checksOf(requests, world, request)
  return { schema: 'backscroll.usage-requests/1', ...row, requests: explained, totals, clientChecks }
}

/** Names the row that stands beside every report's total. */
const NOT_IN_TRANSCRIPTS = 'not in transcripts'

/** No request is behind it: only sessions whose client counted more. */
function explainMissing({ source }: UsageWorld, request: UsageRequest, missing: NotInTranscripts): ExplainedUsage {
  const all = new Set(selectRequests(source.groups, request.scope).map(({ session }) => session.number))
  const clientChecks = checkNamed(source.groups, all, request).filter(({ because }) =>
    because.includes('not-in-transcripts'),
  )
  const row = { report: request.report, key: NOT_IN_TRANSCRIPTS, label: NOT_IN_TRANSCRIPTS, requests: [] }
  return { schema: 'backscroll.usage-requests/1', ...row, totals: missing, clientChecks }
}

/** The sessions behind a row, each as a whole. */
export function checksOf(
  requests: readonly FoundRequest[],
  { source }: UsageWorld,
  request: UsageRequest,
): readonly ClientCheck[] {
  return checkNamed(source.groups, new Set(requests.map(({ session }) => session.number)), request)
}

export function findRow(world: UsageWorld, request: UsageRequest, wanted: string): FoundRow {
  const cut = requireCut(request.report)
  const groups = selectRequests(world.source.groups, request.scope)
  const open = openCut(cut, world, request, groups)
  const rows = listRows(groups, open)
  const names = nameRows(cut, open, [...rows.keys()])
  const key = requireRow(wanted, names, () => listKeys(world, request))
  const requests = (rows.get(key) ?? []).toSorted((a, b) => (a.fact.firstAt ?? 0) - (b.fact.firstAt ?? 0))
  const costOf = costFinder(request)
  const sum = new UsageSum()
  for (const { fact, shares } of requests) for (const share of shares) sum.add(fact, costOf(fact), share)
  const label = names.find(row => row.key === key)?.label ?? key
  return { report: cut.name, key, label, requests, totals: sum.numbers(moneyOf(request)) }
}

/** As the report shows them, to be named where none of them was meant. */
function listKeys(world: UsageWorld, request: UsageRequest): readonly string[] {
  const { rows } = buildUsage(world, { ...request, breakdown: 'none', limit: undefined })
  return rows.map(({ key }) => key)
}

function listRows(groups: readonly SessionUsage[], open: OpenCut): ReadonlyMap<string, FoundRequest[]> {
  const rows = new Map<string, FoundRequest[]>()
  for (const { session, facts } of groups) {
    for (const fact of facts) {
      const keys = open.keyOf(fact, session)
      const list = typeof keys === 'string' ? [keys] : keys
      for (const key of new Set(list)) {
        const shares = list.flatMap((other, at) => (other === key ? [{ at, of: list.length }] : []))
        const known = rows.get(key)
        if (known) known.push({ fact, session, shares })
        else rows.set(key, [{ fact, session, shares }])
      }
    }
  }
  return rows
}

/** Places are asked for session by session: a thread is read once. */
export function explainRequests(
  found: readonly FoundRequest[],
  { source }: UsageWorld,
  request: UsageRequest,
): readonly ExplainedRequest[] {
  const places = new Map<FoundRequest, RequestPlaces>()
  for (const [session, items] of Map.groupBy(found, item => item.session)) {
    const list = source.placesOf(
      session,
      items.map(({ fact }) => fact),
    )
    for (const [at, item] of items.entries()) places.set(item, list[at] as RequestPlaces)
  }
  return found.map(item => explain(item, places.get(item) as RequestPlaces, request))
}

function explain(
  { fact, session, shares }: FoundRequest,
  places: RequestPlaces,
  request: UsageRequest,
): ExplainedRequest {
  const cost = costFinder(request)(fact)
  const isRecordedCost = request.pricer !== undefined && fact.recordedCostUsd !== undefined && !request.recalculates
  const [first] = shares as [Share]
  return {
    ...places,
    sessionId: session.id,
    agent: fact.agent === '' ? undefined : fact.agent,
    turn: fact.turn,
    firstAt: formatIso(fact.firstAt),
    model: fact.model,
    inputTokens: fact.input,
    outputTokens: fact.output,
    cacheReadTokens: fact.cacheRead,
    cacheWrite5mTokens: fact.cacheWrite5m,
    cacheWrite1hTokens: fact.cacheWrite1h,
    webSearches: fact.webSearches,
    isUnfinished: fact.isUnfinished,
    costUsd: cost === undefined ? null : cost / NANO,
    cost: isRecordedCost ? undefined : request.pricer?.explain(fact),
    isRecordedCost,
    share: shares.length / first.of,
    shareUsd: cost === undefined ? null : shares.reduce((sum, share) => sum + partOf(cost, share), 0) / NANO,
  }
}
