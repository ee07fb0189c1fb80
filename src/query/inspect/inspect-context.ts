import type { Session } from '../../model/session.ts'
import type { Request } from '../../model/usage/request.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import { buildContext } from '../context/build-context.ts'
import { createContextCosts } from '../context/context-cost.ts'
import type { CacheMiss, Compaction, ContextModel, ContextRequest, ContextTotals } from '../context/context-report.ts'
import { NANO } from '../usage/usage-sum.ts'
import { type CostOf, type InspectCost, sumCosts } from './inspect-agents.ts'
import { modelContext } from './model-context.ts'
import { thinPoints } from './thin-points.ts'

/** Cost and context of a session over time. Requests are those of the main conversation; money is of all. */
export interface InspectContext {
  readonly schema: 'backscroll.inspect-context/1'
  readonly models: readonly ContextModel[]
  /** In the order of the transcript. */
  readonly points: readonly ContextPoint[]
  /** Requests between the points were left out: each point is the fullest of several. */
  readonly isThinned: boolean
  /** The last state of each turn of the main conversation that sent requests; of many, as of the points. */
  readonly turns: readonly ContextTurn[]
  /** The first ones. */
  readonly compactions: readonly Compaction[]
  /** The costliest ones, in order. */
  readonly misses: readonly CacheMiss[]
  /** Of the main conversation. */
  readonly totals: ContextTotals
  /** Everything that stands in the session, agents included: what its header says. */
  readonly cost: InspectCost | undefined
  /** Of that, agents. */
  readonly agentsCost: InspectCost | undefined
  /** Of that, copied from another session, for which `usage` counts it. Known where there is an index. */
  readonly copiedCost: InspectCost | undefined
}

export interface ContextPoint
  extends Pick<ContextRequest, 'number' | 'turn' | 'at' | 'contextTokens' | 'windowTokens' | 'costUsd' | 'isRewound'> {
  /** What the session had cost by then, agents included; as far as it is known. */
  readonly totalUsd: number
}

export interface ContextTurn {
  readonly turn: number
  readonly requests: number
  readonly peakTokens: number
  /** After its last request. */
  readonly contextTokens: number
  readonly totalUsd: number
}

export interface ContextInspection {
  readonly pricer: Pricer
  /** In whole nano-dollars, as `usage` counts. */
  readonly costOf: CostOf
  /** By key of the request; see `readCopies`. */
  readonly copies: ReadonlyMap<string, string>
  readonly maxPoints: number
}

const MAX_MISSES = 200
const MAX_COMPACTIONS = 500

export function inspectContext(session: Session, inspection: ContextInspection): InspectContext {
  const { costOf, copies, maxPoints } = inspection
  const costs = createContextCosts(inspection.pricer)
  const copiedFrom = (key: string): string | undefined => copies.get(key)
  const report = buildContext(modelContext(session, undefined, { costs, copiedFrom }), costs)
  const points = addTotals(report.requests, session.requests, costOf)
  const edges = compactionEdges(report.compactions)
  const shown = thinPoints(points, maxPoints, ({ number }) => edges.has(number))
  return {
    schema: 'backscroll.inspect-context/1',
    models: report.models,
    points: shown,
    isThinned: shown.length < points.length,
    turns: thinPoints(listTurns(points), maxPoints),
    compactions: report.compactions.slice(0, MAX_COMPACTIONS),
    misses: costliest(report.misses),
    totals: report.totals,
    cost: sumCosts(session.requests, costOf),
    agentsCost: sumCosts(
      session.requests.filter(({ at }) => at.agentId !== undefined),
      costOf,
    ),
    copiedCost: sumCosts(
      session.requests.filter(({ key }) => copies.has(key)),
      costOf,
    ),
  }
}

/** Requests of agents count from the moment at which their answers began. */
function addTotals(requests: readonly ContextRequest[], all: readonly Request[], costOf: CostOf): ContextPoint[] {
  const byTime = all.toSorted((a, b) => (a.firstAt ?? 0) - (b.firstAt ?? 0))
  let next = 0
  let nanoUsd = 0
  return requests.map(({ number, turn, at, contextTokens, windowTokens, costUsd, isRewound }) => {
    const until = at === undefined ? 0 : Date.parse(at)
    for (let request = byTime[next]; request && (request.firstAt ?? 0) <= until; request = byTime[++next]) {
      nanoUsd += costOf(request) ?? 0
    }
    return { number, turn, at, contextTokens, windowTokens, costUsd, isRewound, totalUsd: nanoUsd / NANO }
  })
}

function listTurns(points: readonly ContextPoint[]): readonly ContextTurn[] {
  const turns = new Map<number, ContextTurn>()
  for (const { turn, contextTokens, totalUsd } of points) {
    const before = turns.get(turn)
    turns.set(turn, {
      turn,
      requests: (before?.requests ?? 0) + 1,
      peakTokens: Math.max(before?.peakTokens ?? 0, contextTokens),
      contextTokens,
      totalUsd,
    })
  }
  return [...turns.values()].sort((a, b) => a.turn - b.turn)
}

/** Numbers of the requests right before and right after each. */
function compactionEdges(compactions: readonly Compaction[]): ReadonlySet<number> {
  return new Set(compactions.flatMap(({ requestBefore, requestAfter }) => [requestBefore ?? 0, requestAfter ?? 0]))
}

function costliest(misses: readonly CacheMiss[]): readonly CacheMiss[] {
  if (misses.length <= MAX_MISSES) return misses
  const kept = misses.toSorted((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0)).slice(0, MAX_MISSES)
  return kept.sort((a, b) => a.request - b.request)
}
