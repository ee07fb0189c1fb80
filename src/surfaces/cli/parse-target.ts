import type { TurnRange } from '../../render/view/view-options.ts'
import { shorten } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'

/** For whoever named turns that are not there. */
export const TURNS_HINT = 'Name a turn as id:3, or several as id:4-9; without it you get the whole session.'

/** `id:4-9` in its parts; a single turn is found together with the id. */
export function parseTarget(text: string): { readonly id: string; readonly turns: TurnRange | undefined } {
  const [, id, from, to] = /^(.+):(\d{1,9})(?:-|\.\.)(\d{1,9})$/s.exec(text) ?? []
  if (id === undefined) return { id: text, turns: undefined }
  return { id, turns: { from: Number(from), to: Number(to) } }
}

/** The same without an id, as an option takes it: `4` or `4-9`. */
export function requireRange(text: string): TurnRange {
  const [, from, to = from] = /^\s*(\d{1,9})(?:(?:-|\.\.)(\d{1,9}))?\s*$/.exec(text) ?? []
  if (from !== undefined) return { from: Number(from), to: Number(to) }
  throw new UserError({
    code: 'bad-turn',
    message: `--turns does not know the turns "${shorten(text)}"`,
    hint: 'Write one turn as 4, or several as 4-9.',
  })
}
