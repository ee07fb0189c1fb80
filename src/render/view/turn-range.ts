import type { Agent } from '../../model/session.ts'
import type { ViewOptions } from './view-options.ts'

export function isInRange(turn: number, { turns }: Pick<ViewOptions, 'turns'>): boolean {
  return !turns || (turn >= turns.from && turn <= turns.to)
}

/** The turn of the main conversation an agent works for; undefined where no call accounts for it. */
export function agentTurn(agent: Agent): number | undefined {
  let top = agent
  while (top.parent) top = top.parent
  return top.call?.use?.turn
}
