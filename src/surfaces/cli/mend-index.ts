import { keepPaths } from '../../ingest/keep-paths.ts'
import { openManifestCatalog } from '../../query/catalog.ts'
import { isDamage } from '../../store/store-error.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import type { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { confirm } from './confirm.ts'
import { runSync, SHORT_WAIT_MS } from './run-sync.ts'

/** Making an index of this many bytes of transcripts takes some ten seconds: longer than that nobody is kept waiting unasked. */
const MEND_AT_ONCE_BYTES = 256 * 1024 * 1024

/**
 * Makes a damaged index anew from the archive before the answer, and says so; where that takes long it asks first, if
 * there is somebody to ask. False where the index is as it was: the caller says what that means for its answer.
 */
export async function mendIndex(app: App, problem: UserError): Promise<boolean> {
  if (!isDamage(problem) || app.isDemo) return false
  try {
    if (!(await isWanted(app, problem))) return false
    const report = await runSync(app, { waitForLockMs: SHORT_WAIT_MS, says: 'none' })
    return report.isIndexMended
  } catch {
    // Without space or rights for a new one the question is answered as well as it can be.
    return false
  }
}

async function isWanted(app: App, { message }: UserError): Promise<boolean> {
  if (countKeptBytes(app) <= MEND_AT_ONCE_BYTES) return true
  if (!app.isInteractive || app.json) return false
  return await confirm(
    app,
    `backscroll: ${sanitizeLine(message)}. Make it anew from the archive now? It takes a while.`,
  )
}

function countKeptBytes(app: App): number {
  const catalog = openManifestCatalog(keepPaths(app.keepDir).archive)
  const files = catalog.listSessions().flatMap(({ session }) => catalog.listFiles(session))
  return files.reduce((sum, { rawBytes }) => sum + rawBytes, 0)
}
