import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ArchiveCheck, type Damage, verifyArchive } from '../../../archive/verify-archive.ts'
import { noteDamaged } from '../../../ingest/damaged-files.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { hasArchive } from '../../../query/has-archive.ts'
import { takeLock } from '../../../store/lock.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, flagOption } from '../define-command.ts'
import { createProgressLine } from '../progress-line.ts'
import { nothingKept } from '../require-kept.ts'

const MAX_ROWS = 50

/** Compares everything kept with the hashes it was kept under. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const isQuick = flagOption(request, 'quick')
  const { archive } = keepPaths(app.keepDir)
  if (!isThere(archive)) throw nothingKept()
  const check = await checkArchive(app, archive, isQuick)
  const notNoted = await noteForSync(app, check.damaged)
  if (app.json) printJson(app, { schema: 'backscroll.verify/1', path: archive, isQuick, ...check })
  else app.out.lines(formatCheck(app, check, { archive, isQuick }))
  if (notNoted !== undefined) app.err.line(`backscroll: ${notNoted}`)
  if (check.isStopped) return 'interrupted'
  return check.damaged.length > 0 ? 'findings' : 'done'
}

/** An archive that has lost its manifest is damaged, not missing. */
function isThere(archive: string): boolean {
  return hasArchive(archive) || ['streams', 'blobs'].some(name => existsSync(join(archive, name)))
}

const WAIT_FOR_LOCK_MS = 2000

/** Files that look unchanged are not read again by a sync, unless it knows that their copies are damaged. */
async function noteForSync(app: App, damaged: readonly Damage[]): Promise<string | undefined> {
  const found = damaged.flatMap(({ file, generation }) =>
    file === undefined || generation === undefined ? [] : [{ file, generation }],
  )
  if (found.length === 0) return undefined
  const next = `the next sync does not know of the damage: run \`${app.commandName} verify\` again`
  try {
    const lock = await takeLock(keepPaths(app.keepDir).lock, { waitMs: WAIT_FOR_LOCK_MS, signal: app.signal })
    if (!lock) return `another backscroll is writing to the archive, and ${next} when it has ended`
    try {
      noteDamaged(app.keepDir, found)
    } finally {
      lock.release()
    }
    return undefined
  } catch (error) {
    // The list itself is what was asked for; a folder that cannot be written takes nothing from it.
    if (!(error instanceof UserError) && !isSystemError(error)) throw error
    return `${sanitizeLine(error.message)}; ${next}`
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

async function checkArchive(app: App, archive: string, isQuick: boolean): Promise<ArchiveCheck> {
  const line = createProgressLine(app)
  const onProgress = (progress: { readonly bytes: number; readonly bytesDone: number }): void =>
    line.show({ doing: 'Checking', sessions: undefined, ...progress })
  try {
    return await verifyArchive(archive, { isQuick, signal: app.signal, onProgress })
  } finally {
    line.clear()
  }
}

function formatCheck(
  app: App,
  check: ArchiveCheck,
  { archive, isQuick }: { archive: string; isQuick: boolean },
): string[] {
  const { sessions, files, frames, tails, blobs, rawBytes, damaged, isStopped } = check
  const what = `${formatNumberOf(sessions, 'session')}, ${formatNumberOf(files, 'file')}`
  const pieces = `${formatInteger(frames + tails + blobs)} pieces read and compared, ${formatBytes(rawBytes)} unpacked`
  const scope = isQuick ? `${pieces}; the others are there` : pieces
  const detail = app.colors.dim(`${shortenPath(app, archive)}: ${what}; ${scope}`)
  if (damaged.length > 0) return [...formatDamage(app, damaged), detail]
  if (isStopped) return [`Stopped before everything was looked at; sound so far.`, detail]
  return [
    app.colors.green(isQuick ? 'Sound, as far as a quick look tells.' : 'Sound: every byte is as it was kept.'),
    detail,
  ]
}

function formatDamage(app: App, damaged: readonly Damage[]): string[] {
  const columns: Column[] = [
    { title: 'SESSION', style: app.colors.yellow },
    { title: 'FILE', isFlexible: true, minWidth: 20, keeps: 'end' },
    { title: 'COPY', align: 'right', dropOrder: 2 },
    { title: 'IN THE ARCHIVE', isFlexible: true, minWidth: 16, keeps: 'end', dropOrder: 1 },
    { title: 'WHAT', isFlexible: true, minWidth: 16 },
  ]
  const rows = damaged
    .slice(0, MAX_ROWS)
    .map(({ sessionId, sourcePath, generation, path, why }) => [
      sanitizeLine(sessionId?.slice(0, 8) ?? ''),
      sourcePath === undefined ? '' : shortenPath(app, sourcePath),
      generation === undefined ? '' : String(generation),
      sanitizeLine(path),
      sanitizeLine(why),
    ])
  const width = app.isTerminal ? app.columns : Number.POSITIVE_INFINITY
  const more = damaged.length - MAX_ROWS
  return [
    app.colors.red(`Damaged: ${formatNumberOf(damaged.length, 'piece')} of the archive cannot be read as written.`),
    ...formatTable({ columns, rows, width, titleStyle: app.colors.dim }),
    ...(more > 0 ? [app.colors.dim(`and ${formatInteger(more)} more; --json lists them`)] : []),
    `What still is on disk is kept again, as a new copy, by \`${app.commandName} sync\`; for the rest put back a backup of the archive.`,
  ]
}
