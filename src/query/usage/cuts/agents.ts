import type { Store } from '../../../store/store.ts'
import type { SessionUsage } from '../usage-source.ts'
import { type AgentFacts, readAgents, typeOf } from './agent-facts.ts'
import { openAgentTree } from './agent-tree.ts'
import type { OpenCut, UsageCut } from './cut.ts'

/** By type over all sessions; within chosen sessions each agent, below the one that started it. */
export const agents: UsageCut = {
  name: 'agents',
  aliases: ['agent'],
  summary: 'By type of subagent; with --session, the tree of them',
  sessionSummary: 'By agent',
  title: 'AGENT',
  isByTime: false,
  needsIndex: true,
  needsRequests: false,
  none: undefined,
  open: ({ groups, store, sessions }) => ({
    ...(sessions
      ? openAgentTree(groups, { store: store as Store, isOne: new Set(sessions).size === 1 })
      : openAgentTypes(groups, store as Store)),
    knownByResult: sumKnownByResult(groups, store as Store),
  }),
}

/** Of sessions with requests in the bounds: these agents have no lines, and so no times of their own. */
function sumKnownByResult(groups: readonly SessionUsage[], store: Store): OpenCut['knownByResult'] {
  const asked = new Set(groups.flatMap(({ session, facts }) => (facts.length > 0 ? [session.number] : [])))
  const rows = store.all(BY_RESULT).filter(row => asked.has(row.session as number))
  const sum = (column: string): number => rows.reduce((total, row) => total + (row[column] as number), 0)
  return { agents: sum('agents'), tokens: sum('tokens') }
}

const BY_RESULT = `SELECT session, count(*) AS agents, sum(coalesce(result_tokens, 0)) AS tokens FROM agents
WHERE stored_as = 'result-only' GROUP BY session`

/** The main conversation. */
const MAIN = 'main'

function openAgentTypes(groups: readonly SessionUsage[], store: Store): OpenCut {
  const known = readAgents(store, undefined)
  const keyOf: OpenCut['keyOf'] = ({ agent }, { number }) =>
    agent === '' ? MAIN : typeOf(known.get(number)?.get(agent))
  let counts: ReadonlyMap<string, number> | undefined
  return {
    keyOf,
    describe(key) {
      counts ??= countAgents(groups, known)
      return { label: key === MAIN ? '(main conversation)' : key, about: { agents: counts.get(key) ?? 0 } }
    },
  }
}

function countAgents(
  groups: readonly SessionUsage[],
  known: ReadonlyMap<number, ReadonlyMap<string, AgentFacts>>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { session, facts } of groups) {
    for (const agent of new Set(facts.map(fact => fact.agent))) {
      if (agent === '') continue
      const type = typeOf(known.get(session.number)?.get(agent))
      counts.set(type, (counts.get(type) ?? 0) + 1)
    }
  }
  return counts
}
