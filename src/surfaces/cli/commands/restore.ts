import { formatBytes, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { formatDay, formatIso } from '../../../time/day.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, countOption, textArg, textOption } from '../define-command.ts'
import { withKept } from '../require-kept.ts'
import { type RestoredHere, restoreKept } from '../restore-kept.ts'

/** Writes a kept session with all its files back, byte for byte. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  return await withKept(app, textArg(request, 'id') ?? '', async ({ session, archive }) => {
    const wish = {
      session,
      to: requireFolder(textOption(request, 'to')),
      generation: countOption(request, 'generation'),
    }
    const restored = await restoreKept(app, { archive, ...wish })
    if (app.json) printRestored(app, restored)
    else app.out.lines(formatRestored(app, restored))
    for (const { path, why } of restored.left) app.err.line(`backscroll: ${sanitizeLine(path)} ${sanitizeLine(why)}`)
    return restored.left.some(({ isLost }) => isLost) ? 'incomplete' : 'done'
  })
}

/** An empty variable in a script must not mean the folder one happens to be in. */
function requireFolder(to: string | undefined): string | undefined {
  if (to !== '') return to
  throw new UserError({
    code: 'missing-folder',
    message: 'the folder after --to is empty',
    hint: 'Name one, or leave out --to to restore the session where it was.',
  })
}

function printRestored(app: App, { id, target, files, left, deletesAt }: RestoredHere): void {
  printJson(app, { schema: 'backscroll.restore/1', id, target, files, left, deletesAt: formatIso(deletesAt) })
}

export function formatRestored(app: App, restored: RestoredHere): string[] {
  const written = restored.files.filter(file => file.isWritten)
  const same = restored.files.length - written.length
  const bytes = written.reduce((sum, file) => sum + file.bytes, 0)
  const place = shortenPath(app, restored.target)
  const main = restored.files.find(file => file.role === 'main')
  const there = same > 0 ? `; ${formatNumberOf(same, 'file was', 'files were')} there already` : ''
  const first =
    written.length === 0
      ? `Everything is there already: ${formatNumberOf(same, 'file')} in ${place}.`
      : `Restored ${formatNumberOf(written.length, 'file')}, ${formatBytes(bytes)}, to ${place}${there}.`
  return [first, ...(main ? [app.colors.dim(shortenPath(app, main.path))] : []), ...formatDeletion(app, restored)]
}

function formatDeletion(app: App, { deletesAt, isWritingOff }: RestoredHere): string[] {
  if (isWritingOff)
    return [app.colors.yellow('Claude Code is told to keep no transcripts: it may delete it at its next start.')]
  if (deletesAt === undefined) return []
  const when = deletesAt <= app.now() ? 'at its next start' : `on ${formatDay(deletesAt)}`
  return [`Claude Code deletes it again ${when}, unless the session goes on; what is kept stays.`]
}
