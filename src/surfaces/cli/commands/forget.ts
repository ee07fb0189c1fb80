import { describeKept, type KeptUnderId } from '../../../query/describe-kept.ts'
import { formatBytes, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { confirm } from '../confirm.ts'
import { type CommandRequest, flagOption, textArg } from '../define-command.ts'
import { forgetNotes } from '../notes/notes-state.ts'
import { withKept } from '../require-kept.ts'
import { requireDone, WAIT_FOR_LOCK_MS, withProgress } from '../run-sync.ts'

/** Takes a session out of archive and index for good, after asking. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const kept = await withKept(app, textArg(request, 'id') ?? '', ({ library, source }) => describeKept(library, source))
  if (!flagOption(request, 'yes') && !(await isAgreed(app, kept))) {
    app.err.line('Nothing was forgotten.')
    return 'nothing'
  }
  const { forgetSession } = await import('../../../ingest/forget.ts')
  const { keepDir, threads, now, signal } = app
  const removed = await withProgress(app, { says: 'none' }, output =>
    forgetSession({ keepDir, threads, now, signal, waitForLockMs: WAIT_FOR_LOCK_MS, ...output }, kept.id),
  )
  requireDone({ isBusy: removed === undefined })
  const { id, stillAt } = kept
  const notes = forgetNotes(keepDir, id)
  if (app.json) printJson(app, { schema: 'backscroll.forget/1', id, ...removed, stillAt })
  else app.out.lines([...formatEnd(app, kept, removed?.bytes ?? 0), ...formatNotes(app, notes)])
  if (removed?.isErased) return 'done'
  app.err.line(
    `backscroll: somebody is reading the index, and traces are left in it; \`${app.commandName} sync\` erases them`,
  )
  return 'incomplete'
}

async function isAgreed(app: App, kept: KeptUnderId): Promise<boolean> {
  if (!app.isInteractive || app.json) {
    throw new UserError({
      code: 'needs-yes',
      message: `forgetting ${kept.id} cannot be undone, and nobody is here to be asked`,
      hint: `Run it with --yes if you are sure: \`backscroll forget ${kept.id} --yes\`.`,
    })
  }
  app.err.lines(formatKept(app, kept))
  return await confirm(app, 'Forget it for good?')
}

function formatKept(app: App, { id, title, copies, files, bytes }: KeptUnderId): string[] {
  const parts = [
    ...(copies > 1 ? [formatNumberOf(copies, 'copy', 'copies')] : []),
    formatNumberOf(files, 'file'),
    formatBytes(bytes),
  ]
  return [
    `${app.colors.bold(shownTitle(sanitizeLine(title)))}  ${app.colors.dim(sanitizeLine(id))}`,
    `${parts.join(', ')}: gone from archive and index, and from every search. This cannot be undone.`,
  ]
}

function formatNotes(app: App, notes: readonly string[]): string[] {
  return notes.map(path => `Its note is still there, and not ours to delete: ${shortenPath(app, path)}`)
}

function formatEnd(app: App, { id, stillAt }: KeptUnderId, bytes: number): string[] {
  const [first, ...others] = stillAt
  const more = others.length > 0 ? ` and ${formatNumberOf(others.length, 'other')}` : ''
  return [
    `Forgot ${sanitizeLine(id)}: ${formatBytes(bytes)} are free. Sync does not bring it back.`,
    ...(first === undefined
      ? []
      : [`Claude Code's own file is still there, and not ours to delete: ${shortenPath(app, first)}${more}`]),
  ]
}
