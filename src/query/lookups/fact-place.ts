import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { FactRow, SoleFact } from './collapse-copies.ts'
import type { KeptSession } from './kept-sessions.ts'

/** Where something happened: session, turn and prompt. Times are ISO 8601 in UTC; what is not known is left out. */
export interface FactPlace {
  readonly sessionId: string
  readonly shortId: string
  readonly title: string
  /** Name and folder of the project. */
  readonly project: string
  readonly projectPath: string
  readonly branch: string | undefined
  /** Turn of its thread; 0 is what stands before the first prompt. */
  readonly turn: number
  /** Turn of the main thread in which it happened, which `show` takes: differs from `turn` in subagents alone. */
  readonly mainTurn: number
  /** The subagent whose thread it is; undefined for the main one. */
  readonly agent: string | undefined
  readonly agentType: string | undefined
  /** Head of what the person asked for in `mainTurn`. */
  readonly prompt: string
  readonly at: string | undefined
  readonly entryUuid: string | undefined
  /** On a side of the conversation that was taken back. */
  readonly isRewound: boolean
  /** Other sessions that repeat it: resumes, forks, copies. */
  readonly alsoIn: readonly SessionName[]
}

export interface SessionName {
  readonly sessionId: string
  readonly shortId: string
}

type Placed = Pick<FactRow, 'session' | 'agent' | 'turn' | 'entry' | 'at'>

export interface PlaceFinder {
  placeOf(fact: SoleFact<FactRow>): FactPlace
  /** The turn of the main thread during which a turn of any thread ran. */
  mainTurnOf(thread: Pick<Placed, 'session' | 'agent' | 'turn'>): number
}

/** A few statements per place: for what is shown, not for all that was found. */
export function createPlaceFinder(store: Store, sessions: ReadonlyMap<number, KeptSession>): PlaceFinder {
  const mainTurnOf: PlaceFinder['mainTurnOf'] = ({ session, agent, turn }) =>
    agent === '' ? turn : findMainTurn(store, session, agent)
  return {
    mainTurnOf,
    placeOf({ row, copies }) {
      const { session, agent, turn, entry } = row
      const mainTurn = mainTurnOf(row)
      const kept = store.get(SESSION, [session])
      const place = store.get(ENTRY, [session, agent, entry])
      const prompt = store.get(TURN, [session, mainTurn])
      return {
        sessionId: sessions.get(session)?.sessionId ?? '',
        shortId: sessions.get(session)?.shortId ?? '',
        title: (kept?.title ?? '') as string,
        project: (kept?.project_name ?? '') as string,
        projectPath: (kept?.project_path ?? '') as string,
        branch: (kept?.branch ?? undefined) as string | undefined,
        turn,
        mainTurn,
        agent: agent === '' ? undefined : agent,
        agentType: agent === '' ? undefined : findAgentType(store, session, agent),
        prompt: (prompt?.text ?? '') as string,
        at: formatIso(row.at ?? undefined),
        entryUuid: (place?.uuid ?? undefined) as string | undefined,
        isRewound: place?.is_rewound === 1 || prompt?.is_rewound === 1,
        alsoIn: listNames(copies, sessions),
      }
    },
  }
}

const SESSION = 'SELECT title, project_name, project_path, branch FROM sessions WHERE session = ?'
const ENTRY = 'SELECT uuid, is_rewound FROM entries WHERE session = ? AND agent = ? AND number = ?'
const TURN = `SELECT text, is_rewound FROM turns WHERE session = ? AND agent = '' AND number = ?`

export function listNames(
  numbers: Iterable<number>,
  sessions: ReadonlyMap<number, KeptSession>,
): readonly SessionName[] {
  return [...numbers]
    .map(number => sessions.get(number))
    .filter(session => session !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ sessionId, shortId }) => ({ sessionId, shortId }))
}

function findAgentType(store: Store, session: number, agent: string): string | undefined {
  const row = store.get('SELECT agent_type FROM agents WHERE session = ? AND agent = ?', [session, agent])
  return (row?.agent_type ?? undefined) as string | undefined
}

const MAX_DEPTH = 20

/** Up from agent to agent, to the call in the main thread; where a call is not known, by the time the agent began. */
export function findMainTurn(store: Store, session: number, agent: string): number {
  let thread = agent
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const row = store.get(CALL_OF_AGENT, [session, thread])
    if (!row) return 0
    if (row.turn === null) return (store.get(TURN_AT, [session, row.started_at ?? null])?.number ?? 0) as number
    if (row.call_agent === '') return row.turn as number
    thread = row.call_agent as string
  }
  return 0
}

const CALL_OF_AGENT = `SELECT a.call_agent, a.started_at, c.turn FROM agents AS a
LEFT JOIN tool_calls AS c ON c.session = a.session AND c.agent = a.call_agent AND c.number = a.call_number
WHERE a.session = ? AND a.agent = ?`

const TURN_AT = `SELECT number FROM turns
WHERE session = ? AND agent = '' AND started_at <= ? ORDER BY started_at DESC, number DESC LIMIT 1`
