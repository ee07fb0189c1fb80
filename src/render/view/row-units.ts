import type { Agent, Thread, Turn } from '../../model/session.ts'
import { foldRows } from './fold-rows.ts'
import type { PreparedView } from './prepare-view.ts'
import type { Row } from './row.ts'
import { agentTurn } from './turn-range.ts'
import { type AtEntry, type PieceLevel, unfoldedAgentRows, unfoldedTurnRows } from './turn-view.ts'

/** What rows are counted in: a turn of the main conversation, or an agent. */
export interface RowUnit {
  /** The turn, or the one that the agent works for; undefined where no call accounts for it. */
  readonly turn: number | undefined
  /** Id of the agent; undefined for a turn. */
  readonly agent: string | undefined
  readonly holder: Turn | Agent
}

/** A unit in a list of all. */
export interface ListedUnit extends RowUnit {
  /** Where it stands, in few characters: ids of agents may be any text. */
  readonly cursor: string
}

/** All units in the order in which a reader comes to them: each turn, then the agents that work for it. */
export function listUnits({ session }: PreparedView): readonly ListedUnit[] {
  const byTurn = new Map<number | undefined, ListedUnit[]>()
  const seen = new Set<string>()
  for (const agent of session.agents) {
    if (seen.has(agent.id)) continue
    seen.add(agent.id)
    const unit = unitOfAgent(agent)
    const group = byTurn.get(unit.turn) ?? []
    byTurn.set(unit.turn, group)
    group.push({ ...unit, cursor: `${unit.turn ?? ''}.${group.length}` })
  }
  const turns = session.main.turns.flatMap(turn => [
    { ...unitOfTurn(turn), cursor: `${turn.number}` },
    ...(byTurn.get(turn.number) ?? []),
  ])
  return [...turns, ...(byTurn.get(undefined) ?? [])]
}

export function unitOfTurn(turn: Turn): RowUnit {
  return { turn: turn.number, agent: undefined, holder: turn }
}

export function unitOfAgent(agent: Agent): RowUnit {
  return { turn: agentTurn(agent), agent: agent.id, holder: agent }
}

/** Names a unit in one session, whatever is added to it. */
export function keyOf({ turn, agent }: Pick<RowUnit, 'turn' | 'agent'>): string {
  return agent === undefined ? `turn ${turn}` : `agent ${agent}`
}

export function unitRows(prepared: PreparedView, unit: RowUnit, level: PieceLevel, atEntry?: AtEntry): Iterable<Row> {
  return foldRows(unfoldedRows(prepared, unit, level, atEntry))
}

export function unfoldedRows(
  prepared: PreparedView,
  { holder }: RowUnit,
  level: PieceLevel,
  atEntry?: AtEntry,
): Iterable<Row> {
  return isAgent(holder)
    ? unfoldedAgentRows(prepared, holder, level, atEntry)
    : unfoldedTurnRows(prepared, holder, level, atEntry)
}

export function threadOf({ session }: PreparedView, { holder }: RowUnit): Thread {
  return isAgent(holder) ? holder.thread : session.main
}

function isAgent(holder: Turn | Agent): holder is Agent {
  return 'thread' in holder
}

/**
 * What the rows of each unit follow from, as a text: where it is the same in two states of a session, so are the kinds
 * and texts of its rows. Made from the model alone.
 */
export function fingerprintUnits(prepared: PreparedView): (unit: RowUnit) => string {
  const { main, agents } = prepared.session
  const turns = new Map<number, Mark>()
  const markOf = (number: number): Mark => {
    const mark = turns.get(number) ?? new Mark()
    turns.set(number, mark)
    return mark
  }
  markThread(main, markOf)
  for (const agent of agents) if (agent.call?.use) markOf(agent.call.use.turn).add(`${agent.id} ${agent.status}`)
  return ({ holder }) => {
    if (isAgent(holder)) {
      const mark = new Mark()
      markThread(holder.thread, () => mark)
      for (const child of holder.children) mark.add(`${child.id} ${child.status}`)
      return mark.text
    }
    const group = prepared.groups.get(holder)?.map(turn => turn.number) ?? []
    return `${markOf(holder.number).text} ${holder.isRewound} ${group.join()} ${holder.isInterrupted} ${holder.answer?.index}`
  }
}

/** How much stands somewhere, and how it ends. */
class Mark {
  #entries = 0
  #rewound = 0
  #results = 0
  #hooks = 0
  #last = ''
  #more = ''

  entry({ end, uuid }: Thread['entries'][number], isActive: boolean): void {
    this.#entries++
    if (!isActive) this.#rewound++
    this.#last = `${end} ${uuid}`
  }

  result(): void {
    this.#results++
  }

  hook(): void {
    this.#hooks++
  }

  add(text: string): void {
    this.#more += ` ${text}`
  }

  get text(): string {
    return `${this.#entries} ${this.#rewound} ${this.#results} ${this.#hooks} ${this.#last}${this.#more}`
  }
}

function markThread(thread: Thread, markOf: (turn: number) => Mark): void {
  for (const entry of thread.entries) markOf(entry.turn).entry(entry, thread.isActive(entry))
  for (const call of thread.toolCalls) if (call.use && call.result) markOf(call.use.turn).result()
  for (const { toolUseId } of thread.facts.hooks) {
    const use = toolUseId === undefined ? undefined : thread.findToolCall(toolUseId)?.use
    if (use) markOf(use.turn).hook()
  }
}
