import { agentTokens } from '../../model/agent-tokens.ts'
import type { Agent, Session } from '../../model/session.ts'
import type { Request } from '../../model/usage/request.ts'
import { toRequestFact } from '../../model/usage/to-request-fact.ts'
import { UsageSum } from '../usage/usage-sum.ts'
import { type InspectPlace, placeOf } from './session-threads.ts'

/** The agents of a session as a tree: each stands before those it started. */
export interface InspectAgents {
  readonly schema: 'backscroll.inspect-agents/1'
  readonly agents: readonly InspectedAgent[]
  /** Of all of them together: what the rows add up to. */
  readonly tokens: number
  /** Of those, seen only in progress copies, where the agent's own file is missing: at least so many, in no total of costs. */
  readonly seenInProgress: number
  readonly cost: InspectCost | undefined
}

/** Undefined where nothing has a price. */
export interface InspectCost {
  readonly costUsd: number
  readonly isLowerBound: boolean
}

/** Its place is where it was started; `agent` is the one that did, undefined where the main conversation did. */
export interface InspectedAgent extends InspectPlace {
  readonly id: string
  /** 0: started by the main conversation, or by nobody known. */
  readonly depth: number
  readonly agentType: string | undefined
  readonly description: string
  readonly model: string | undefined
  /** Tool calls it made. */
  readonly steps: number
  readonly tokens: number
  readonly cost: InspectCost | undefined
  readonly durationMs: number | undefined
  readonly status: Agent['status']
  readonly purpose: Agent['purpose']
  readonly storedAs: Agent['storedAs']
}

export type CostOf = (request: Request) => number | undefined

export function inspectAgents(session: Session, costOf: CostOf): InspectAgents {
  const requests = session.requests.filter(({ at }) => at.agentId !== undefined)
  const byAgent = Map.groupBy(requests, ({ at }) => at.agentId)
  const agents = listTree(session.agents).map(({ agent, depth }) =>
    describeAgent(agent, depth, sumCosts(byAgent.get(agent.id) ?? [], costOf)),
  )
  return {
    schema: 'backscroll.inspect-agents/1',
    agents,
    tokens: sumTokens(agents.filter(({ storedAs }) => storedAs !== 'result-only')),
    seenInProgress: sumTokens(agents.filter(({ storedAs }) => storedAs === 'progress-copies')),
    cost: sumCosts(requests, costOf),
  }
}

function sumTokens(agents: readonly InspectedAgent[]): number {
  return agents.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** As `usage` adds them up. */
export function sumCosts(requests: readonly Request[], costOf: CostOf): InspectCost | undefined {
  if (requests.length === 0) return undefined
  const sum = new UsageSum()
  for (const request of requests) sum.add(toRequestFact(request, NO_PLACE), costOf(request))
  const { costUsd, isLowerBound } = sum.numbers({ hasCost: true, recalculates: false })
  return costUsd === null ? undefined : { costUsd, isLowerBound }
}

const NO_PLACE = { number: 0, agent: '', calls: [], paths: [] }

interface PlacedAgent {
  readonly agent: Agent
  readonly depth: number
}

/** With a list of what is still to come in place of recursion: trees may be deep. */
function listTree(agents: readonly Agent[]): readonly PlacedAgent[] {
  const rest: PlacedAgent[] = agents.filter(({ parent }) => !parent).map(agent => ({ agent, depth: 0 }))
  rest.reverse()
  const seen = new Set<Agent>()
  const order: PlacedAgent[] = []
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (seen.has(next.agent)) continue
    seen.add(next.agent)
    order.push(next)
    const depth = next.depth + 1
    for (const agent of next.agent.children.toReversed()) rest.push({ agent, depth })
  }
  return order
}

function describeAgent(agent: Agent, depth: number, cost: InspectCost | undefined): InspectedAgent {
  const { startedAt, endedAt, call, parent } = agent
  const ownMs = startedAt !== undefined && endedAt !== undefined ? endedAt - startedAt : undefined
  const start = placeOf({ agent: parent }, call?.use)
  return {
    ...start,
    // Of one that no call accounts for, only its own beginning is known.
    at: start.at ?? startedAt,
    id: agent.id,
    depth,
    agentType: agent.agentType,
    description: agent.description ?? agent.prompt,
    model: agent.models[0],
    steps: agent.thread.toolCalls.length,
    tokens: agentTokens(agent),
    cost: agent.storedAs === 'progress-copies' ? undefined : cost,
    durationMs: ownMs ?? call?.durationMs,
    status: agent.status,
    purpose: agent.purpose,
    storedAs: agent.storedAs,
  }
}
