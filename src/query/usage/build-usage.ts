/**
 * The one engine behind every report: filters, prices and adds up requests. Cuts only say which row a request belongs to,
 * so that all reports are equal in total.
 */
import type { RequestFact } from '../../model/usage/request-facts.ts'
import { projectKeyOf } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import { AccuracyCount } from './accuracy-count.ts'
import { sumNotInTranscripts } from './client/list-checks.ts'
import { NO_PLACE, type OpenCut, type UsageCut } from './cuts/cut.ts'
import { requireCut } from './cuts/table.ts'
import { costFinder } from './request-cost.ts'
import { selectRequests } from './select-requests.ts'
import type { UsageOrder, UsageReport, UsageRequest, UsageRow } from './usage-report.ts'
import type { SessionUsage, UsageSession, UsageSource } from './usage-source.ts'
import { type MoneyAsked, type NanoUsd, type Share, UsageSum, WHOLE } from './usage-sum.ts'

/** What a question about usage is asked of. */
export interface UsageWorld {
  readonly source: UsageSource
  /** Undefined in a scan without index. */
  readonly store: Store | undefined
}

export function buildUsage(world: UsageWorld, request: UsageRequest): UsageReport {
  const cut = requireCut(request.report)
  const groups = selectRequests(world.source.groups, request.scope)
  const open = openCut(cut, world, request, groups)
  const { total, rows: sums, accuracy } = addUp(groups, open, request)
  const money = moneyOf(request)
  const sorted = sortRows(sums, cut, request)
  const describe = ([key, row]: KeyedRow) => describeRow({ key, row, open, cut, money, request })
  const shown = (open.arrangesAll === true ? sorted : limitRows(sorted, cut, request)).map(describe)
  const rows = open.arrange ? open.arrange(shown) : shown
  const notInTranscripts = sumNotInTranscripts(world.source.groups, request)
  return {
    schema: 'backscroll.usage/1',
    report: cut.name,
    zone: request.zone.name,
    rows: open.arrangesAll === true ? rows.slice(0, request.limit) : rows,
    rowCount: sorted.length,
    totals: total.numbers(money),
    ...(notInTranscripts ? { notInTranscripts } : {}),
    accuracy: accuracy.describe(total),
    ...(open.knownByResult ? { knownByResult: open.knownByResult } : {}),
  }
}

export function moneyOf({ pricer, recalculates }: UsageRequest): MoneyAsked {
  return { hasCost: pricer !== undefined, recalculates }
}

interface AddedUp {
  readonly total: UsageSum
  readonly rows: ReadonlyMap<string, RowSum>
  readonly accuracy: AccuracyCount
}

/** The one pass over all requests. There may be a hundred thousand, so nothing is made here for each. */
function addUp(groups: readonly SessionUsage[], open: OpenCut, request: UsageRequest): AddedUp {
  const rows = new RowSums(request)
  const accuracy = new AccuracyCount(request)
  const costOf = costFinder(request)
  for (const group of groups) {
    accuracy.addSession(group)
    const { session } = group
    for (const fact of group.facts) {
      const cost = costOf(fact)
      accuracy.addRequest(fact, cost)
      const keys = open.keyOf(fact, session)
      if (typeof keys === 'string') rows.add(keys, session, fact, cost, WHOLE)
      else
        for (let at = 0; at < keys.length; at++)
          rows.add(keys[at] as string, session, fact, cost, { at, of: keys.length })
    }
  }
  // A request is in one row, or in equal parts in several: what rows add up to is the total.
  const total = new UsageSum()
  for (const { sum } of rows.sums.values()) total.merge(sum)
  return { total, rows: rows.sums, accuracy }
}

export function openCut(
  cut: UsageCut,
  { source, store }: UsageWorld,
  request: UsageRequest,
  groups: readonly SessionUsage[],
): OpenCut {
  const { zone, now, scope } = request
  return cut.open({
    groups,
    all: source.groups,
    zone,
    now,
    store,
    sessions: scope.sessions,
  })
}

interface RowSum {
  readonly sum: UsageSum
  /** With a breakdown. */
  parts: Map<string, UsageSum> | undefined
}

/** The sums of all rows. Requests that follow each other often belong to the same one. */
class RowSums {
  readonly sums = new Map<string, RowSum>()
  private readonly partKey: ((model: string, session: UsageSession) => string) | undefined
  private lastKey: string | undefined
  private last: RowSum = newRow()

  constructor({ breakdown }: UsageRequest) {
    this.partKey = partKeyOf(breakdown)
  }

