import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ArchiveDamage } from '../../archive/archive-errors.ts'
import { planRestore } from '../../archive/plan-restore.ts'
import { readManifest } from '../../archive/read-manifest.ts'
import { type RestoredSession, restoreSession } from '../../archive/restore-session.ts'
import { activeConfig, isSamePath, listOwnConfigs, listOwnRoots } from '../../query/own-configs.ts'
import { hintForDamage } from '../../query/sound-generations.ts'
import { findRetention } from '../../source/retention.ts'
import { expandHome, findRoots } from '../../source/roots.ts'
import { formatNumberOf } from '../../text/count.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { confirm } from './confirm.ts'

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

/**
 * Gives a session back to where a client of this machine finds it, or lays it out in a folder that was named. An archive
 * may come from anybody, and says itself where its files stood: any other place needs a yes that shows each path.
 */
export async function restoreKept(app: App, { archive, session, to, generation }: RestoreWish): Promise<RestoredHere> {
  const now = app.now()
  const target = to === undefined ? importTarget(app, archive, session) : resolve(app.cwd, expandHome(to, app.home))
  if (target === undefined) await requireKnownPlace(app, { archive, session, to: target, generation })
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

async function requireKnownPlace(app: App, wish: RestoreWish): Promise<void> {
  const manifest = readManifest(wish.archive)
  const from = manifest.sessions.get(wish.session)?.configPath
  const known = [...listOwnConfigs(app), ...findRoots(app.roots).roots.flatMap(root => root.configPath ?? [])]
  if (from !== undefined && known.some(config => isSamePath(config, from))) return
  const { session, target, files } = planRestore(manifest, wish)
  if (files.length === 0) return
  const problem = new UserError({
    code: 'restore-elsewhere',
    message: `nothing was written: the session stood in ${target}, which is no folder of a Claude Code on this machine`,
    hint: `Restore it into a folder you name: \`backscroll restore ${session.id} --to DIR\`.`,
  })
  if (!app.isInteractive || app.json) throw problem
  app.err.line(
    `backscroll: ${sanitizeLine(target)} is no folder of a Claude Code on this machine. This would be written:`,
  )
  for (const { base, parts } of files) app.err.line(`  ${sanitizeLine(join(base, ...parts))}`)
  if (!(await confirm(app, `Write ${formatNumberOf(files.length, 'file')} there?`))) throw problem
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
