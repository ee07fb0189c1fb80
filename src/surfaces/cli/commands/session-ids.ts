import { keepPaths } from '../../../ingest/keep-paths.ts'
import { openKeep } from '../../../query/keep.ts'
import { listKeptNames } from '../../../query/library.ts'
import { shortIds } from '../../../query/short-ids.ts'
import { listNames } from '../../../source/list-names.ts'
import { findRoots } from '../../../source/roots.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/** What `show` takes, one a line, from the names of files alone: a shell asks for it while somebody waits. */
export function run(app: App): Outcome {
  const names = new Set([...listNames(findRoots(app.roots).roots), ...listKept(app)])
  app.out.lines([...shortIds(names)].map(([name, id]) => sanitizeLine(UUID.test(name) ? id : name)))
  return 'done'
}

/** Nobody sees what goes wrong here: names on disk are better than nothing. */
function listKept(app: App): readonly string[] {
  const keep = app.isDemo ? undefined : openKeep(keepPaths(app.keepDir))
  try {
    return keep ? listKeptNames(keep, app.roots) : []
  } catch (error) {
    if (error instanceof UserError) return []
    throw error
  } finally {
    keep?.close()
  }
}
