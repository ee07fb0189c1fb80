/**
 * render/ shows a session. The view decides, once for all formats, which rows a level shows; a format draws rows. It is
 * pure: entries are read again through the functions it is given, one turn at a time.
 */

import type { Agent, Session, Turn } from '../../model/session.ts'
import { agentRows } from './agents.ts'
import { foldRows } from './fold-rows.ts'
import { sessionRow } from './header.ts'
import { onlyAgentRows } from './only-agents.ts'
import type { Row } from './row.ts'
import { createScene, createView, placeOf, rewoundScene, type Scene, sees } from './scene.ts'
import { entriesOf, rewoundRows, threadRows } from './thread-rows.ts'
import { agentTurn, isInRange } from './turn-range.ts'
import { countTurns, type TurnNumbers, turnRow } from './turn-row.ts'
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
  for (let at = 0; at < turns.length; ) {
    const turn = turns[at] as Turn
    let next = at + 1
    if (!turn.isRewound) yield* oneTurn(scene, turn, numbers)
    else {
      while (turns[next]?.isRewound && isSameSide(scene, turn, turns[next] as Turn)) next++
      yield* rewoundTurns(scene, turns.slice(at, next), numbers, isAskedFor)
    }
    at = next
  }
}

function* oneTurn(scene: Scene, turn: Turn, numbers: TurnNumbers): Iterable<Row> {
  const heading = turnRow(scene, turn, numbers)
  if (turn.number > 0) yield heading
  yield* threadRows(scene, turn)
}

function* rewoundTurns(scene: Scene, turns: readonly Turn[], numbers: TurnNumbers, isAskedFor: boolean): Iterable<Row> {
  const first = turns[0] as Turn
  const entries = turns.flatMap(turn => entriesOf(scene.thread, turn))
  if (!isAskedFor && !sees(scene, 'all')) {
    yield* rewoundRows(scene, entries)
    return
  }
  const place = placeOf(scene, first.prompt, isAskedFor ? 'prompts' : 'all')
  const mark = {
    ...place,
    kind: 'rewound',
    turns: turns.map(turn => turn.number),
    entries: entries.length,
  } as const
  yield { ...mark, edge: 'begin' }
  const inside = isAskedFor ? { ...scene, isRewound: true } : rewoundScene(scene)
  for (const turn of turns) yield* oneTurn(inside, turn, numbers)
  yield { ...mark, edge: 'end' }
}

function isSameSide(scene: Scene, first: Turn, second: Turn): boolean {
  const holds = (turns: readonly number[]): boolean => turns.includes(first.number) && turns.includes(second.number)
  return scene.thread.forks.some(fork => fork.sides.some(side => !side.isActive && holds(side.turns)))
}

/** Agents may name each other alone: then no walk from the main conversation comes to them. */
function isCalledByMain({ main }: Session, { call }: Agent): boolean {
  return call?.use !== undefined && main.entries[call.use.index] === call.use
}

/** Agents that no call in the main transcript accounts for. */
function* looseAgentRows(scene: Scene): Iterable<Row> {
  const { view } = scene
  const loose = view.session.agents.filter(agent => !agent.parent && !isCalledByMain(view.session, agent))
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
