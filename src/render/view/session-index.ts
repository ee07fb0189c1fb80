import type { Agent, Session, Turn } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import { head } from '../../text/head.ts'
import { looseAgentRows } from './build-view.ts'
import { sessionRow } from './header.ts'
import { type PreparedView, pieceScene } from './prepare-view.ts'
import type { Row, RowCost, SessionRow } from './row.ts'
import { agentTurn } from './turn-range.ts'

/** What a page needs to lay out a session before it has read any of it: made from the model alone. */
export interface SessionIndex {
  readonly header: SessionRow
  /** In order; turn 0 only where something stands before the first prompt. */
  readonly turns: readonly IndexTurn[]
  readonly agents: readonly IndexAgent[]
  /** Behind the last turn: a section and a line for each agent that no call accounts for; they stand in no turn. */
  readonly loose: readonly Row[]
}

export interface IndexTurn {
  readonly number: number
  /** Head of its prompt, at most 200 characters. */
  readonly text: string
  readonly uuid: string | undefined
  /** Epoch milliseconds. */
  readonly at: number | undefined
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

/** From the model alone: nothing of the transcript is read again. */
export function buildSessionIndex(prepared: PreparedView): SessionIndex {
  const { session, options } = prepared
  const counts = countByTurn(session)
  return {
    header: sessionRow(session, options),
    turns: session.main.turns
      .filter(turn => turn.number > 0 || counts.entries.get(0) !== undefined)
      .map(turn => indexTurn(prepared, turn, counts)),
    agents: session.agents.map(agent => indexAgent(prepared, agent)),
    loose: looseRows(prepared),
  }
}

function indexTurn(prepared: PreparedView, turn: Turn, counts: TurnCounts): IndexTurn {
  const { number } = turn
  const { numbers, groups } = prepared
  return {
    number,
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
    tokens: totalTokens(agent.usage),
    cost: agent.storedAs === 'progress-copies' ? undefined : base.agentCosts.get(agent.id),
  }
}

function looseRows(prepared: PreparedView): readonly Row[] {
  const { main } = prepared.session
  return [...looseAgentRows(pieceScene(prepared, { thread: main, holder: undefined, level: 'all' }))]
}

/** Numbers that stand in no turn itself. */
interface TurnCounts {
  readonly entries: ReadonlyMap<number, number>
  readonly errors: ReadonlyMap<number, number>
  readonly agents: ReadonlyMap<number, number>
  readonly compactions: ReadonlyMap<number, number>
}

function countByTurn({ main, agents }: Session): TurnCounts {
  const errors = countNumbers(main.toolCalls, call => (call.status === 'error' ? call.use?.turn : undefined))
  const failed = main.messages.filter(message => message.isApiError)
  addNumbers(errors, failed, message => message.turn)
  addNumbers(errors, main.entries, entry => (isErrorNote(entry) ? entry.turn : undefined))
  return {
    entries: countNumbers(main.entries, entry => (entry.kind === 'blank' ? undefined : entry.turn)),
    errors,
    agents: countNumbers(agents, agentTurn),
    compactions: countNumbers(main.segments, segment => (segment.boundary ?? segment.summary)?.turn),
  }
}

/** The client's own note that a request failed. */
function isErrorNote({ kind, isRepeat }: ThreadEntry): boolean {
  return !isRepeat && (kind === 'system/api_error' || kind === 'system/error')
}

function countNumbers<Item>(items: Iterable<Item>, turnOf: (item: Item) => number | undefined): Map<number, number> {
  const counts = new Map<number, number>()
  addNumbers(counts, items, turnOf)
  return counts
}

function addNumbers<Item>(
  counts: Map<number, number>,
  items: Iterable<Item>,
  turnOf: (item: Item) => number | undefined,
): void {
  for (const item of items) {
    const turn = turnOf(item)
    if (turn !== undefined) counts.set(turn, (counts.get(turn) ?? 0) + 1)
  }
}