  // Five plain parameters: an object for each request would cost more than the sums.
  add(key: string, session: UsageSession, fact: RequestFact, cost: NanoUsd, share: Share): void {
    const row = key === this.lastKey ? this.last : this.rowOf(key)
    row.sum.add(fact, cost, share)
    if (this.partKey) partOfRow(row, this.partKey(fact.model, session)).add(fact, cost, share)
  }

  private rowOf(key: string): RowSum {
    let row = this.sums.get(key)
    if (!row) {
      row = newRow()
      this.sums.set(key, row)
    }
    this.lastKey = key
    this.last = row
    return row
  }
}

function newRow(): RowSum {
  return { sum: new UsageSum(), parts: undefined }
}

function partOfRow(row: RowSum, key: string): UsageSum {
  row.parts ??= new Map()
  let part = row.parts.get(key)
  if (!part) {
    part = new UsageSum()
    row.parts.set(key, part)
  }
  return part
}

function partKeyOf(
  breakdown: UsageRequest['breakdown'],
): ((model: string, session: UsageSession) => string) | undefined {
  if (breakdown === 'models') return model => model
  return breakdown === 'projects' ? (_model, { project }) => projectKeyOf(project) : undefined
}

type KeyedRow = readonly [string, RowSum]

function sortRows(rows: Iterable<KeyedRow>, cut: UsageCut, request: UsageRequest): readonly KeyedRow[] {
  const { order, pricer } = request
  const rank = rankBy(chosenOrder(order, cut, pricer !== undefined))
  const direction = order === 'desc' ? -1 : 1
  // Ranks are taken once, not at each comparison: there may be ten thousand rows.
  const ranked = Array.from(rows, row => ({ row, key: row[0], rank: rank(row[1].sum) }))
  ranked.sort((a, b) => {
    const difference = b.rank[0] - a.rank[0] || b.rank[1] - a.rank[1]
    if (difference !== 0) return difference
    // What has no place comes last.
    if (a.key === NO_PLACE || b.key === NO_PLACE) return a.key === NO_PLACE ? 1 : -1
    return a.key < b.key ? -direction : direction
  })
  return ranked.map(({ row }) => row)
}

/** Of times shown from old to new, the newest are kept. What has no time takes no place of one that has. */
function limitRows(rows: readonly KeyedRow[], cut: UsageCut, { order, limit }: UsageRequest): readonly KeyedRow[] {
  if (limit === undefined || rows.length <= limit) return rows
  if (!cut.isByTime) return rows.slice(0, limit)
  const timed = rows.filter(([key]) => key !== NO_PLACE)
  return order === 'usual' || order === 'asc' ? timed.slice(-limit) : timed.slice(0, limit)
}

function chosenOrder(order: UsageOrder, cut: UsageCut, hasCost: boolean): UsageOrder {
  if (order !== 'usual') return order
  return cut.isByTime ? 'asc' : hasCost ? 'cost' : 'tokens'
}

/** Two numbers, the largest first; equal where the key decides. */
function rankBy(order: UsageOrder): (sum: UsageSum) => readonly [number, number] {
  if (order === 'cost') return sum => [sum.cost, sum.tokens]
  if (order === 'tokens') return sum => [sum.tokens, 0]
  return order === 'requests' ? sum => [sum.requests, sum.tokens] : () => EQUAL
}

const EQUAL = [0, 0] as const

interface RowFacts {
  readonly key: string
  readonly row: RowSum
  readonly open: OpenCut
  readonly cut: UsageCut
  readonly money: MoneyAsked
  readonly request: UsageRequest
}

function describeRow({ key, row, open, cut, money, request }: RowFacts): UsageRow {
  const described = key === NO_PLACE && cut.none !== undefined ? { label: cut.none, about: {} } : open.describe(key)
  const whole = toRow(key, described, row.sum, money)
  if (request.breakdown === 'none') return whole
  const rank = rankBy(money.hasCost ? 'cost' : 'tokens')
  const parts = [...(row.parts ?? [])].sort(
    ([keyA, a], [keyB, b]) => rank(b)[0] - rank(a)[0] || rank(b)[1] - rank(a)[1] || (keyA < keyB ? -1 : 1),
  )
  return {
    ...whole,
    parts: parts.map(([part, sum]) => toRow(part, { label: part.replace(/^remote /, ''), about: {} }, sum, money)),
  }
}

function toRow(key: string, described: ReturnType<OpenCut['describe']>, sum: UsageSum, money: MoneyAsked): UsageRow {
  return {
    key,
    label: described.label,
    ...sum.numbers(money),
    models: sum.models.toSorted(),
    firstAt: formatIso(sum.firstAt),
    lastAt: formatIso(sum.lastAt),
    about: described.about,
  }
}
