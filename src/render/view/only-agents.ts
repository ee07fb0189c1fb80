import type { Agent, Session } from '../../model/session.ts'
import { agentRows } from './agents.ts'
import { openAgentCall } from './calls.ts'
import type { Row } from './row.ts'
import { placeOf, type Scene } from './scene.ts'
import { agentTurn, isInRange } from './turn-range.ts'
import type { ViewOptions } from './view-options.ts'

/** Nothing but agents: each that the main conversation started is a section, with all it did at the level. */
export function* onlyAgentRows(scene: Scene): Iterable<Row> {
  const { session, options, losses } = scene.view
  const isAskedFor = (turn: number): boolean => isInRange(turn, options)
  losses.add('main', session.main.entries.filter(entry => entry.kind !== 'blank' && isAskedFor(entry.turn)).length)
  for (const agent of topAgents(session, options)) {
    yield agentSection(scene, agent)
    yield* agentRows(scene, { agent, call: agent.call, isResume: false }, () => openAgentCall(scene, agent))
  }
}

/** Agents of the turns asked for that no other agent started; those that no call accounts for belong to all turns. */
export function topAgents(session: Session, options: ViewOptions): readonly Agent[] {
  return session.agents.filter(agent => {
    const turn = agentTurn(agent)
    return !agent.parent && (turn === undefined ? !options.turns : isInRange(turn, options))
  })
}

export function agentSection(scene: Scene, agent: Agent): Row {
  return {
    ...placeOf(scene, undefined, 'prompts'),
    kind: 'section',
    title: `Agent ${agent.id}`,
    note: agent.agentType ?? '',
  }
}
