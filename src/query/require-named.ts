import { formatDay } from '../time/day.ts'
import { UserError } from '../user-error.ts'
import { type FoundSession, requireSession } from './find-session.ts'
import { findForgotten } from './forgotten.ts'
import type { Keep } from './keep.ts'
import type { Library } from './library.ts'

/** `requireSession`; of one that was forgotten it says so. */
export function requireNamed(
  { sources }: Pick<Library, 'sources'>,
  keep: Keep | undefined,
  { text, env }: { readonly text: string; readonly env: Parameters<typeof requireSession>[2] },
): FoundSession {
  return orForgotten(keep, text, () => requireSession(sources, text, env))
}

/** Tells of a session that was taken out of the archive for good that it was, where nothing else bears its name. */
export function orForgotten<Found>(keep: Keep | undefined, text: string, find: () => Found): Found {
  try {
    return find()
  } catch (error) {
    const isUnknown = error instanceof UserError && error.code === 'no-such-session'
    const forgotten = isUnknown && keep ? findForgotten(keep, text) : undefined
    throw forgotten ? forgottenError(forgotten, 'Nothing of it is left here; only a backup can bring it back.') : error
  }
}

export function forgottenError({ id, at }: { readonly id: string; readonly at: number }, hint: string): UserError {
  return new UserError({ code: 'forgotten', message: `the session ${id} was forgotten on ${formatDay(at)}`, hint })
}
