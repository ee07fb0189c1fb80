import type { Session, Turn } from '../../model/session.ts'
import type { Request } from '../../model/usage/request.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import type { RowCost, TurnRow } from './row.ts'
import { groupCosts } from './row-cost.ts'
import { placeOf, type Scene } from './scene.ts'
import type { ViewOptions } from './view-options.ts'

/** Numbers of turns that stand in no turn itself. */
export interface TurnNumbers {
  readonly files: ReadonlyMap<number, ReadonlySet<string>>
  readonly tokens: ReadonlyMap<number, number>
  readonly costs: ReadonlyMap<number, RowCost>
}

export function countTurns(session: Session, options: Pick<ViewOptions, 'costOf'>): TurnNumbers {
  const files = new Map<number, Set<string>>()
  for (const file of session.main.facts.files) {
    const number = file.call.use?.turn
    if (file.action === 'read' || number === undefined) continue
    files.set(number, (files.get(number) ?? new Set()).add(file.path))
  }
  const tokens = new Map<number, number>()
  const turnOf = turnFinder(session)
  for (const request of session.requests) {
    const turn = turnOf(request)
    tokens.set(turn, (tokens.get(turn) ?? 0) + totalTokens(request.tokens))
  }
  return { files, tokens, costs: groupCosts(session.requests, turnOf, options) }
}

/** As `usage prompts` has it: agents that no known call started belong to the turn that ran at the time. */
function turnFinder({ main }: Session): (request: Request) => number {
  const begun = main.turns
    .filter(turn => turn.startedAt !== undefined)
    .sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0) || a.number - b.number)
  return ({ at, firstAt = Number.NEGATIVE_INFINITY }) => {
    if (at.turn !== 0 || at.agentId === undefined) return at.turn
    return begun.findLast(turn => (turn.startedAt ?? 0) <= firstAt)?.number ?? 0
  }
}

export function turnRow(scene: Scene, turn: Turn, numbers: TurnNumbers): TurnRow {
  return {
    ...placeOf(scene, turn.prompt, 'prompts'),
    kind: 'turn',
    number: turn.number,
    origin: turn.origin,
    text: turn.text,
    toolCalls: turn.toolCalls,
    files: numbers.files.get(turn.number)?.size ?? 0,
    tokens: numbers.tokens.get(turn.number) ?? 0,
    cost: numbers.costs.get(turn.number),
    activeMs: turn.activeMs,
    isInterrupted: turn.isInterrupted,
  }
}
