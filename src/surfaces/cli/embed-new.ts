import type { EmbedReport } from '../../ingest/embed-units.ts'
import { keepPaths } from '../../ingest/keep-paths.ts'
import { requireIndex } from '../../query/indexed-keep.ts'
import { openKeep } from '../../query/keep.ts'
import { formatNumberOf } from '../../text/count.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { createProgressLine } from './progress-line.ts'

/** Vectors for what a sync brought. Nothing else depends on it: what fails is a sentence. */
export async function embedAfterSync(
  app: App,
  options: { readonly keepDir: string; readonly isQuiet: boolean },
): Promise<void> {
  try {
    await embedNew(app, { ...options, waitForLockMs: 0 })
  } catch (error) {
    if (!(error instanceof UserError) && !(error instanceof Error && 'code' in error)) throw error
    app.err.line(`backscroll: semantic search was not brought up to date: ${sanitizeLine(error.message)}`)
  }
}

/** The same for whoever asked for just that. Undefined while another process is at it. */
export async function embedNew(
  app: App,
  options: { readonly keepDir: string; readonly isQuiet: boolean; readonly waitForLockMs: number },
): Promise<EmbedReport | undefined> {
  const [{ embedUnits }, { createProseReader }] = await Promise.all([
    import('../../ingest/embed-units.ts'),
    import('../../query/semantic/read-prose.ts'),
  ])
  const { keepDir, waitForLockMs } = options
  const keep = openKeep(keepPaths(keepDir))
  const line = createProgressLine(app)
  let isSaid = options.isQuiet || app.progressColumns !== undefined
  try {
    const indexed = requireIndex(keep)
    return await embedUnits({
      keepDir,
      store: indexed.store,
      readText: createProseReader(indexed),
      signal: app.signal,
      waitForLockMs,
      onProgress({ sessions, sessionsDone, chars, charsDone }) {
        if (!isSaid) app.err.line(`Embedding ${formatNumberOf(sessions, 'session')}`)
        isSaid = true
        const counted = { done: sessionsDone, total: sessions }
        line.show({ doing: 'Embedding', sessions: counted, bytes: chars, bytesDone: charsDone })
      },
    })
  } finally {
    line.clear()
    keep?.close()
  }
}
