import type { Agent, Turn } from '../../model/session.ts'
import { listLooseAgents, looseAgentRows } from '../view/build-view.ts'
import { sessionRow } from '../view/header.ts'
import { type PreparedView, pieceScene } from '../view/prepare-view.ts'
import { agentThreadRows, turnRows } from '../view/turn-view.ts'
import type { TurnRange } from '../view/view-options.ts'
import { Reel } from './reel.ts'
import type { SectionSource } from './section.ts'

/** A session from its header on: each turn, and last the agents that no call accounts for. */
export function createSessionReel(prepared: PreparedView, turns?: TurnRange): Reel {
  const { session, options } = prepared
  const isIn = ({ number }: Turn): boolean => !turns || (number >= turns.from && number <= turns.to)
  const shown = session.main.turns.filter(isIn)
  const isWhole = shown.length === session.main.turns.length
  const header: SectionSource = { turn: undefined, rows: () => [sessionRow(session, options)] }
  const sections = shown.map(turn => ({ turn: turn.number, rows: () => turnRows(prepared, turn, 'all') }))
  const loose: SectionSource = {
    turn: undefined,
    rows: () => looseAgentRows(pieceScene(prepared, { thread: session.main, holder: undefined, level: 'all' })),
  }
  return new Reel([header, ...sections, ...(isWhole && listLooseAgents(session).length > 0 ? [loose] : [])])
}

/** What one agent did; those it started are a step each. */
export function createAgentReel(prepared: PreparedView, agent: Agent): Reel {
  return new Reel([{ turn: undefined, rows: () => agentThreadRows(prepared, agent, 'all') }])
}
