import { keepPaths } from '../../ingest/keep-paths.ts'
import { type Keep, openKeep, openKeepWithoutIndex } from '../../query/keep.ts'
import { type Library, openLibrary } from '../../query/library.ts'
import { findDamage } from '../../store/check-store.ts'
import { isDamage } from '../../store/store-error.ts'
import { nameCommandsIn } from '../../text/name-commands.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { mendIndex } from './mend-index.ts'

/**
 * Asks a question of all sessions, on disk and kept, and closes the keep. An index that turns out to be damaged is told
 * about and left aside: disk and archive know everything it does. An archive that cannot be read leaves the disk.
 */
export async function askLibrary<Answer>(
  app: App,
  keep: Keep | undefined,
  ask: (library: Library, keep: Keep | undefined) => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(openLibrary(app.roots, keep), keep)
  } catch (found) {
    const error = keep?.store ? findDamage(keep.store, found) : found
    if (!keep || !(error instanceof UserError)) throw error
    if (isDamage(error) && (await mendIndex(app, error)))
      return await askLibrary(app, openKeep(keepPaths(app.keepDir)), ask)
    if (error.code.startsWith('index-')) return await askLibrary(app, withoutIndex(app, error), ask)
    if (!error.code.startsWith('archive-')) throw error
    app.err.line(`backscroll: answered from disk alone: ${sanitizeLine(error.message)}`)
    return await ask(openLibrary(app.roots), undefined)
  } finally {
    keep?.close()
  }
}

function withoutIndex(app: App, problem: UserError): Keep {
  reportIndexProblem(app, problem)
  return openKeepWithoutIndex(keepPaths(app.keepDir), problem)
}

/** One line: the answer does not suffer, but takes longer. */
export function reportIndexProblem(app: App, { message, hint }: UserError): void {
  const next = nameCommandsIn(hint, { program: app.programName, command: app.commandName })
  app.err.line(`backscroll: answered without the index: ${sanitizeLine(`${message}. ${next}`)}`)
}
