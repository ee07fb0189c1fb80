import type { AskedMoment } from '../../../query/file-at/resolve-moment.ts'
import { listForgotten } from '../../../query/forgotten.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { type Library, openLibrary } from '../../../query/library.ts'
import { requireNamed } from '../../../query/require-named.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { parseSince } from '../../../time/parse-since.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { requireNumber } from '../require-kept.ts'

const MOMENT_HINT =
  'Write a time (2d, yesterday, 2026-11-01), a session or turn (3f2a, 3f2a:4), or before:3f2a:4 for right before it.'

/** A moment as somebody types it: a time in every form that `--since` takes, or a session, with or without a turn. */
export function parseMomentText(app: App, keep: IndexedKeep, text: string): AskedMoment {
  const [, before, named = ''] = /^(before:)?(.*)$/s.exec(text.trim()) ?? []
  const at = before === undefined ? parseSince(named, app.now()) : undefined
  if (at !== undefined) return { kind: 'time', at }
  const { session, turn } = requireIndexed(app, keep, named, text)
  return { kind: 'session', session, turn, isBefore: before !== undefined }
}

/** The number of a session in the index, and the turn that was named with it. */
export function findIndexed(
  app: App,
  keep: IndexedKeep,
  text: string,
): { readonly session: number; readonly turn: number | undefined } {
  const library: Library = openLibrary(app.roots, keep)
  const { source, turn, note } = requireNamed(library, keep, { text, env: app.roots })
  if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  const forgottenAt = listForgotten(keep).get(source.id)
  return { session: requireNumber({ source, library, session: library.sessionOf(source), forgottenAt }).session, turn }
}

function requireIndexed(app: App, keep: IndexedKeep, named: string, text: string): ReturnType<typeof findIndexed> {
  try {
    return findIndexed(app, keep, named)
  } catch (error) {
    if (!(error instanceof UserError) || !/^(?:no-such-session|bad-turn)$/.test(error.code)) throw error
    const isTurn = error.code === 'bad-turn'
    const message = isTurn ? error.message : `"${shorten(text)}" is no time, and no session is called so`
    throw new UserError({ code: 'bad-moment', message, hint: MOMENT_HINT, cause: error })
  }
}
