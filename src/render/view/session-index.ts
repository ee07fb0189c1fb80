import { agentTokens } from '../../model/agent-tokens.ts'
import type { Agent, Session, Turn } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { TurnOrigin } from '../../model/turn-origin.ts'
import { head } from '../../text/head.ts'
import { listLooseAgents, looseAgentRows } from './build-view.ts'
import { sessionRow } from './header.ts'
import { type PreparedView, pieceScene } from './prepare-view.ts'
import type { Row, RowCost, SessionRow } from './row.ts'
import { agentTurn } from './turn-range.ts'

/** What a page needs to lay out a session before it has read any of it: made from the model alone. */
export interface SessionIndex {
  readonly header: SessionRow
  /** Some of them, in order; turn 0 only where something stands before the first prompt. */
  readonly turns: readonly IndexTurn[]
  /** How many there are in all. */
  readonly turnCount: number
  /** Turns follow the last of these. */
  readonly hasMore: boolean
  readonly agents: readonly IndexAgent[]
  /** Behind the last turn: a section and a line for each agent that no call accounts for; they stand in no turn. */
  readonly loose: readonly Row[]
}

export interface IndexTurn {
  readonly number: number
  /** What set it off. */
  readonly origin: TurnOrigin
  /** Head of its prompt, at most 200 characters. */
  readonly text: string
  readonly uuid: string | undefined
  /** Epoch milliseconds. */
  readonly at: number | undefined
  /** Of the main conversation: agents count their own. Tokens and cost are of all that worked for the turn. */
  readonly toolCalls: number
  /** Calls and requests that failed. */
  readonly errors: number
  /** Distinct files changed. */
  readonly files: number
  readonly agents: number
  readonly tokens: number
  readonly cost?: RowCost | undefined
  readonly activeMs: number
  /** Entries it holds: a guess at its size. */
  readonly entries: number
  readonly hasAnswer: boolean
  readonly isInterrupted: boolean
  readonly isRewound: boolean
  /** Rewound turns that were taken back together have one number; undefined for the others. */
  readonly side: number | undefined
  /** Compactions that stand in it. */
  readonly compactions: number
}

export interface IndexAgent {
  readonly id: string
  readonly parent: string | undefined
  readonly agentType: string
  readonly description: string
  /** Turn of the main conversation it was started in; undefined where no call accounts for it. */
  readonly turn: number | undefined
  readonly status: Agent['status']
  readonly steps: number
  readonly tokens: number
  readonly cost?: RowCost | undefined
}

const MAX_TEXT = 200

/** Which turns are wanted. */
export interface TurnWindow {
  /** Number of the first. */
  readonly from: number
  /** At most so many; fewer where their prompts are long. */
  readonly limit: number
}

const ALL_TURNS: TurnWindow = { from: 0, limit: Number.POSITIVE_INFINITY }

/** About as many characters as one answer holds of turns. */
const MAX_WINDOW_SIZE = 900_000
/** What a turn takes beside its text, written as JSON. */
const TURN_SIZE = 350

/** From the model alone: nothing of the transcript is read again. */
export function buildSessionIndex(prepared: PreparedView, window = ALL_TURNS): SessionIndex {
  const { session, options } = prepared
  const all = listTurns(session)
  const wanted = takeWindow(all, window)
  const counts = countByTurn(session, wanted)
  return {
    header: sessionRow(session, options),
    turns: wanted.map(turn => indexTurn(prepared, turn, counts)),
    turnCount: all.length,
    hasMore: wanted.length > 0 && wanted.at(-1) !== all.at(-1),
    agents: session.agents.map(agent => indexAgent(prepared, agent)),
    loose: looseRows(prepared),
  }
}

function listTurns({ main }: Session): readonly Turn[] {
  const { turns } = main
  if (turns[0]?.number !== 0 || main.entries.some(({ turn, kind }) => turn === 0 && kind !== 'blank')) return turns
  return turns.slice(1)
}

