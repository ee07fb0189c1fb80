import type { Session, Turn } from '../../model/session.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import type { TurnRow } from './row.ts'
import { placeOf, type Scene } from './scene.ts'

/** Numbers of turns that stand in no turn itself. */
export interface TurnNumbers {
  readonly files: ReadonlyMap<number, ReadonlySet<string>>
  readonly tokens: ReadonlyMap<number, number>
}

export function countTurns(session: Session): TurnNumbers {
  const files = new Map<number, Set<string>>()
  for (const file of session.main.facts.files) {
    const number = file.call.use?.turn
    if (file.action === 'read' || number === undefined) continue
    files.set(number, (files.get(number) ?? new Set()).add(file.path))
  }
  const tokens = new Map<number, number>()
  for (const request of session.requests) {
    const sum = totalTokens(request.tokens)
    tokens.set(request.at.turn, (tokens.get(request.at.turn) ?? 0) + sum)
  }
  return { files, tokens }
}

export function turnRow(scene: Scene, turn: Turn, numbers: TurnNumbers): TurnRow {
  return {
    ...placeOf(scene, turn.prompt, 'prompts'),
    kind: 'turn',
    number: turn.number,
    text: turn.text,
    toolCalls: turn.toolCalls,
    files: numbers.files.get(turn.number)?.size ?? 0,
    tokens: numbers.tokens.get(turn.number) ?? 0,
    activeMs: turn.activeMs,
    isInterrupted: turn.isInterrupted,
  }
}
