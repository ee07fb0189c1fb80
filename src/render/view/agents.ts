import { agentTokens } from '../../model/agent-tokens.ts'
import type { Agent } from '../../model/session.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { higherLevel } from '../level.ts'
import { forgetChanged } from './follow-file.ts'
import type { OpenedCall } from './open-call.ts'
import type { AgentRow, Row, RowPlace } from './row.ts'
import { createScene, placeOf, type Scene, sees, type View } from './scene.ts'

/** Agents that are nested too deep to be drawn in their place, while the outermost of them is drawn. */
interface DeepAgents {
  isInside: boolean
  mostDepth: number
  readonly waiting: { readonly drawing: AgentDrawing; readonly open: () => OpenedCall }[]
}

const deepAgentsOf = new WeakMap<View, DeepAgents>()

export interface AgentDrawing {
  readonly agent: Agent
  /** The call that started it or went on with it. */
  readonly call: ToolCall | undefined
  readonly isResume: boolean
}

const NOTHING: OpenedCall = { input: [], output: [], rest: [] }

/** No client nests agents as deep. Those below come behind the outermost agent, as if they stood right below it. */
const MAX_NESTING = 32

/** One line for an agent; opened, everything it did one deeper; folded, only the agents below it. */
export function* agentRows(scene: Scene, drawing: AgentDrawing, open: () => OpenedCall = () => NOTHING): Iterable<Row> {
  const { view } = scene
  const deepAgents = deepAgentsOf.get(view) ?? { isInside: false, mostDepth: 0, waiting: [] }
  deepAgentsOf.set(view, deepAgents)
  if (deepAgents.isInside) {
    if (scene.depth < deepAgents.mostDepth || view.drawnAgents.has(drawing.agent))
      return yield* drawAgent(scene, drawing, open)
    deepAgents.waiting.push({ drawing, open })
    return
  }
  deepAgents.isInside = true
  deepAgents.mostDepth = scene.depth + MAX_NESTING
  try {
    yield* drawAgent(scene, drawing, open)
    const inside = insideOf(scene, drawing.agent)
    // Each of them may add more.
    for (const deep of deepAgents.waiting)
      if (!view.drawnAgents.has(deep.drawing.agent)) yield* drawAgent(inside, deep.drawing, deep.open)
  } finally {
    deepAgents.waiting.length = 0
    deepAgents.isInside = false
  }
}

function* drawAgent(scene: Scene, drawing: AgentDrawing, open: () => OpenedCall): Iterable<Row> {
  const { agent, isResume } = drawing
  const { view } = scene
  const isFolded = view.options.agents === 'none'
  if (isFolded && sees(scene, 'all')) view.losses.add('call-inside')
  const opened = (): OpenedCall => (sees(scene, 'all') && !isFolded ? open() : NOTHING)
  if (isResume || view.drawnAgents.has(agent)) {
    return yield { ...agentRow(view, drawing, placeOf(scene, startOf(drawing), 'tools')), ...opened() }
  }
  view.drawnAgents.add(agent)
  const place = { ...placeOf(scene, startOf(drawing), 'tools'), minLevel: lineFloor(scene) }
  const isOpen = opensAgents(scene)
  yield { ...agentRow(view, drawing, place), isOpen, ...opened() }
  if (view.leaveOut) return view.leaveOut(agent)
  const inside = insideOf(scene, agent)
  if (isOpen) yield* view.drawThread(inside)
  else if (agent.storedAs !== 'result-only') {
    view.losses.add('agent-inside')
    forgetChanged(view, agent.thread)
  }
  for (const child of agent.children) {
    if (view.drawnAgents.has(child)) continue
    yield* agentRows(isOpen ? inside : { ...scene, depth: inside.depth }, {
      agent: child,
      call: child.call,
      isResume: false,
    })
  }
}

function opensAgents(scene: Scene): boolean {
  const { agents } = scene.view.options
  return agents === 'only' || (agents !== 'none' && sees(scene, 'all'))
}

/** Where nothing but agents is asked for, each is there at every level. */
function lineFloor(scene: Scene): RowPlace['minLevel'] {
  return scene.view.options.agents === 'only' ? scene.agentFloor : higherLevel(scene.agentFloor, 'tools')
}

function insideOf(scene: Scene, agent: Agent): Scene {
  return {
    ...createScene(scene.view, agent.thread, scene.depth + 1),
    isRewound: scene.isRewound,
    floor: scene.view.options.agents === 'only' ? scene.agentFloor : 'all',
    agentFloor: lineFloor(scene),
  }
}

function startOf({ agent, call }: AgentDrawing) {
  return call?.use ?? agent.thread.entries[0]
}

function agentRow({ agentCosts }: View, { agent, call, isResume }: AgentDrawing, place: RowPlace): AgentRow {
  const { startedAt, endedAt } = agent
  const ownMs = startedAt !== undefined && endedAt !== undefined ? endedAt - startedAt : undefined
  return {
    ...place,
    kind: 'agent',
    agentId: agent.id,
    agentType: agent.agentType ?? '',
    description: agent.description ?? agent.prompt,
    model: agent.models[0],
    steps: agent.thread.toolCalls.length,
    tokens: agentTokens(agent),
    cost: agent.storedAs === 'progress-copies' ? undefined : agentCosts.get(agent.id),
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
