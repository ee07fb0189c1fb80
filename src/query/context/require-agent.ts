import type { Row, Store } from '../../store/store.ts'
import { head } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'
import type { ContextAgent } from './context-report.ts'
import { orUndefined } from './context-rows.ts'

/** Subagents that sent requests of their own, largest first. */
export function listContextAgents(store: Store, session: number): readonly ContextAgent[] {
  return store.all(AGENTS, [session]).map(toAgent)
}

const AGENTS = `SELECT a.agent, a.agent_type, a.description, count(*) AS requests
FROM agents AS a JOIN requests AS r ON r.session = a.session AND r.agent = a.agent
WHERE a.session = ?1 GROUP BY a.agent
ORDER BY sum(r.input_tokens + r.cache_read_tokens + r.cache_write_5m_tokens + r.cache_write_1h_tokens) DESC, a.agent`

function toAgent(row: Row): ContextAgent {
  return {
    id: row.agent as string,
    type: orUndefined<string>(row.agent_type),
    description: orUndefined<string>(row.description),
    requests: row.requests as number,
  }
}

const MAX_CANDIDATES = 5

/** By its id or a beginning of it that no other has, with or without the `agent-` of its file. */
export function requireAgent<Agent extends { readonly id: string }>(agents: readonly Agent[], text: string): Agent {
  const wanted = text
    .trim()
    .replace(/^agent-/, '')
    .toLowerCase()
  const exact = agents.filter(({ id }) => id.toLowerCase() === wanted)
  const found =
    exact.length > 0 ? exact : agents.filter(({ id }) => wanted !== '' && id.toLowerCase().startsWith(wanted))
  const [agent, ...others] = found
  if (agent && others.length === 0) return agent
  const names = (agent ? found : agents).slice(0, MAX_CANDIDATES).map(({ id }) => id)
  if (agent) {
    const message = `"${head(text, 60)}" is the beginning of ${found.length} subagents: ${names.join(', ')}`
    throw new UserError({ code: 'ambiguous-agent', message, hint: 'Give more of the id.' })
  }
  throw new UserError({
    code: 'no-such-agent',
    message: `no subagent of this session with requests of its own is called "${head(text, 60)}"`,
    hint:
      names.length === 0
        ? 'It has none: leave out --agent for the main conversation.'
        : `It has ${names.join(', ')}${agents.length > names.length ? ' …' : ''}; the beginning of an id is enough.`,
  })
}
