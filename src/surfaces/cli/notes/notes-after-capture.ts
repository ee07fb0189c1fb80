import { readConfigLeniently } from '../../../config/read-leniently.ts'
import { type Config, findSetting } from '../../../config/settings.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { requireIndex } from '../../../query/indexed-keep.ts'
import { openKeep } from '../../../query/keep.ts'
import { listRunning } from '../../../query/live/running-sessions.ts'
import { takeLock } from '../../../store/lock.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { buildNotesRequest, configFolders, notesBusy } from './build-request.ts'
import { makeNotes } from './make-notes.ts'
import { readState } from './notes-state.ts'

/** A session that a hook asked to keep, and that is kept now. */
export interface CapturedSession {
  readonly sessionId: string
  readonly event: string
}

const WAIT_MS = 120_000

/**
 * Notes of sessions that were just kept: provisional while they run, final where the client said that they ended. Also
 * final for those whose client went away without a word. Does nothing while no vault is set. Throws what went wrong, for
 * `doctor`.
 */
export async function writeNotesAfterCapture(app: App, captured: readonly CapturedSession[]): Promise<void> {
  const config = readNotesConfig(app.configPath)
  if (config.notesVault === undefined || captured.length === 0) return
  const running = whoRuns(app, captured)
  const keep = openKeep(keepPaths(app.keepDir))
  try {
    const wish = { vault: undefined, folder: undefined, creates: false, templates: undefined, wordsFile: undefined }
    const wanted = new Set(captured.map(({ sessionId }) => sessionId))
    const { request, places } = buildNotesRequest(app, config, {
      ...wish,
      redacts: true,
      isWanted: ({ id }) => wanted.has(id),
      dropsGone: true,
      takesAll: false,
      isTrial: false,
      running,
    })
    const lock = await takeLock(places.lock, { waitMs: WAIT_MS, signal: app.signal })
    if (!lock) throw notesBusy()
    try {
      for (const [id, { digest }] of Object.entries(readState(places).sessions)) {
        if (digest.isRunning && !running.has(id)) wanted.add(id)
      }
      const { kept, failed } = await makeNotes(requireIndex(keep), places, request)
      const [first] = [...failed, ...kept]
      if (first) throw noteFailed(first)
    } finally {
      lock.release()
    }
  } finally {
    keep?.close()
  }
}

/** The settings of notes; a broken file, or a value that is none, means that there is no vault. */
function readNotesConfig(path: string): Config {
  const found = Object.entries(readConfigLeniently(path)).filter(
    ([name]) => name.startsWith('notes') || ['prices', 'exclude'].includes(name),
  )
  const isGood = found.every(([name, value]) => findSetting(name)?.check(value) === undefined)
  return isGood ? (Object.fromEntries(found) as Config) : {}
}

/** Of what a client says of itself and what hooks said, the last word of a hook counts. */
function whoRuns(app: App, captured: readonly CapturedSession[]): ReadonlySet<string> {
  const { keepDir, platform } = app
  const running = new Set(listRunning({ keepDir, configPaths: configFolders(app), platform, exceptPid: -1 }))
  for (const { sessionId, event } of captured) {
    if (event === 'SessionEnd') running.delete(sessionId)
    else running.add(sessionId)
  }
  return running
}

function noteFailed({ path, why }: { readonly path: string; readonly why: string }): UserError {
  return new UserError({
    code: 'note-failed',
    message: `the note ${path} was not written: ${why}`,
    hint: 'Run `backscroll notes` to see all of them.',
  })
}
