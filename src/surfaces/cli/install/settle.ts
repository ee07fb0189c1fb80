import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { confirm } from '../confirm.ts'
import type { InstallRequest } from './install-request.ts'
import type { PreparedFile } from './prepare-file.ts'
import { formatChanges, nameFile, type ShownFile } from './show-changes.ts'
import type { Target } from './targets.ts'
import { type WrittenFile, writeFiles } from './write-files.ts'

export interface Prepared extends PreparedFile {
  readonly target: Target
}

/** What is about to happen: files of the client, and settings of our own. */
export interface Undertaking {
  readonly schema: 'backscroll.install/1' | 'backscroll.uninstall/1'
  readonly request: InstallRequest
  /** Those in which something changes. */
  readonly files: readonly Prepared[]
  /** A setting of our own that changes too. */
  readonly setting: (ShownFile & { write(): void }) | undefined
  readonly notes: readonly string[]
  /** Said where nothing changes. */
  readonly nothing: string
  readonly question: string
  /** Whether each change of another's entry has been agreed to, one by one: nothing else is left to ask. */
  readonly isAsked: boolean
  /** Ends what an earlier run began and could not end; not where this one only shows what it would do. */
  readonly clear: () => void
  /** Said in the end. */
  readonly after: () => readonly string[]
}

/** Shows, asks, writes, and says what was done. */
export async function settle(app: App, undertaking: Undertaking): Promise<Outcome> {
  const { request, files, setting, notes, nothing } = undertaking
  const shown = shownFiles(undertaking)
  if (!app.json) sayNotes(app, notes)
  if (shown.length === 0 || request.isDryRun) {
    if (!request.isDryRun) undertaking.clear()
    if (app.json) printResult(app, undertaking, undefined)
    else if (shown.length === 0) app.out.lines([nothing, ...undertaking.after()])
    else app.out.line(app.colors.dim('Nothing was changed: this was a dry run.'))
    return 'done'
  }
  if (!(await isAgreed(app, undertaking))) {
    app.err.line('Left as it is.')
    return 'nothing'
  }
  undertaking.clear()
  const written = writeFiles(app, files, file => (file as Prepared).target.folder !== undefined)
  setting?.write()
  if (app.json) printResult(app, undertaking, written)
  else {
    app.out.lines(written.map(file => describeWritten(app, file)))
    if (setting) app.out.line(`Written: ${shortenPath(app, setting.path)}`)
    app.out.lines(undertaking.after())
  }
  return 'done'
}

export function shownFiles({ files, setting }: Pick<Undertaking, 'files' | 'setting'>): readonly ShownFile[] {
  const shown = files.map(({ file: { path, leadsTo }, changes }) => ({ path, leadsTo, changes }))
  return [...shown, ...(setting ? [setting] : [])]
}

/** Once, before anything is asked. */
export function showChanges(app: App, files: readonly ShownFile[]): void {
  if (!app.json) app.out.lines(formatChanges(app, files))
}

function sayNotes(app: App, notes: readonly string[]): void {
  for (const note of notes) app.err.line(`backscroll: ${sanitizeLine(note)}`)
}

async function isAgreed(app: App, { request, question, isAsked, files }: Undertaking): Promise<boolean> {
  if (request.isAgreed || isAsked) return true
  requireSomebody(
    app,
    request,
    files.map(({ file }) => file.path),
  )
  return await confirm(app, question)
}

/** Nobody is asked through a pipe, nor in the middle of JSON. */
export function requireSomebody(app: App, request: InstallRequest, paths: readonly string[]): void {
  if (app.isInteractive && !app.json) return
  const places = paths.map(path => shortenPath(app, path)).join(' and ') || 'your settings'
  throw new UserError({
    code: 'needs-yes',
    message: `this changes ${places}, and nobody is here to be asked`,
    hint: `Run it with --yes if you are sure: \`${request.command} --yes\`; --dry-run shows what would change.`,
  })
}

function describeWritten(app: App, { backup, isRemoved, ...file }: WrittenFile): string {
  const place = nameFile(app, file)
  if (isRemoved) return `Removed: ${place} ${app.colors.dim('(nothing else was in it)')}`
  const copy = backup === undefined ? 'new' : `as it was: ${shortenPath(app, backup)}`
  return `Written: ${place} ${app.colors.dim(`(${copy})`)}`
}

function printResult(
  app: App,
  { schema, request, files, setting, notes }: Undertaking,
  written: readonly WrittenFile[] | undefined,
): void {
  const describe = ({ path, leadsTo, changes }: ShownFile) => ({
    path,
    leadsTo: leadsTo ?? null,
    isWritten: written !== undefined,
    backup: written?.find(file => file.path === path)?.backup ?? null,
    changes: changes.map(({ name, action, after }) => ({ name, action, value: after ?? null })),
  })
  printJson(app, {
    schema,
    scope: request.scope,
    isDryRun: request.isDryRun,
    files: shownFiles({ files, setting }).map(describe),
    notes,
  })
}
