import type { JsonObject } from '../../format/json.ts'
import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { higherLevel, type Level, levelShows } from '../level.ts'
import { FileMemory, findUnpatched } from './file-memory.ts'
import { Losses } from './losses.ts'
import type { Row, RowCost, RowPlace } from './row.ts'
import { groupCosts } from './row-cost.ts'
import { indexAgents, indexThread, type ThreadIndex } from './thread-index.ts'
import type { ViewOptions } from './view-options.ts'

/** One walk over a session: what was asked for, and what was left out so far. */
export interface View {
  readonly session: Session
  readonly options: ViewOptions
  readonly losses: Losses
  readonly agentsByCall: ReadonlyMap<ToolCall, readonly Agent[]>
  /** What agents cost, by their ids. */
  readonly agentCosts: ReadonlyMap<string, RowCost>
  /** What hooks said, by name: what is said again and again is counted, not repeated. */
  readonly hookTexts: Set<string>
  /** Contents of files, for what is written over without a recorded difference. */
  readonly files: FileMemory
  /** Paths of those files. */
  readonly unpatched: ReadonlySet<string>
  /** Calls drawn before their result came, while following. */
  readonly runningCalls: Set<ToolCall>
  /** Agents already drawn: none is drawn twice, and no cycle is followed. */
  readonly drawnAgents: Set<Agent>
  /** Draws a whole thread: given from outside, as drawing one may mean drawing others. */
  readonly drawThread: (scene: Scene) => Iterable<Row>
  /** Following a session as it grows: rows stand where their entries are, as nothing later is known yet. */
  readonly isLive: boolean
  /** Set where each agent is drawn apart from the line that starts it: told of those whose rows are left out here. */
  readonly leaveOut?: ((agent: Agent) => void) | undefined
  /** Told of each entry before its rows come. */
  readonly atEntry?: ((thread: Thread, entry: ThreadEntry) => void) | undefined
}

/** One thread in a view, and how its rows are placed. */
export interface Scene {
  readonly view: View
  readonly thread: Thread
  readonly index: ThreadIndex
  readonly depth: number
  readonly isRewound: boolean
  /** Below this level the whole scene is folded away: what agents did, sides that were taken back. */
  readonly floor: Level
  /** The same for the lines of agents, which stand below a folded agent too. */
  readonly agentFloor: Level
  /** Hooks that ran without anything to tell, by name, since the last count was drawn. */
  readonly quietHooks: Map<string, number>
}

/** Turns an entry into rows; none where the level leaves it out. */
export type Presenter = (scene: Scene, entry: ThreadEntry) => Iterable<Row>

export function createView(parts: Pick<View, 'session' | 'options' | 'drawThread' | 'isLive'>): View {
  return {
    ...parts,
    losses: new Losses(),
    agentsByCall: indexAgents(parts.session),
    agentCosts: groupCosts(parts.session.requests, ({ at }) => at.agentId, parts.options),
    drawnAgents: new Set(),
    hookTexts: new Set(),
    files: new FileMemory(),
    unpatched: findUnpatched(parts.session),
    runningCalls: new Set(),
  }
}

export function createScene(view: View, thread: Thread, depth: number): Scene {
  return {
    view,
    thread,
    index: indexThread(thread),
    depth,
    isRewound: false,
    floor: 'prompts',
    agentFloor: 'prompts',
    quietHooks: new Map(),
  }
}

/** A side that was taken back: below level `all` one folded row. */
export function rewoundScene(scene: Scene): Scene {
  const agentFloor = scene.thread.agentId === undefined ? 'all' : scene.agentFloor
  return { ...scene, isRewound: true, floor: 'all', agentFloor }
}

export function sees(scene: Scene, needed: Level): boolean {
  return levelShows(scene.view.options.level, needed)
}

/** Reads an entry again. A result may stand in another file than its call. */
export function readJson(scene: Scene, entry: ThreadEntry): JsonObject | undefined {
  const { session, options } = scene.view
  const isIn = (thread: Thread): boolean => thread.entries[entry.index] === entry
  if (isIn(scene.thread)) return options.read(scene.thread, entry)
  const other = threadOf(session, entry)
  return other && isIn(other) ? options.read(other, entry) : undefined
}

const threadsByEntry = new WeakMap<Session, ReadonlyMap<ThreadEntry, Thread>>()

/** Made once it is needed: mostly a result stands in the same file as its call. */
function threadOf(session: Session, entry: ThreadEntry): Thread | undefined {
  const known = threadsByEntry.get(session)?.get(entry)
  if (known) return known
  const threads = new Map<ThreadEntry, Thread>()
  for (const thread of [session.main, ...session.agents.map(agent => agent.thread)])
    for (const own of thread.entries) if (!threads.has(own)) threads.set(own, thread)
  threadsByEntry.set(session, threads)
  return threads.get(entry)
}

/** `needed` is the lowest level that shows such a row, where its surroundings are shown. */
export function placeOf(scene: Scene, entry: ThreadEntry | undefined, needed: Level): RowPlace {
  const minLevel = higherLevel(needed, scene.floor)
  return { depth: scene.depth, uuid: entry?.uuid, at: entry?.at, isRewound: scene.isRewound, minLevel }
}
