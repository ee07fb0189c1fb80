import type { Pricer } from '../../pricing/pricer.ts'
import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readKeptSessions } from '../lookups/kept-sessions.ts'
import { checkOne } from '../usage/client/check-one.ts'
import { buildContext } from './build-context.ts'
import { createContextCosts } from './context-cost.ts'
import type { ContextReport, ContextSession } from './context-report.ts'
import { readContextMarks, readContextRows } from './context-rows.ts'
import { readCompactions } from './read-compactions.ts'
import { listContextAgents, requireAgent } from './require-agent.ts'

export interface ReadContextRequest {
  /** Number of the session in the index. */
  readonly session: number
  /** Id of a subagent, or the beginning of it; undefined: the main conversation. */
  readonly agent: string | undefined
  readonly pricer: Pricer
}

/** How the context of one conversation filled: what was cached, what missed the cache and why, what compactions cost. */
export function readContext({ store }: IndexedKeep, request: ReadContextRequest): ContextReport {
  const agents = listContextAgents(store, request.session)
  const agent = request.agent === undefined ? undefined : requireAgent(agents, request.agent)
  const place = { session: request.session, agent: agent?.id ?? '' }
  const costs = createContextCosts(request.pricer)
  const facts = {
    rows: readContextRows(store, place),
    marks: readContextMarks(store, place),
    compactions: readCompactions(store, place, costs),
  }
  return {
    schema: 'backscroll.context/1',
    session: readSession(store, request.session),
    agent,
    ...buildContext(facts, costs),
    agents: agents.filter(({ id }) => id !== agent?.id),
    client: checkOne(store, request.session, request.pricer),
  }
}

function readSession(store: Store, session: number): ContextSession {
  const row = store.get('SELECT id, title, project_name FROM sessions WHERE session = ?', [session])
  const id = (row?.id ?? '') as string
  return {
    id,
    shortId: readKeptSessions(store).get(session)?.shortId ?? id,
    title: (row?.title ?? '') as string,
    project: (row?.project_name ?? '') as string,
  }
}
