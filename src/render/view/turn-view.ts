import type { Agent, Thread, Turn } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { Level } from '../level.ts'
import { agentRows } from './agents.ts'
import { foldRows } from './fold-rows.ts'
import { oneTurn, rewoundTurn } from './one-turn.ts'
import { type Piece, type PreparedView, pieceScene } from './prepare-view.ts'
import { entryRows } from './raw-view.ts'
import type { Row } from './row.ts'
import { type Scene, sees } from './scene.ts'
import { entriesOf, threadRows } from './thread-rows.ts'
import { turnRow } from './turn-row.ts'

/** `raw`: one row per entry, as it is recorded. */
export type PieceLevel = Level | 'raw'

/** Told of each entry before its rows come. */
export type AtEntry = (thread: Thread, entry: ThreadEntry) => void

/**
 * The rows of one turn as `buildView` has them, each agent as one line. What differs, as a turn does not know the others:
 * a hook that says the same again is told once in each turn, and not once in the session.
 */
export function turnRows(prepared: PreparedView, turn: Turn, level: PieceLevel): Iterable<Row> {
  return foldRows(unfoldedTurnRows(prepared, turn, level))
}

/**
 * The rows of one agent, those it started as one line each. They are placed as if the agent were a session: not below
 * anything, and each with the lowest level that would show it there.
 */
export function agentThreadRows(prepared: PreparedView, agent: Agent, level: PieceLevel): Iterable<Row> {
  return foldRows(unfoldedAgentRows(prepared, agent, level))
}

/** The same before equal small rows become one. */
export function unfoldedTurnRows(
  prepared: PreparedView,
  turn: Turn,
  level: PieceLevel,
  atEntry?: AtEntry,
): Iterable<Row> {
  const { session, numbers, groups } = prepared
  const scene = openPiece(prepared, { thread: session.main, holder: turn, atEntry }, level)
  if (level === 'raw') return rawTurnRows(prepared, scene, turn)
  if (!turn.isRewound) return oneTurn(scene, turn, numbers)
  const isAskedFor = session.main.turns.every(other => other.isRewound)
  return rewoundTurn(scene, { group: groups.get(turn) ?? [turn], turn, numbers, isAskedFor })
}

export function* unfoldedAgentRows(
  prepared: PreparedView,
  agent: Agent,
  level: PieceLevel,
  atEntry?: AtEntry,
): Iterable<Row> {
  const scene = openPiece(prepared, { thread: agent.thread, holder: agent, atEntry }, level)
  if (level === 'raw') {
    for (const entry of agent.thread.entries) yield* entryRows(scene, entry)
    return
  }
  yield* threadRows(scene)
  if (!sees(scene, 'tools')) return
  for (const child of agent.children) {
    if (scene.view.drawnAgents.has(child)) continue
    yield* agentRows(scene, { agent: child, call: child.call, isResume: false })
  }
}

function openPiece(prepared: PreparedView, piece: Omit<Piece, 'level'>, level: PieceLevel): Scene {
  return pieceScene(prepared, { ...piece, level: level === 'raw' ? 'all' : level })
}

function* rawTurnRows({ session, numbers }: PreparedView, scene: Scene, turn: Turn): Iterable<Row> {
  for (const entry of entriesOf(session.main, turn)) {
    const isRewound = !entry.isRepeat && !session.main.isActive(entry)
    const placed = isRewound ? { ...scene, isRewound } : scene
    if (entry === turn.prompt && turn.number > 0) yield turnRow(placed, turn, numbers)
    yield* entryRows(placed, entry)
  }
}
