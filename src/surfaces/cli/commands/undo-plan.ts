import { type FoundUndoPlan, type UndoFile, type UndoPlan, undoPlan } from '../../../query/file-at/undo-plan.ts'
import type { RestoredFiles } from '../../../share/restore-files.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, flagOption, textArg, textOption } from '../define-command.ts'
import { findIndexed } from '../file-moment/moment-text.ts'
import { formatPatchLines, printPatch } from '../file-moment/print-patch.ts'
import { formatDisturbance, formatReasons, groupAlike } from '../file-moment/state-words.ts'
import { formatLeftOut, restoreBelow, toRestore } from '../file-moment/write-restored.ts'

/** Of what may have changed a file in between; all of them stand once more below the files. */
const MAX_LISTED_PER_FILE = 2

/** Shows what a session changed and the patch that takes it back; changes nothing itself. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const to = textOption(request, 'restore-to')
  if (to === '') throw refuse('the folder after --restore-to is empty', 'Name one.')
  if (to !== undefined && flagOption(request, 'patch')) {
    throw refuse('--patch and --restore-to do not go together', 'Leave out one of them.')
  }
  const found = await askIndex(app, keep => {
    const { session, turn } = findIndexed(app, keep, textArg(request, 'id') ?? '')
    if (turn !== undefined) throw refuse('a plan is for a whole session, not for one turn', 'Leave out the turn.')
    return undoPlan(keep, { session, now: app.now() })
  })
  const { plan } = found
  const restored = to === undefined ? undefined : restoreAll(app, found, to)
  if (app.json) printJson(app, restored ? { ...plan, restored } : { ...plan })
  else if (plan.files.length === 0) app.err.line(`backscroll: ${sanitizeLine(plan.shortId)} changed no file by itself`)
  else if (restored) reportRestored(app, restored, plan)
  else if (flagOption(request, 'patch')) printWholePatch(app, plan)
  else app.out.lines(formatPlan(app, plan))
  if (restored?.leftOut.some(({ why }) => why === 'in-the-way')) return 'incomplete'
  return plan.files.length > 0 ? 'found' : 'nothing'
}

function refuse(message: string, hint: string): UserError {
  return new UserError({ code: 'bad-undo', message, hint })
}

function restoreAll(app: App, { plan, before, workFolders }: FoundUndoPlan, to: string): RestoredFiles {
  const files = plan.files.map(({ path, name }) => toRestore(path, name, before.get(path)))
  return restoreBelow(app, { to, workFolders, files })
}

function reportRestored(app: App, restored: RestoredFiles, { files }: UndoPlan): void {
  const { folder, written } = restored
  app.out.lines(written.map(({ target }) => sanitizeLine(target)))
  app.err.line(`backscroll: wrote ${formatNumberOf(written.length, 'file')} below ${sanitizeLine(folder)}`)
  const paths = new Set(written.map(({ path }) => path))
  for (const { path, before } of files.filter(file => paths.has(file.path) && file.before.sureness === 'doubtful')) {
    app.err.lines([`  doubtful: ${shortenPath(app, path)}`, ...formatReasonLines(app, before)])
  }
  app.err.lines(formatLeftOut(app, restored))
}

function formatReasonLines(app: App, state: UndoFile['before']): string[] {
  return formatReasons(app, state, MAX_LISTED_PER_FILE).map(line => `    ${app.colors.dim(line)}`)
}

function printWholePatch(app: App, plan: UndoPlan): void {
  if (plan.leftOut > 0) {
    const files = formatNumberOf(plan.leftOut, 'file')
    app.err.line(
      `backscroll: ${files} cannot be taken back by it; \`${app.commandName} undo-plan ${plan.shortId}\` says why`,
    )
  }
  printPatch(app, plan.patch)
}

const MAX_TITLE = 60

function formatPlan(app: App, plan: UndoPlan): string[] {
  const { colors } = app
  const columns: Column[] = [
    { title: 'DID', dropOrder: 0 },
    { title: 'LINES', align: 'right', dropOrder: 1, style: colors.green },
    { title: 'SURE', dropOrder: 0 },
    { title: 'FILE', isFlexible: true, minWidth: 20, dropOrder: 0, keeps: 'end', style: colors.cyan },
    { title: 'SINCE', isFlexible: true, minWidth: 10, dropOrder: 2, style: colors.yellow },
  ]
  const rows = plan.files.map(file => [
    file.did,
    formatChangedLines(file),
    file.sureness,
    file.name === undefined ? shortenPath(app, file.path) : sanitizeLine(file.name),
    sanitizeLine(formatSince(file)),
  ])
  return [
    `${colors.yellow(sanitizeLine(plan.shortId))}  ${colors.bold(shorten(sanitizeLine(plan.title), MAX_TITLE))}  ${colors.dim(shortenPath(app, plan.root))}`,
    ...formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim }),
    ...plan.files.flatMap(file => formatDoubts(app, file)),
    ...formatCommands(app, plan),
    '',
    ...formatPatchPart(app, plan),
  ]
}

function formatSince({ changedSinceBy, namedSince, mayHaveChangedSince }: UndoFile): string {
  const parts = [
    changedSinceBy.length === 0 ? '' : `changed by ${changedSinceBy.map(({ shortId }) => shortId).join(', ')}`,
    namedSince === 0 ? '' : `${formatNumberOf(namedSince, 'command')} named it`,
    mayHaveChangedSince === 0 ? '' : `${formatNumberOf(mayHaveChangedSince, 'command')} may have changed it`,
  ]
  return parts.filter(part => part !== '').join('; ')
}

/** Why a file is not sure, and whose changes the patch takes back with it. */
function formatDoubts(app: App, file: UndoFile): string[] {
  const sides = [
    { words: 'before the session', state: file.before },
    { words: 'at its end', state: file.after },
  ].filter(({ state }) => state.sureness === 'doubtful' || state.sureness === 'unknown')
  const others = file.changedMeanwhileBy.map(({ shortId }) => shortId).join(', ')
  if (sides.length === 0 && others === '') return []
  const name = file.name === undefined ? shortenPath(app, file.path) : sanitizeLine(file.name)
  return [
    '',
    ...(others === ''
      ? []
      : [`${app.colors.cyan(name)}: ${sanitizeLine(others)} changed it meanwhile, and the patch takes that back too`]),
    ...sides.flatMap(({ words, state }) => [
      `${app.colors.cyan(name)} ${words}: ${state.sureness}`,
      ...formatReasons(app, state, MAX_LISTED_PER_FILE).map(line => `  ${app.colors.dim(line)}`),
    ]),
  ]
}

