import { agentKeys } from '../model/agent-keys.ts'
import type { Agent, Session, Thread } from '../model/session.ts'
import { mainTurnOf } from '../model/session-view.ts'
import type { ThreadEntry } from '../model/thread-entry.ts'
import type { ToolCall } from '../model/tool-call.ts'
import type { Place } from './story.ts'
import type { ThreadTold, Told } from './told/told.ts'

/** A session as extractors see it: the threads somebody's work was done in, with the names that places have. */
export interface Scene {
  readonly session: Session
  readonly main: ThreadScene
  /** The main thread first, then those of agents that did work. */
  readonly threads: readonly ThreadScene[]
}

export interface ThreadScene {
  readonly agent: string
  readonly thread: Thread
  readonly told: ThreadTold
  readonly about: Agent | undefined
  placeOf(entry: ThreadEntry): Place
  /** Where a call stands: its use, or its result where only that is there. */
  placeOfCall(call: ToolCall): Place | undefined
}

/** Which places an extractor is asked about: those of the session, or those of one segment. */
export type Within = (place: Place) => boolean

export const EVERYWHERE: Within = () => true

export function buildScene(session: Session, told: Told): Scene {
  const keys = agentKeys(session)
  const main = openScene(session.main, undefined, '', told)
  const agents = session.agents
    .filter(agent => WORK.has(agent.purpose))
    .map(agent => openScene(agent.thread, agent, keys.of(agent.thread), told))
    .sort((a, b) => (a.agent < b.agent ? -1 : 1))
  return { session, main, threads: [main, ...agents] }
}

/** Agents that nobody asked for, warm-ups and those that write compaction summaries, did none of the work. */
const WORK: ReadonlySet<Agent['purpose']> = new Set(['task', 'teammate', 'workflow', 'unknown'])

function openScene(thread: Thread, about: Agent | undefined, agent: string, told: Told): ThreadScene {
  const turn = about && mainTurnOf(about)
  const segment = about && topCallOf(about)?.use?.segment
  const placeOf = (entry: ThreadEntry): Place => ({
    agent,
    entry: entry.index,
    turn: turn ?? entry.turn,
    segment: about ? (segment ?? 0) : entry.segment,
    uuid: entry.uuid,
    at: entry.at,
  })
  return {
    agent,
    thread,
    told: told.of(thread),
    about,
    placeOf,
    placeOfCall(call) {
      const entry = ownEntry(thread, call.use) ?? ownEntry(thread, call.result)
      return entry && placeOf(entry)
    },
  }
}

/** Results may be borrowed from another thread. */
function ownEntry(thread: Thread, entry: ThreadEntry | undefined): ThreadEntry | undefined {
  return entry && thread.entries[entry.index] === entry ? entry : undefined
}

function topCallOf(agent: Agent): ToolCall | undefined {
  let top = agent
  while (top.parent) top = top.parent
  return top.call
}

const MAX_PLACES = 5

/** The first few places: enough to look it up. */
export function firstPlaces(places: Iterable<Place | undefined>): readonly Place[] {
  const first: Place[] = []
  for (const place of places) {
    if (!place || first.some(known => known.agent === place.agent && known.entry === place.entry)) continue
    first.push(place)
    if (first.length >= MAX_PLACES) break
  }
  return first
}

export function comparePlaces(a: Place | undefined, b: Place | undefined): number {
  if (!a || !b) return Number(a === undefined) - Number(b === undefined)
  if (a.agent === b.agent) return a.entry - b.entry
  return a.turn - b.turn || (a.at ?? 0) - (b.at ?? 0) || (a.agent < b.agent ? -1 : 1)
}
