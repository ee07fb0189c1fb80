import { z } from 'zod'
import { LEVELS } from '../../../render/level.ts'
import { type RowUnit, unitOfAgent, unitOfTurn } from '../../../render/view/row-units.ts'
import type { PieceLevel } from '../../../render/view/turn-view.ts'
import type { TurnRange } from '../../../render/view/view-options.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shorten } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'
import type { SessionDesk } from './session-desk.ts'

/** What the routes of a session take, written once. */
export const FIELDS = {
  turn: z.coerce
    .number()
    .int()
    .min(0)
    .max(999_999_999)
    .optional()
    .describe('Number of a turn; 0 is what stands before the first prompt'),
  agent: z.string().min(1).max(1000).optional().describe('Id of an agent, in place of a turn'),
  turns: z
    .string()
    .regex(/^\d{1,9}(?:-\d{1,9})?$/, 'write one turn as 4, or several as 4-9')
    .describe('Turns, as `4` or `4-9`'),
  level: z
    .enum([...LEVELS, 'raw'])
    .default('answers')
    .describe('How much is shown'),
  index: z.coerce
    .number()
    .int()
    .min(0)
    .max(999_999_999)
    .describe('Number of a row in its turn or agent at level `all`'),
  offset: z.coerce.number().int().min(0).max(999_999_999).default(0).describe('Number of the first row that is wanted'),
  from: z.string().max(40).optional().describe('`next` of the answer before'),
} as const

export type AskedLevel = PieceLevel

/** The turn or agent that is meant. */
export function requireUnit(
  desk: SessionDesk,
  { turn, agent }: { readonly turn?: number | undefined; readonly agent?: string | undefined },
): RowUnit {
  if ((turn === undefined) === (agent === undefined)) {
    throw new UserError({
      code: 'bad-request',
      message: 'either a turn or an agent has to be named',
      hint: 'Add turn=<number> or agent=<id>.',
    })
  }
  return agent === undefined ? requireTurn(desk, turn as number) : requireAgent(desk, agent)
}

export function requireAgent({ prepared }: SessionDesk, id: string): RowUnit {
  const agent = prepared.agents.get(id)
  if (agent) return unitOfAgent(agent)
  throw new UserError({
    code: 'no-such-agent',
    message: `the session has no agent "${shorten(id)}"`,
    hint: 'The answer about the session lists its agents.',
  })
}

function requireTurn({ prepared }: SessionDesk, number: number): RowUnit {
  const turn = prepared.turns.get(number)
  if (turn) return unitOfTurn(turn)
  throw noSuchTurn(prepared.session.main.turns.at(-1)?.number ?? 0, number)
}

/** More are asked for with more questions. */
const MAX_TURNS = 200

/** Those turns of a range that there are: at least one. */
export function requireTurns({ prepared }: SessionDesk, text: string): readonly RowUnit[] {
  const { from, to } = parseRange(text)
  if (from > to || to - from >= MAX_TURNS) {
    throw new UserError({
      code: 'bad-turn',
      message:
        from > to ? `the range of turns ${from}-${to} ends before it begins` : `${from}-${to} are too many turns`,
      hint: `Ask for at most ${MAX_TURNS} turns at a time, as 4-9.`,
    })
  }
  const units: RowUnit[] = []
  for (let number = from; number <= to; number++) {
    const turn = prepared.turns.get(number)
    if (turn) units.push(unitOfTurn(turn))
  }
  if (units.length === 0) throw noSuchTurn(prepared.session.main.turns.at(-1)?.number ?? 0, from)
  return units
}

export function isOneTurn(text: string): boolean {
  const { from, to } = parseRange(text)
  return from === to
}

function parseRange(text: string): TurnRange {
  const [from = '', to = from] = text.split('-')
  return { from: Number(from), to: Number(to) }
}

function noSuchTurn(last: number, number: number): UserError {
  return new UserError({
    code: 'no-such-turn',
    message: `there is no turn ${number}: the session has ${formatNumberOf(last, 'turn')}`,
    hint: 'Turns are counted from 1.',
  })
}

export function noSuchRow(index: number): UserError {
  return new UserError({
    code: 'no-such-row',
    message: `there is no row ${index} there`,
    hint: 'The session may have changed: ask for its rows again.',
  })
}
