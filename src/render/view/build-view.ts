/**
 * render/ shows a session. The view decides, once for all formats, which rows a level shows; a format draws rows. It is
 * pure: entries are read again through the functions it is given, one turn at a time.
 */

import type { Agent, Session, Turn } from '../../model/session.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import { agentRows } from './agents.ts'
import { foldRows } from './fold-rows.ts'
import { sessionRow } from './header.ts'
import type { Row, TurnRow } from './row.ts'
import { createScene, createView, placeOf, type Scene, sees, type View } from './scene.ts'
import { entriesOf, rewoundRows, threadRows } from './thread-rows.ts'
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
  yield* turnRows(scene, turns)
  if (!sees(scene, 'tools')) view.losses.add('agent', countAgents(session, options, otherTurns === 0))
  else if (otherTurns === 0) yield* looseAgentRows(scene)
  yield view.losses.toRow(options.level, { otherTurns, isStartLeftOut: left.some(turn => turn.number === 0) })
}

function isInRange(turn: number, { turns }: ViewOptions): boolean {
  return !turns || (turn >= turns.from && turn <= turns.to)
}

/** Agents of the turns asked for; those that no call accounts for belong to the session as a whole. */
function countAgents(session: Session, options: ViewOptions, isWhole: boolean): number {
  if (isWhole) return session.agents.length
  return session.agents.filter(agent => {
    const turn = turnOf(agent)
    return turn !== undefined && isInRange(turn, options)
  }).length
}

function turnOf(agent: Agent): number | undefined {
  let top = agent
  while (top.parent) top = top.parent
  return top.call?.use?.turn
}

/** Turns one after the other; those rewound together are one side. */
function* turnRows(scene: Scene, turns: readonly Turn[]): Iterable<Row> {
  const numbers = turnNumbers(scene.view)
  // Whoever asks for rewound turns alone wants to read them.
  const isOpen = sees(scene, 'all') || turns.every(turn => turn.isRewound)
  for (let at = 0; at < turns.length; ) {
    const turn = turns[at] as Turn
    let next = at + 1
    if (!turn.isRewound) yield* oneTurn(scene, turn, numbers)
    else {
      while (turns[next]?.isRewound && isSameSide(scene, turn, turns[next] as Turn)) next++
      yield* rewoundTurns(scene, turns.slice(at, next), numbers, isOpen)
    }
    at = next
  }
}

function* oneTurn(scene: Scene, turn: Turn, numbers: TurnNumbers): Iterable<Row> {
  const heading = turnRow(scene, turn, numbers)
  if (turn.number > 0) yield heading
  yield* threadRows(scene, turn)
}

function* rewoundTurns(scene: Scene, turns: readonly Turn[], numbers: TurnNumbers, isOpen: boolean): Iterable<Row> {
  const first = turns[0] as Turn
  const entries = turns.flatMap(turn => entriesOf(scene.thread, turn))
  if (!isOpen) {
    yield* rewoundRows(scene, entries)
    return
  }
  const place = placeOf(scene, first.prompt)
  const mark = {
    ...place,
    kind: 'rewound',
    turns: turns.map(turn => turn.number),
    entries: entries.length,
  } as const
  yield { ...mark, edge: 'begin' }
  const inside = { ...scene, isRewound: true }
  for (const turn of turns) yield* oneTurn(inside, turn, numbers)
  yield { ...mark, edge: 'end' }
}

function isSameSide(scene: Scene, first: Turn, second: Turn): boolean {
  const holds = (turns: readonly number[]): boolean => turns.includes(first.number) && turns.includes(second.number)
  return scene.thread.forks.some(fork => fork.sides.some(side => !side.isActive && holds(side.turns)))
}

interface TurnNumbers {
  readonly files: ReadonlyMap<number, ReadonlySet<string>>
  readonly tokens: ReadonlyMap<number, number>
}

function turnNumbers(view: View): TurnNumbers {
  const files = new Map<number, Set<string>>()
  for (const file of view.session.main.facts.files) {
    const number = file.call.use?.turn
    if (file.action === 'read' || number === undefined) continue
    files.set(number, (files.get(number) ?? new Set()).add(file.path))
  }
  const tokens = new Map<number, number>()
  for (const request of view.session.requests) {
    const sum = totalTokens(request.tokens)
    tokens.set(request.at.turn, (tokens.get(request.at.turn) ?? 0) + sum)
  }
  return { files, tokens }
}

function turnRow(scene: Scene, turn: Turn, numbers: TurnNumbers): TurnRow {
  return {
    ...placeOf(scene, turn.prompt),
    kind: 'turn',
    number: turn.number,
    toolCalls: turn.toolCalls,
    files: numbers.files.get(turn.number)?.size ?? 0,
    tokens: numbers.tokens.get(turn.number) ?? 0,
    activeMs: turn.activeMs,
    isInterrupted: turn.isInterrupted,
  }
}

/** Agents that no call in the transcript accounts for. */
function* looseAgentRows(scene: Scene): Iterable<Row> {
  const { view } = scene
  const loose = view.session.agents.filter(agent => !agent.call && !agent.parent)
  if (loose.length === 0) return
  yield { ...placeOf(scene, undefined), kind: 'section', title: 'Agents', note: 'not tied to a call of this session' }
  for (const agent of loose) yield* agentRows(scene, { agent, call: undefined, isResume: false })
}
