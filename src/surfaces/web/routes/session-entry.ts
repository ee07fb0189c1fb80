import { z } from 'zod'
import type { Agent, Thread } from '../../../model/session.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import type { Row } from '../../../render/view/row.ts'
import { type SourcedRow, sourcedRows } from '../../../render/view/row-entries.ts'
import { type RowUnit, unitOfAgent, unitOfTurn } from '../../../render/view/row-units.ts'
import { shorten } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'
import { defineRoute } from '../define-route.ts'
import { inSlices, openDesk, type SessionDesk } from './session-desk.ts'

export interface PlaceAnswer {
  readonly schema: 'backscroll.place/1'
  readonly version: number
  readonly turn: number | undefined
  readonly agent: string | undefined
  /** Number of the row at level `all`. */
  readonly index: number
  /** False: no row tells of it alone, this is the one before it. */
  readonly isExact: boolean
}

export const sessionEntryRoute = defineRoute({
  method: 'GET',
  path: '/sessions/:id/entries/:name',
  summary: 'The row that shows an entry, by its uuid, or the id of a tool call or agent',
  answer: 'PlaceAnswer',
  query: z.object({}),
  async run(world, { params }): Promise<PlaceAnswer> {
    const desk = await openDesk(world, params.id ?? '')
    const name = params.name ?? ''
    const target = findTarget(desk, name)
    if (!target) throw noSuchEntry(name)
    const { unit } = target
    const found = await findRow(desk, target, world.now)
    const { turn, agent } = unit
    return { schema: 'backscroll.place/1', version: desk.version, turn, agent, ...found }
  },
})

/** What is looked for, and in which rows. */
export interface Target {
  readonly unit: RowUnit
  readonly entry: ThreadEntry | undefined
  readonly isWanted: (row: Row) => boolean
}

/** Names are looked up in the model and nowhere else. */
export function findTarget(desk: SessionDesk, name: string): Target | undefined {
  const { session, agents } = desk.prepared
  const threads = [session.main, ...session.agents.map(agent => agent.thread)]
  const thread = threads.find(candidate => candidate.findEntry(name))
  if (thread) return targetOf(desk, thread, thread.findEntry(name), () => true)
  const caller = threads.find(candidate => candidate.findToolCall(name))
  const call = caller?.findToolCall(name)
  if (caller && call) {
    const isCall = (row: Row): boolean => (row.kind === 'tool' ? row.callId === name : row.kind === 'agent')
    return targetOf(desk, caller, call.use ?? call.result, isCall)
  }
  const agent = agents.get(name)
  return agent && lineOf(desk, agent)
}

/** The line that starts an agent; where there is none in any turn, the first of its own rows. */
function lineOf(desk: SessionDesk, agent: Agent): Target | undefined {
  const { session } = desk.prepared
  const use = agent.call?.use
  const thread = [session.main, agent.parent?.thread].find(candidate => use && candidate?.entries[use.index] === use)
  if (!thread) return { unit: unitOfAgent(agent), entry: undefined, isWanted: () => true }
  return targetOf(desk, thread, use, row => row.kind === 'agent' && row.agentId === agent.id)
}

function targetOf(
  { prepared }: SessionDesk,
  thread: Thread,
  entry: ThreadEntry | undefined,
  isWanted: Target['isWanted'],
): Target | undefined {
  if (thread === prepared.session.main) {
    const turn = entry && prepared.turns.get(entry.turn)
    return turn && { unit: unitOfTurn(turn), entry, isWanted }
  }
  const agent = prepared.session.agents.find(candidate => candidate.thread === thread)
  return agent && { unit: unitOfAgent(agent), entry, isWanted }
}

/** What somebody means who names an entry, before everything else that it gave. */
const PREFERRED: readonly Row['kind'][] = ['input', 'answer', 'tool', 'agent', 'remark', 'compaction', 'thinking']

async function findRow(
  { prepared }: SessionDesk,
  { unit, entry, isWanted }: Target,
  now: () => number,
): Promise<Pick<PlaceAnswer, 'index' | 'isExact'>> {
  let best: { readonly index: number; readonly rank: number } | undefined
  let nearest = 0
  let index = 0
  for await (const sourced of inSlices(sourcedRows(prepared, unit, 'all'), now)) {
    const rank = rankOf(sourced, entry, isWanted)
    if (rank !== undefined && rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { index, rank }
    if (entry && (sourced.entries[0]?.entry.index ?? Number.POSITIVE_INFINITY) <= entry.index) nearest = index
    if (rank === 0) break
    index++
  }
  return best ? { index: best.index, isExact: true } : { index: nearest, isExact: entry === undefined }
}

/** The lower, the better; undefined where the row does not show it. */
function rankOf({ row, entries }: SourcedRow, entry: ThreadEntry | undefined, isWanted: Target['isWanted']) {
  if (!entry || !entries.some(source => source.entry === entry)) return undefined
  const place = PREFERRED.indexOf(row.kind)
  const rank = row.kind === 'turn' ? PREFERRED.length + 1 : place < 0 ? PREFERRED.length : place
  return isWanted(row) ? rank : rank + 100
}

export function noSuchEntry(name: string): UserError {
  return new UserError({
    code: 'no-such-entry',
    message: `the session has no entry, tool call or agent "${shorten(name)}"`,
    hint: 'It may stand in another session: search for its words.',
  })
}
