import type { AgentThread as AnyAgentThread } from './agent-threads.ts'
import { findBackgroundTask } from './facts/background-tasks.ts'
import type { AgentSpawn } from './facts/facts.ts'
import type { Agent } from './session.ts'
import type { ThreadModel } from './thread-model.ts'
import type { UsageTotals } from './usage/request.ts'

type AgentThread = AnyAgentThread<ThreadModel>

/** A call that starts an agent, and the thread it stands in. */
interface Start {
  readonly spawn: AgentSpawn
  readonly owner: ThreadModel
}

interface Found {
  readonly start: Start | undefined
  readonly joinedBy: Agent['joinedBy']
}

type Draft = { -readonly [Key in keyof Agent]: Agent[Key] } & { children: Agent[] }

export interface JoinedAgents {
  /** In the order they began. */
  readonly agents: readonly Agent[]
  readonly threads: readonly ThreadModel[]
}

/**
 * Finds for each agent thread the call that started it: by the agent id in the call's result, by its progress lines, by
 * the call its `meta.json` names, by the workflow it belongs to, or, where old releases name no id, by its prompt. Agents start agents, so calls are looked
 * for in every thread.
 */
export function joinAgents(
  main: ThreadModel,
  agentThreads: readonly AgentThread[],
  usageOf: (agent: AgentThread) => UsageTotals,
): JoinedAgents {
  const threads = [main, ...agentThreads.map(agent => agent.thread)]
  const finder = new StartFinder(threads)
  const drafts = new Map<ThreadModel, Draft>()
  for (const agent of agentThreads) drafts.set(agent.thread, describe(agent, finder.find(agent), usageOf(agent)))
  for (const agent of agentThreads) {
    const draft = drafts.get(agent.thread) as Draft
    const owner = finder.find(agent).start?.owner
    const parent = owner && drafts.get(owner)
    if (parent && !isAbove(draft, parent)) {
      draft.parent = parent
      parent.children.push(draft)
    }
  }
  const agents = [...drafts.values()].sort(byStart)
  for (const agent of agents) {
    agent.depth = depthOf(agent)
    agent.children.sort(byStart)
  }
  return { agents, threads }
}

class StartFinder {
  readonly #byAgent = new Map<string, Start>()
  readonly #byCall = new Map<string, Start>()
  readonly #byWorkflow = new Map<string, Start>()
  readonly #byPrompt = new Map<string, Start[]>()
  readonly #found = new Map<AgentThread, Found>()

  constructor(threads: readonly ThreadModel[]) {
    for (const owner of threads) {
      for (const spawn of owner.facts.spawns) {
        const start: Start = { spawn, owner }
        this.#byCall.set(spawn.call.id, start)
        if (spawn.agentId !== undefined && (!spawn.isResume || !this.#byAgent.has(spawn.agentId))) {
          const known = this.#byAgent.get(spawn.agentId)
          if (!known || known.spawn.isResume) this.#byAgent.set(spawn.agentId, start)
        }
        if (spawn.workflowId !== undefined) this.#byWorkflow.set(spawn.workflowId, start)
        if (spawn.agentId === undefined && spawn.promptHead !== '') {
          this.#byPrompt.set(spawn.promptHead, [...(this.#byPrompt.get(spawn.promptHead) ?? []), start])
        }
      }
    }
  }

  find(agent: AgentThread): Found {
    let found = this.#found.get(agent)
    if (!found) {
      found = this.#search(agent)
      this.#found.set(agent, found)
    }
    return found
  }

  #search(agent: AgentThread): Found {
    const byAgent = this.#byAgent.get(agent.id)
    if (byAgent) return { start: byAgent, joinedBy: 'agent-id' }
    const byCall = agent.callId === undefined ? undefined : this.#byCall.get(agent.callId)
    if (byCall) return { start: byCall, joinedBy: 'progress' }
    const byMeta = this.#byCall.get(agent.meta?.toolUseId ?? '')
    if (byMeta) return { start: byMeta, joinedBy: 'meta' }
    const byWorkflow = agent.workflowId === undefined ? undefined : this.#byWorkflow.get(agent.workflowId)
    if (byWorkflow) return { start: byWorkflow, joinedBy: 'workflow' }
    // Two calls may carry the same prompt; each is taken once, in order.
    const byPrompt = this.#byPrompt.get(firstPrompt(agent))?.shift()
    if (byPrompt) return { start: byPrompt, joinedBy: 'prompt' }
    return { start: undefined, joinedBy: 'none' }
  }
}

function describe(agent: AgentThread, found: Found, usage: UsageTotals): Draft {
  const { meta, thread } = agent
  const spawn = found.start?.spawn
  const isOnly = agent.storedAs === 'result-only'
  return {
    id: agent.id,
    agentType: spawn?.agentType ?? meta?.agentType,
    description: spawn?.description ?? meta?.description,
    prompt: firstPrompt(agent) || (isOnly ? (spawn?.promptHead ?? '') : ''),
    thread,
    storedAs: agent.storedAs,
    purpose: purposeOf(agent, spawn),
    call: spawn?.call,
    joinedBy: found.joinedBy,
    status: statusOf(found.start),
    parent: undefined,
    children: [],
    depth: 1,
    models: thread.tally.models.values,
    startedAt: isOnly ? spawn?.call.use?.at : thread.tally.startedAt,
    endedAt: isOnly && spawn?.status !== 'async' ? spawn?.call.result?.at : thread.tally.endedAt,
    usage,
    resultTokens: spawn?.resultTokens,
    workflowId: agent.workflowId,
    worktreePath: meta?.worktreePath,
  }
}

/** An agent in the background tells its end in a later report. */
function statusOf(start: Start | undefined): Agent['status'] {
  if (!start) return 'unknown'
  const { spawn, owner } = start
  if (spawn.status !== 'async') return spawn.status
  const reported = spawn.agentId === undefined ? undefined : findBackgroundTask(owner.facts, spawn.agentId)?.status
  if (reported === 'completed') return 'completed'
  return reported === 'failed' || reported === 'killed' ? 'failed' : 'async'
}

/** The client runs agents of its own: to make a summary, to warm up a cache. They are nobody's work. */
function purposeOf(agent: AgentThread, spawn: AgentSpawn | undefined): Agent['purpose'] {
  if (agent.id.startsWith('acompact-')) return 'compaction'
  if (spawn === undefined && firstPrompt(agent) === 'Warmup') return 'warmup'
  if (agent.workflowId !== undefined || agent.meta?.agentType === 'workflow-subagent') return 'workflow'
  const { teams, teammateMessages } = agent.thread.tally
  if (spawn?.status === 'teammate' || teams.size > 0 || teammateMessages > 0) return 'teammate'
  return spawn ? 'task' : 'unknown'
}

function firstPrompt(agent: AgentThread): string {
  return agent.thread.firstPrompt
}

function isAbove(agent: Agent, other: Agent): boolean {
  for (let at: Agent | undefined = other; at; at = at.parent) if (at === agent) return true
  return false
}

function depthOf(agent: Agent): number {
  let depth = 1
  for (let above = agent.parent; above; above = above.parent) depth++
  return depth
}

function byStart(a: Agent, b: Agent): number {
  return (a.startedAt ?? Number.MAX_VALUE) - (b.startedAt ?? Number.MAX_VALUE) || (a.id < b.id ? -1 : 1)
}
