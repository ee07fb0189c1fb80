/**
 * render/ shows a session. The view decides, once for all formats, which rows a level shows; a format draws rows. It is
 * pure: entries are read again through the functions it is given, one turn at a time.
 */

import type { Agent, Session, Turn } from '../../model/session.ts'
import { agentRows } from './agents.ts'
import { foldRows } from './fold-rows.ts'
import { sessionRow } from './header.ts'
import { oneTurn, rewoundTurn } from './one-turn.ts'
import { onlyAgentRows } from './only-agents.ts'
import type { Row } from './row.ts'
import { createScene, createView, placeOf, type Scene, sees } from './scene.ts'
import { threadRows } from './thread-rows.ts'
import { groupTurns } from './turn-groups.ts'
import { agentTurn, isInRange } from './turn-range.ts'
import { countTurns } from './turn-row.ts'
import type { ViewOptions } from './view-options.ts'

/** The rows of a session at a level, the header first and what was left out last. */
export function buildView(session: Session, options: ViewOptions): Iterable<Row> {
  return foldRows(viewRows(session, options))
}

function* viewRows(session: Session, options: ViewOptions): Iterable<Row> {
  const view = createView({ session, options, drawThread: threadRows, isLive: false })
  const scene = createScene(view, session.main, 0)
  const turns = session.main.turns.filter(turn => isInRange(turn.number, options))
  const left = session.main.turns.filter(turn => !isInRange(turn.number, options))
  const otherTurns = left.filter(turn => turn.number > 0).length
  yield sessionRow(session, options)
  if (options.agents === 'only') yield* onlyAgentRows(scene)
  else {
    yield* turnRows(scene, turns)
    if (!sees(scene, 'tools')) view.losses.add('agent', countAgents(session, options, otherTurns === 0))
    else if (otherTurns === 0) yield* looseAgentRows(scene)
  }
  yield view.losses.toRow(options.level, { otherTurns, isStartLeftOut: left.some(turn => turn.number === 0) })
}

/** Agents of the turns asked for; those that no call accounts for belong to the session as a whole. */
function countAgents(session: Session, options: ViewOptions, isWhole: boolean): number {
  if (isWhole) return session.agents.length
  return session.agents.filter(agent => {
    const turn = agentTurn(agent)
    return turn !== undefined && isInRange(turn, options)
  }).length
}

/** Turns one after the other; those rewound together are one side. */
function* turnRows(scene: Scene, turns: readonly Turn[]): Iterable<Row> {
  const numbers = countTurns(scene.view.session, scene.view.options)
  // Whoever asks for rewound turns alone wants to read them, at any level.
  const isAskedFor = turns.every(turn => turn.isRewound)
  for (const group of groupTurns(scene.thread, turns)) {
    const first = group[0] as Turn
    if (!first.isRewound) yield* oneTurn(scene, first, numbers)
    else for (const turn of group) yield* rewoundTurn(scene, { group, turn, numbers, isAskedFor })
  }
}

/** Agents may name each other alone: then no walk from the main conversation comes to them. */
function isCalledByMain({ main }: Session, { call }: Agent): boolean {
  return call?.use !== undefined && main.entries[call.use.index] === call.use
}

/** Agents that no call in the main transcript accounts for. */
export function listLooseAgents(session: Session): readonly Agent[] {
  return session.agents.filter(agent => !agent.parent && !isCalledByMain(session, agent))
}

export function* looseAgentRows(scene: Scene): Iterable<Row> {
  const { view } = scene
  const loose = listLooseAgents(view.session)
  if (loose.length === 0) return
  yield {
    ...placeOf(scene, undefined, 'tools'),
    kind: 'section',
    title: 'Agents',
    note: 'not tied to a call of this session',
  }
  for (const agent of loose) {
    if (!view.drawnAgents.has(agent)) yield* agentRows(scene, { agent, call: undefined, isResume: false })
  }
}
