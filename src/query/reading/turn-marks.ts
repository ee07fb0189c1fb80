import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ToolCall } from '../../model/tool-call.ts'

/** A number for each turn of the main conversation that changes when anything that is shown of the turn does. */
export type TurnMarks = ReadonlyMap<number, number>

/** One pass over entries, calls and requests: cheap beside drawing a single turn. */
export function markTurns(session: Session): TurnMarks {
  const marks = new Map<number, number>()
  const add = (turn: number, ...values: readonly number[]): void => {
    let mark = marks.get(turn) ?? 1
    for (const value of values) mark = mix(mark, value)
    marks.set(turn, mark)
  }
  const { main } = session
  const hasForks = main.forks.length > 0
  for (const turn of main.turns) add(turn.number, turn.last, flags(turn.isInterrupted, turn.isRewound))
  for (const entry of main.entries) add(entry.turn, entry.index, hasForks ? flags(main.isActive(entry)) : 1)
  for (const call of main.toolCalls) add(turnOf(call), ...marksOf(call))
  for (const agent of session.agents) add(mainTurnOf(agent), ...marksOfAgent(agent))
  for (const { at, tokens } of session.requests) add(at.turn, tokens.output, tokens.input)
  return marks
}

/** The first turn that is not as it was; undefined where all are. */
export function findFirstChange(before: TurnMarks, after: TurnMarks): number | undefined {
  let first: number | undefined
  const note = (turn: number): void => {
    if (first === undefined || turn < first) first = turn
  }
  for (const [turn, mark] of after) if (before.get(turn) !== mark) note(turn)
  for (const turn of before.keys()) if (!after.has(turn)) note(turn)
  return first
}

function turnOf({ use, result }: ToolCall): number {
  return use?.turn ?? result?.turn ?? 0
}

function marksOf({ status, result, durationMs, backgroundTaskId }: ToolCall): readonly number[] {
  return [status.length, status.charCodeAt(0), result?.index ?? -1, durationMs ?? -1, backgroundTaskId?.length ?? 0]
}

/** All that an agent's thread is can only grow, but for the results of calls and what was taken back. */
function marksOfAgent({ id, status, thread, call, description, usage }: Agent): readonly number[] {
  return [
    id.length,
    status.charCodeAt(0),
    thread.entries.length,
    countAnswered(thread),
    call?.use?.index ?? -1,
    description?.length ?? -1,
    usage.output,
  ]
}

function countAnswered({ toolCalls }: Thread): number {
  let count = 0
  for (const call of toolCalls) if (call.status !== 'pending') count++
  return count
}

/** A subagent is shown in the turn in which the main thread started it, however deep it is nested. */
function mainTurnOf(agent: Agent): number {
  let top = agent
  while (top.parent) top = top.parent
  return top.call?.use?.turn ?? 0
}

function flags(...set: readonly boolean[]): number {
  return set.reduce((sum, isSet, at) => sum + (isSet ? 1 << at : 0), 0)
}

function mix(mark: number, value: number): number {
  return Math.imul(mark ^ (value | 0), 0x9e3779b1) ^ (mark >>> 15)
}
