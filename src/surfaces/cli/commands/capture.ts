import type { App, Outcome } from '../app.ts'
import { capturePending } from '../hook/capture-pending.ts'
import { noteFailure, toFailure } from '../hook/failures.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import type { CapturedSession } from '../notes/notes-after-capture.ts'

/** An index that must be made anew takes minutes; what is left then is for the next one. */
const MAX_RUN_MS = 5 * 60_000
/** Where it does not end by itself. */
const MAX_LIFE_MS = 6 * 60_000

/** What a hook starts: keeps the sessions that hooks asked for, then ends. Nobody sees what it says. */
export async function run(app: App): Promise<Outcome> {
  const watchdog = setTimeout(() => process.exit(0), MAX_LIFE_MS).unref()
  const signal = AbortSignal.any([app.signal, AbortSignal.timeout(MAX_RUN_MS)])
  const host = {
    keepDir: app.keepDir,
    configPath: app.configPath,
    home: app.home,
    roots: app.roots,
    pid: process.pid,
    parentPid: process.ppid,
    now: app.now,
    signal,
    onKept: async (kept: readonly CapturedSession[]): Promise<void> => {
      const { writeNotesAfterCapture } = await import('../notes/notes-after-capture.ts')
      await writeNotesAfterCapture({ ...app, signal }, kept)
    },
  }
  try {
    await capturePending(host)
  } catch (error) {
    noteFailure(hookPlaces(app.keepDir), toFailure(error, { at: app.now(), event: 'capture' }))
    throw error
  } finally {
    clearTimeout(watchdog)
  }
  return 'done'
}
