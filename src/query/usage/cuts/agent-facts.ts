import type { Row, Store } from '../../../store/store.ts'

/** What reports say about a subagent. */
export interface AgentFacts {
  readonly agentType: string | undefined
  readonly description: string | undefined
  readonly purpose: string
  readonly status: string
  /** Empty: the main thread. Undefined where nobody knows who started it. */
  readonly parent: string | undefined
}

/** By session and agent; of some sessions, or of all. */
export function readAgents(
  store: Store,
  sessions: readonly number[] | undefined,
): ReadonlyMap<number, ReadonlyMap<string, AgentFacts>> {
  const found = new Map<number, Map<string, AgentFacts>>()
  const where = sessions === undefined ? '' : ' WHERE session IN (SELECT value FROM json_each(?))'
  for (const row of store.all(`${AGENTS}${where}`, sessions === undefined ? [] : [JSON.stringify(sessions)])) {
    const known = found.get(row.session as number) ?? new Map<string, AgentFacts>()
    found.set(row.session as number, known.set(row.agent as string, toFacts(row)))
  }
  return found
}

const AGENTS = 'SELECT session, agent, agent_type, description, purpose, status, parent FROM agents'

function toFacts({ agent_type, description, purpose, status, parent }: Row): AgentFacts {
  return {
    agentType: (agent_type ?? undefined) as string | undefined,
    description: (description ?? undefined) as string | undefined,
    purpose: purpose as string,
    status: status as string,
    parent: (parent ?? undefined) as string | undefined,
  }
}

/** The name of its kind. What the client starts by itself goes by its purpose. */
export function typeOf(agent: AgentFacts | undefined): string {
  if (agent?.purpose === 'compaction' || agent?.purpose === 'warmup') return agent.purpose
  return TAKEN.has(agent?.agentType ?? '') ? `${agent?.agentType} (type)` : agent?.agentType || '(subagent)'
}

/** Somebody may have called a type of agents so. */
const TAKEN = new Set(['main', 'compaction', 'warmup'])
