import { keepPaths } from '../../ingest/keep-paths.ts'
import { listForgotten } from '../../query/forgotten.ts'
import { type Keep, openKeep, openKeepWithoutIndex } from '../../query/keep.ts'
import { type Library, openLibrary } from '../../query/library.ts'
import { forgottenError, requireNamed } from '../../query/require-named.ts'
import type { SessionSource } from '../../source/session-source.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { mendIndex } from './mend-index.ts'

/** A session that somebody named. */
export interface SessionChoice {
  readonly source: SessionSource
  readonly library: Library
  /** Its number in the archive; undefined where it is on disk alone. */
  readonly session: number | undefined
  /** When it was taken out of the archive for good, in epoch milliseconds. */
  readonly forgottenAt: number | undefined
}

/** The same for one that the archive has. */
export interface KeptChoice extends SessionChoice {
  readonly session: number
  /** The archive's folder. */
  readonly archive: string
}

/** Opens what is kept; the caller closes it. */
export function requireKeep(app: Pick<App, 'keepDir'>): Keep {
  const keep = openKeep(keepPaths(app.keepDir))
  if (keep) return keep
  throw nothingKept()
}

export function nothingKept(): UserError {
  return new UserError({ code: 'nothing-kept', message: 'nothing is kept yet', hint: 'Run `backscroll sync` first.' })
}

/** Finds a kept session by what somebody typed, as `show` does, and hands it on. */
export async function withKept<Result>(
  app: App,
  text: string,
  act: (choice: KeptChoice) => Result | Promise<Result>,
): Promise<Result> {
  return await withChoice(app, text, requireKeep(app), choice => act(requireNumber(choice)))
}

/** Finds any session by what somebody typed. */
export async function withSession<Result>(
  app: App,
  text: string,
  act: (choice: SessionChoice) => Result | Promise<Result>,
): Promise<Result> {
  return await withChoice(app, text, openKeep(keepPaths(app.keepDir)), act)
}

/** A damaged index is mended first; one that cannot be is left aside: the archive knows what it holds. */
async function withChoice<Result>(
  app: App,
  text: string,
  opened: Keep | undefined,
  act: (choice: SessionChoice) => Result | Promise<Result>,
): Promise<Result> {
  let keep = opened
  if (keep?.indexProblem && (await mendIndex(app, keep.indexProblem))) {
    keep.close()
    keep = openKeep(keepPaths(app.keepDir))
  }
  try {
    let choice: SessionChoice
    try {
      choice = choose(app, keep, text)
    } catch (error) {
      if (!keep || !(error instanceof UserError) || !error.code.startsWith('index-')) throw error
      keep.close()
      const places = keepPaths(app.keepDir)
      keep = (await mendIndex(app, error)) ? openKeep(places) : openKeepWithoutIndex(places, error)
      choice = choose(app, keep, text)
    }
    return await act(choice)
  } finally {
    keep?.close()
  }
}

function choose(app: App, keep: Keep | undefined, text: string): SessionChoice {
  const library = openLibrary(app.roots, keep)
  const { source, note, turn } = requireNamed(library, keep, { text, env: app.roots })
  if (turn !== undefined) {
    throw new UserError({
      code: 'whole-sessions',
      message: 'this works on whole sessions, not on one turn',
      hint: 'Leave out the number of the turn.',
    })
  }
  if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  return { source, library, session: library.sessionOf(source), forgottenAt: findForgottenAt(keep, source) }
}

function findForgottenAt(keep: Keep | undefined, { id }: SessionSource): number | undefined {
  return keep && listForgotten(keep).get(id)
}

export function requireNumber(choice: SessionChoice): KeptChoice {
  const { source, library, session, forgottenAt } = choice
  if (session !== undefined && library.keep) return { ...choice, session, archive: library.keep.archive }
  if (forgottenAt !== undefined) {
    const hint = `Claude Code's own file is still there, and sync leaves it out: \`backscroll show ${source.id}\` reads it.`
    throw forgottenError({ id: source.id, at: forgottenAt }, hint)
  }
  throw new UserError({
    code: 'not-kept',
    message: `the session ${source.id} is on disk and not kept yet`,
    hint: 'Keep it with `backscroll sync`, which leaves out the projects in the setting `exclude`.',
  })
}
