import type { Agent, Session, Thread, Turn } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { Level } from '../level.ts'
import { FileMemory } from './file-memory.ts'
import { createFileReplay, type FileReplay } from './file-replay.ts'
import { Losses } from './losses.ts'
import { createView, type Scene, type View } from './scene.ts'
import { indexThread, type ThreadIndex } from './thread-index.ts'
import { threadRows } from './thread-rows.ts'
import { groupTurns } from './turn-groups.ts'
import { countTurns, type TurnNumbers } from './turn-row.ts'
import type { ViewOptions } from './view-options.ts'

/** What rows are drawn from, whichever of them are asked for. */
export type PieceOptions = Omit<ViewOptions, 'level' | 'turns' | 'agents'>

/**
 * A session of which single turns and agents are drawn. What drawing any of them needs to know of the whole is made
 * once, so that walking turn by turn costs about what one walk over the session does. It is of one state of the session:
 * one that grew is prepared anew.
 */
export interface PreparedView {
  readonly session: Session
  readonly options: PieceOptions
  readonly numbers: TurnNumbers
  readonly turns: ReadonlyMap<number, Turn>
  /** By id; where several bear one, the first. */
  readonly agents: ReadonlyMap<string, Agent>
  /** The turns that each was taken back with, itself included. */
  readonly groups: ReadonlyMap<Turn, readonly Turn[]>
  readonly replay: FileReplay
  /** What a thread's rows are found by. */
  indexOf(thread: Thread): ThreadIndex
  readonly base: View
}

export function prepareView(session: Session, options: PieceOptions): PreparedView {
  const { main } = session
  const base = createView({ session, options: { ...options, level: 'all' }, drawThread: threadRows, isLive: false })
  const indexes = new Map<Thread, ThreadIndex>()
  const indexOf = (thread: Thread): ThreadIndex => {
    const index = indexes.get(thread) ?? indexThread(thread)
    indexes.set(thread, index)
    return index
  }
  const groups = new Map<Turn, readonly Turn[]>()
  for (const group of groupTurns(main, main.turns)) for (const turn of group) groups.set(turn, group)
  return {
    session,
    options,
    numbers: countTurns(session, options),
    turns: new Map(main.turns.map(turn => [turn.number, turn])),
    agents: new Map(session.agents.toReversed().map(agent => [agent.id, agent])),
    groups,
    replay: createFileReplay(base, indexOf),
    indexOf,
    base,
  }
}

export interface Piece {
  readonly thread: Thread
  /** Whose rows these are; undefined for what stands in no turn. */
  readonly holder: Turn | Agent | undefined
  readonly level: Level
  readonly atEntry?: ((thread: Thread, entry: ThreadEntry) => void) | undefined
}

/** A scene of its own for some rows: what earlier ones said and showed is not known to it, but for contents of files. */
export function pieceScene(prepared: PreparedView, { thread, holder, level, atEntry }: Piece): Scene {
  const { base, replay } = prepared
  const files = new FileMemory()
  if (holder) replay.before(holder, files)
  const view: View = {
    ...base,
    options: { ...base.options, level },
    losses: new Losses(),
    drawnAgents: new Set(),
    hookTexts: new Set(),
    runningCalls: new Set(),
    files,
    leaveOut: agent => replay.inside(agent, files),
    atEntry,
  }
  return {
    view,
    thread,
    // Made only where something is drawn: an index of a session without loose agents needs none.
    get index() {
      return prepared.indexOf(thread)
    },
    depth: 0,
    isRewound: false,
    floor: 'prompts',
    agentFloor: 'prompts',
    quietHooks: new Map(),
  }
}
