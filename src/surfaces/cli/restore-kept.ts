import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ArchiveDamage } from '../../archive/archive-errors.ts'
import { readManifest } from '../../archive/read-manifest.ts'
import { type RestoredSession, restoreSession } from '../../archive/restore-session.ts'
import { activeConfig, isSamePath, listOwnRoots } from '../../query/own-configs.ts'
import { hintForDamage } from '../../query/sound-generations.ts'
import { findRetention } from '../../source/retention.ts'
import { expandHome, findRoots } from '../../source/roots.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'

export interface RestoreWish {
  /** The archive's folder. */
  readonly archive: string
  readonly session: number
  /** A folder to lay out like a config folder; undefined: where it belongs. */
  readonly to: string | undefined
  readonly generation: number | undefined
}

export interface RestoredHere extends RestoredSession {
  /** When the client would delete it again; undefined where no client cleans up. */
  readonly deletesAt: number | undefined
  /** The client there is told to keep no transcripts at all. */
  readonly isWritingOff: boolean
}

/** Gives a session back to where a client finds it, or lays it out in a folder. */
export function restoreKept(app: App, { archive, session, to, generation }: RestoreWish): RestoredHere {
  const now = app.now()
  const target = to === undefined ? importTarget(app, archive, session) : resolve(app.cwd, expandHome(to, app.home))
  const trusted = [...listOwnRoots(app), ...findRoots(app.roots).roots].map(root => root.realPath)
  const restored = orSayWhatIsSound(() => restoreSession({ archive, session, to: target, generation, now, trusted }), {
    archive,
    session,
  })
  // Looked for now: the restore may have made the folder of a client that has not run here yet.
  const client = listOwnRoots(app).find(
    root => root.configPath !== undefined && isSamePath(root.configPath, restored.target),
  )
  const retention = client && findRetention(client)
  const isWritingOff = retention?.isWritingOff ?? false
  const deletesAt = retention && !isWritingOff ? deletionOfMain(restored, retention.days) : undefined
  return { ...restored, deletesAt, isWritingOff }
}

/** The transcript itself is damaged; of other files `restoreSession` leaves out what is. */
function orSayWhatIsSound(
  restore: () => RestoredSession,
  { archive, session }: Pick<RestoreWish, 'archive' | 'session'>,
): RestoredSession {
  try {
    return restore()
  } catch (error) {
    if (!(error instanceof ArchiveDamage)) throw error
    const id = readManifest(archive).sessions.get(session)?.id ?? ''
    const message = `nothing was written: the transcript is damaged in the archive (${error.message})`
    throw new UserError({ code: error.code, message, hint: hintForDamage(archive, { session, id }), cause: error })
  }
}

/** A transcript that was there already may have been written long ago. */
function deletionOfMain({ files }: RestoredSession, days: number): number | undefined {
  const main = files.find(file => file.role === 'main')
  const stat = main && statSync(main.path, { throwIfNoEntry: false })
  return stat && stat.mtimeMs + days * DAY_MS
}

const DAY_MS = 24 * 60 * 60 * 1000

/** What came from another machine or a backup belongs to the client of this one now. */
function importTarget(app: App, archive: string, session: number): string | undefined {
  return readManifest(archive).sessions.get(session)?.isImported ? activeConfig(app) : undefined
}
