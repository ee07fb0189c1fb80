import type { TurnRange } from '../../../render/view/view-options.ts'
import { shorten } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'

/** Turns without an id, as an option takes them: `4` or `4-9`. */
export function requireRange(text: string): TurnRange {
  const [, from, to = from] = /^\s*(\d{1,9})(?:(?:-|\.\.)(\d{1,9}))?\s*$/.exec(text) ?? []
  if (from !== undefined) return { from: Number(from), to: Number(to) }
  throw new UserError({
    code: 'bad-turn',
    message: `--turns does not know the turns "${shorten(text)}"`,
    hint: 'Write one turn as 4, or several as 4-9.',
  })
}
