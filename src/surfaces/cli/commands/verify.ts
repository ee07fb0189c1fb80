import { type ArchiveCheck, type Damage, verifyArchive } from '../../../archive/verify-archive.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, flagOption } from '../define-command.ts'
import { createProgressLine } from '../progress-line.ts'
import { requireKeep } from '../require-kept.ts'
import { shortenPath } from '../shorten-path.ts'

const MAX_ROWS = 50

/** Compares everything kept with the hashes it was kept under. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const isQuick = flagOption(request, 'quick')
  const keep = requireKeep(app)
  keep.close()
  const check = await checkArchive(app, keep.archive, isQuick)
  if (app.json) printJson(app, { schema: 'backscroll.verify/1', path: keep.archive, isQuick, ...check })
  else app.out.lines(formatCheck(app, check, { archive: keep.archive, isQuick }))
  if (check.isStopped) return 'interrupted'
  return check.damaged.length > 0 ? 'findings' : 'done'
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
