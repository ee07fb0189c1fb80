import { listForgotten } from '../../query/forgotten.ts'
import type { IndexedKeep } from '../../query/indexed-keep.ts'
import { openLibrary } from '../../query/library.ts'
import { requireNamed } from '../../query/require-named.ts'
import { parseTarget } from '../../query/session-target.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { requireNumber } from './require-kept.ts'

/** The number of a kept session, found by what somebody typed as `show` finds it. `whole` says why it must be no turn. */
export function requireSessionNumber(
  app: App,
  keep: IndexedKeep,
  { text, whole }: { readonly text: string; readonly whole: Pick<UserError, 'message' | 'hint'> },
): number {
  const asked = parseTarget(text)
  const library = openLibrary(app.roots, keep)
  const { source, turn, note } = requireNamed(library, keep, { text: asked.id, env: app.roots })
  if (turn !== undefined || asked.turns || asked.entry !== undefined)
    throw new UserError({ code: 'whole-sessions', message: whole.message, hint: whole.hint })
  if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  const forgottenAt = listForgotten(keep).get(source.id)
  return requireNumber({ source, library, session: library.sessionOf(source), forgottenAt }).session
}
