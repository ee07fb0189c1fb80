import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../config/replace-file.ts'
import { raiseRetention, retentionFileOf } from '../../source/raise-retention.ts'
import { findRetention, type Retention } from '../../source/retention.ts'
import { findRoots } from '../../source/roots.ts'
import { formatNumberOf } from '../../text/count.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { shortenPath } from '../../text/shorten-path.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { confirm } from './confirm.ts'

/** Who keeps transcripts for this long needs no offer. */
const LONG_DAYS = 365
const OFFERED_DAYS = 3650

/**
 * Offers, once in a lifetime and only to somebody who can answer, to make the client keep transcripts longer. The client
 * deletes them silently, and most people learn of it too late.
 */
export async function offerRetention(app: App): Promise<void> {
  if (!isWorthAsking(app)) return
  const short = listShort(app)
  if (short.length === 0 || !recordOffer(app)) return
  for (const { path, retention } of short) await offer(app, path, retention)
}

function isWorthAsking(app: App): boolean {
  // Folders that somebody only looks at are not theirs to set up.
  const isElsewhere = (app.roots.override?.length ?? 0) > 0 && app.roots.overrideBy !== 'roots'
  return app.isInteractive && !app.json && !app.isDemo && !isElsewhere && !wasOffered(app)
}

interface ShortRetention {
  /** The settings file to change. */
  readonly path: string
  readonly retention: Retention
}

/** Who told the client to write nothing (0 days) meant it; a settings file that is broken is named elsewhere. */
function listShort(app: App): readonly ShortRetention[] {
  return findRoots(app.roots).roots.flatMap(root => {
    const retention = findRetention(root)
    if (!retention || root.configPath === undefined) return []
    if (retention.isWritingOff || retention.days >= LONG_DAYS || retention.problems.length > 0) return []
    return [{ path: retentionFileOf(root.configPath, retention), retention }]
  })
}

async function offer(app: App, path: string, { days, setBy }: Retention): Promise<void> {
  const place = shortenPath(app, path)
  const by = setBy === undefined ? ' (its default)' : ''
  app.err.line(
    `Claude Code deletes transcripts ${formatNumberOf(days, 'day')}${by} after the last word in them, silently.`,
  )
  app.err.line('backscroll keeps copies; longer there means more sessions that `claude --resume` finds by itself.')
  if (!(await confirm(app, `Set cleanupPeriodDays to ${OFFERED_DAYS} in ${place}?`))) {
    app.err.line('Left as it is; this is not asked again.')
    return
  }
  try {
    const { daysBefore } = raiseRetention(path, OFFERED_DAYS)
    const undo = daysBefore === undefined ? 'delete that line' : `set it back to ${daysBefore}`
    app.err.line(`Done. To undo it, ${undo} in ${place}.`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    app.err.line(`backscroll: ${sanitizeLine(error.message)}`)
    app.err.line(sanitizeLine(error.hint))
  }
}

function offersPath(app: App): string {
  return join(app.keepDir, 'offers.json')
}

function wasOffered(app: App): boolean {
  try {
    return 'retention' in JSON.parse(readFileSync(offersPath(app), 'utf8'))
  } catch (error) {
    // What is there and cannot be read may say that it was.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Before the question, so that it is asked once whatever comes of it. False where nothing can be recorded. */
function recordOffer(app: App): boolean {
  const path = offersPath(app)
  try {
    mkdirSync(app.keepDir, { recursive: true, mode: 0o700 })
    const text = `${JSON.stringify({ retention: { offeredAt: new Date(app.now()).toISOString() } }, null, 2)}\n`
    replaceFile(path, text, 0o600)
    return true
  } catch {
    return false
  }
}
