import type { EntryKind } from '../format/kinds/table.ts'
import type { AgentThread } from './agent-threads.ts'
import type { ClientTotal } from './client-totals.ts'
import { combineTallies, union } from './combine-tallies.ts'
import type { JoinedAgents } from './join-agents.ts'
import type { LineageTracker } from './lineage-tracker.ts'
import type { Agent, Session } from './session.ts'
import { ownThreads, summarizeThreads } from './summarize-threads.ts'
import type { ThreadModel } from './thread-model.ts'
import type { ThreadTally } from './thread-tally.ts'
import type { UsageLedger } from './usage/ledger.ts'
import type { Request } from './usage/request.ts'
import { addTotals } from './usage/totals.ts'

export interface SessionParts {
  readonly id: string
  readonly main: ThreadModel
  readonly agents: readonly AgentThread<ThreadModel>[]
  readonly joined: JoinedAgents
  readonly ledger: UsageLedger
  readonly lineage: LineageTracker
  readonly clientTotals: readonly ClientTotal[]
}

/** The session as it is now. Lists that cost more than a step per thread are made when they are asked for. */
export function viewSession(parts: SessionParts): Session {
  const { id, main, joined, ledger, lineage } = parts
  const agents = parts.agents.map(agent => ({ ...agent, thread: agent.thread.tally }))
  const tallies = [main.tally, ...ownThreads(agents)]
  let requests: readonly Request[] | undefined
  return {
    id,
    ...combineTallies(main.tally, tallies),
    mcpServers: union(joined.threads.map(thread => thread.tools.mcpServers.values)),
    main,
    agents: joined.agents,
    get requests() {
      requests ??= placeRequests([...ledger.requests()], main, joined.agents)
      return requests
    },
    usage: ledger.totals,
    usageSeenInProgress: seenInProgress(parts),
    clientTotals: parts.clientTotals,
    get links() {
      return lineage.list(main)
    },
    get foreignSummaries() {
      return main.tally.foreignSummaries
    },
    get kindCounts() {
      return countKinds(tallies)
    },
    get summary() {
      return summarizeThreads({ id, main: main.tally, agents, ledger })
    },
  }
}

function seenInProgress(parts: SessionParts): Session['usage'] {
  const missing = parts.joined.agents.filter(agent => agent.storedAs === 'progress-copies')
  return addTotals(missing.map(agent => agent.usage))
}

/** A subagent's request belongs to the turn in which the main thread started it, however deep it is nested. */
function placeRequests(requests: readonly Request[], main: ThreadModel, agents: readonly Agent[]): readonly Request[] {
  const turns = new Map<string, number>()
  for (const agent of agents) turns.set(agent.id, mainTurnOf(agent))
  const placed = requests.map(request => {
    const { agentId, start } = request.at
    const turn = agentId === undefined ? (main.findEntryAt(start)?.turn ?? request.at.turn) : (turns.get(agentId) ?? 0)
    return turn === request.at.turn ? request : { ...request, at: { ...request.at, turn } }
  })
  return placed.sort((a, b) => (a.firstAt ?? 0) - (b.firstAt ?? 0) || (a.key < b.key ? -1 : 1))
}

/** The turn of the main thread an agent works for, however deep it is nested; 0 where no call accounts for it. */
export function mainTurnOf(agent: Agent): number {
  let top = agent
  while (top.parent) top = top.parent
  return top.call?.use?.turn ?? 0
}

function countKinds(tallies: readonly ThreadTally[]): ReadonlyMap<EntryKind, number> {
  const counts = new Map<EntryKind, number>()
  for (const tally of tallies) {
    for (const [kind, count] of tally.kindCounts) counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  return counts
}
