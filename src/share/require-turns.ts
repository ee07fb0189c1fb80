import type { Thread } from '../model/session.ts'
import type { TurnRange } from '../render/view/view-options.ts'
import { formatNumberOf } from '../text/count.ts'
import { UserError } from '../user-error.ts'

/** Throws where the session has none of these turns. `hint`: how turns are named where somebody named them. */
export function requireTurns(main: Thread, turns: TurnRange, hint: string): void {
  const last = main.turns.at(-1)?.number ?? 0
  if (turns.from <= turns.to && turns.from <= last) return
  const isBackwards = turns.from > turns.to
  throw new UserError({
    code: 'no-such-turn',
    message: isBackwards
      ? `the range of turns ${turns.from}-${turns.to} ends before it begins`
      : `there is no turn ${turns.from}: the session has ${formatNumberOf(last, 'turn')}`,
    hint,
  })
}
