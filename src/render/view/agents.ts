import type { Agent } from '../../model/session.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import type { OpenedCall } from './open-call.ts'
import type { AgentRow, Row } from './row.ts'
import { createScene, placeOf, type Scene, sees } from './scene.ts'

export interface AgentDrawing {
  readonly agent: Agent
  /** The call that started it or went on with it. */
  readonly call: ToolCall | undefined
  readonly isResume: boolean
}

const NOTHING: OpenedCall = { input: [], output: [], rest: [] }

/** One line for an agent; opened, everything it did one deeper; folded, only the agents below it. */
export function* agentRows(scene: Scene, drawing: AgentDrawing, open: () => OpenedCall = () => NOTHING): Iterable<Row> {
  const { agent, isResume } = drawing
  const { view } = scene
  if (isResume || view.drawnAgents.has(agent)) {
    return yield { ...agentRow(scene, drawing), ...(sees(scene, 'all') ? open() : NOTHING) }
  }
  view.drawnAgents.add(agent)
  if (sees(scene, 'all')) {
    const inside = { ...createScene(view, agent.thread, scene.depth + 1), isRewound: scene.isRewound }
    yield { ...agentRow(scene, drawing), isOpen: true, ...open() }
    yield* view.drawThread(inside)
    return
  }
  yield agentRow(scene, drawing)
  view.losses.add('agent-inside')
  for (const child of agent.children) {
    yield* agentRows({ ...scene, depth: scene.depth + 1 }, { agent: child, call: child.call, isResume: false })
  }
}

function agentRow(scene: Scene, { agent, call, isResume }: AgentDrawing): AgentRow {
  const { startedAt, endedAt } = agent
  const ownMs = startedAt !== undefined && endedAt !== undefined ? endedAt - startedAt : undefined
  return {
    ...placeOf(scene, call?.use ?? agent.thread.entries[0]),
    kind: 'agent',
    agentId: agent.id,
    agentType: agent.agentType ?? '',
    description: agent.description ?? agent.prompt,
    model: agent.models[0],
    steps: agent.thread.toolCalls.length,
    tokens: totalTokens(agent.usage),
    durationMs: ownMs ?? call?.durationMs,
    status: agent.status,
    purpose: agent.purpose,
    storedAs: agent.storedAs,
    isResume,
    error: call?.error ?? '',
    isOpen: false,
    input: [],
    output: [],
  }
}