/** Turns are numbered in their order. */
function takeWindow(turns: readonly Turn[], { from, limit }: TurnWindow): readonly Turn[] {
  const first = turns.findIndex(({ number }) => number >= from)
  if (first < 0) return []
  if (limit === Number.POSITIVE_INFINITY) return turns.slice(first)
  let size = 0
  let end = first
  for (; end < turns.length && end - first < limit && (end === first || size < MAX_WINDOW_SIZE); end++) {
    size += TURN_SIZE + Math.min(MAX_TEXT, turns[end]?.text.length ?? 0)
  }
  return turns.slice(first, end)
}

function indexTurn(prepared: PreparedView, turn: Turn, counts: TurnCounts): IndexTurn {
  const { number } = turn
  const { numbers, groups } = prepared
  return {
    number,
    origin: turn.origin,
    text: head(turn.text, MAX_TEXT),
    uuid: turn.prompt?.uuid,
    at: turn.prompt?.at ?? turn.startedAt,
    toolCalls: turn.toolCalls,
    errors: counts.errors.get(number) ?? 0,
    files: numbers.files.get(number)?.size ?? 0,
    agents: counts.agents.get(number) ?? 0,
    tokens: numbers.tokens.get(number) ?? 0,
    cost: numbers.costs.get(number),
    activeMs: turn.activeMs,
    entries: counts.entries.get(number) ?? 0,
    hasAnswer: turn.answer !== undefined,
    isInterrupted: turn.isInterrupted,
    isRewound: turn.isRewound,
    side: turn.isRewound ? groups.get(turn)?.[0]?.number : undefined,
    compactions: counts.compactions.get(number) ?? 0,
  }
}

function indexAgent({ base }: PreparedView, agent: Agent): IndexAgent {
  return {
    id: agent.id,
    parent: agent.parent?.id,
    agentType: head(agent.agentType ?? '', MAX_TEXT),
    description: head(agent.description ?? agent.prompt, MAX_TEXT),
    turn: agentTurn(agent),
    status: agent.status,
    steps: agent.thread.toolCalls.length,
    tokens: agentTokens(agent),
    cost: agent.storedAs === 'progress-copies' ? undefined : base.agentCosts.get(agent.id),
  }
}

function looseRows(prepared: PreparedView): readonly Row[] {
  const { main } = prepared.session
  // A scene costs an index of the whole thread.
  if (listLooseAgents(prepared.session).length === 0) return []
  return [...looseAgentRows(pieceScene(prepared, { thread: main, holder: undefined, level: 'all' }))]
}

/** Numbers that stand in no turn itself. */
interface TurnCounts {
  readonly entries: Map<number, number>
  readonly errors: Map<number, number>
  readonly agents: Map<number, number>
  readonly compactions: Map<number, number>
}

function countByTurn({ main, agents }: Session, wanted: readonly Turn[]): TurnCounts {
  const from = wanted[0]?.number ?? 0
  const to = wanted.at(-1)?.number ?? -1
  const counts: TurnCounts = { entries: new Map(), errors: new Map(), agents: new Map(), compactions: new Map() }
  const add = (count: Map<number, number>, turn: number | undefined): void => {
    if (turn !== undefined && turn >= from && turn <= to) count.set(turn, (count.get(turn) ?? 0) + 1)
  }
  for (const call of main.toolCalls) if (call.status === 'error') add(counts.errors, call.use?.turn)
  for (const message of main.messages) if (message.isApiError) add(counts.errors, message.turn)
  for (const entry of main.entries) {
    if (isErrorNote(entry)) add(counts.errors, entry.turn)
    if (entry.kind !== 'blank') add(counts.entries, entry.turn)
  }
  for (const agent of agents) add(counts.agents, agentTurn(agent))
  for (const segment of main.segments) add(counts.compactions, (segment.boundary ?? segment.summary)?.turn)
  return counts
}

/** The client's own note that a request failed. */
function isErrorNote({ kind, isRepeat }: ThreadEntry): boolean {
  return !isRepeat && (kind === 'system/api_error' || kind === 'system/error')
}