function formatCommands(app: App, { commands, commandCount }: UndoPlan): string[] {
  if (commandCount === 0) return []
  const more = commandCount - commands.length
  return [
    '',
    'Commands that may have changed files, which no patch takes back:',
    ...groupAlike(commands).map(
      ({ item, count }) =>
        `  ${app.colors.dim(formatDisturbance(app, item, count).replace(/: may change any file$/, ''))}`,
    ),
    ...(more > 0 ? [`  and ${more} before them`] : []),
  ]
}

/** Undefined for what the patch takes back, and where there is nothing to take back. */
function whyLeftOut({ did, name, patch, before, after }: UndoFile): string | undefined {
  if (did === 'same' || (name !== undefined && patch !== undefined)) return undefined
  if (before.isBinary || after.isBinary) return 'which is no text'
  if (did === 'unknown') return 'of which too little is known'
  return name === undefined ? 'which is outside the working tree' : 'which git keeps for itself'
}

/** git takes all of a patch or nothing. */
function mayNotFit({ files }: UndoPlan): boolean {
  return files.some(
    ({ patch, after, changedSinceBy }) =>
      patch !== undefined && (after.sureness === 'doubtful' || changedSinceBy.length > 0),
  )
}

function formatPatchPart(app: App, plan: UndoPlan): string[] {
  const leftOut = plan.files.flatMap(file => {
    const why = whyLeftOut(file)
    return why === undefined ? [] : [`  not in it: ${shortenPath(app, file.path)}, ${why}`]
  })
  if (plan.patch === '') return ['There is nothing that a patch could take back.', ...leftOut]
  return [
    `What takes it back, in ${shortenPath(app, plan.root)}: ${app.commandName} undo-plan ${sanitizeLine(plan.shortId)} --patch | git apply`,
    ...(mayNotFit(plan) ? ['Not all of it is sure to fit: `git apply --check` says whether it does.'] : []),
    ...leftOut,
    '',
    ...formatPatchLines(app, plan.patch),
  ]
}
