import { type FileHistory, type FilePath, type FileTouch, fileHistory } from '../../../query/lookups/file-history.ts'
import type { ActionFilter } from '../../../query/lookups/file-touches.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type Column, formatTable } from '../../../text/table.ts'
import { displayWidth } from '../../../text/width.ts'
import { formatAge } from '../../../time/age.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, textArg, textOption } from '../define-command.ts'
import { readMoments, runFileMoment } from '../file-moment/run-file-moment.ts'
import { describeSearched, lookupScope, reportNoSession } from '../lookup-request.ts'
import { openGit } from '../open-git.ts'
import { printRest } from '../run-lookup.ts'

/** Shows who read or changed a file; without one, the files changed last. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const moments = readMoments(request)
  return moments ? await runFileMoment(app, request, moments) : await listTouches(app, request)
}

async function listTouches(app: App, request: CommandRequest): Promise<Outcome> {
  const asked = {
    path: textArg(request, 'path') || undefined,
    action: textOption(request, 'action') as ActionFilter | undefined,
    scope: lookupScope(app, request),
    cwd: app.cwd,
    home: app.home,
    git: openGit(app),
  }
  const history = await askIndex(app, keep => fileHistory(keep, asked))
  if (app.json) printJson(app, { ...history })
  else if (history.paths.length === 0) reportNothing(app, request, history)
  else printHistory(app, history)
  return history.paths.length > 0 ? 'found' : 'nothing'
}

function printHistory(app: App, history: FileHistory): void {
  app.out.lines(history.path === undefined ? formatFiles(app, history.paths) : formatTouches(app, history.paths))
  const shown = history.paths.reduce((sum, { touches }) => sum + touches.length, 0)
  printRest(app, { shown, total: history.total })
}

/** One table for all, so that columns stand below each other, with the path above its rows. */
function formatTouches(app: App, paths: readonly FilePath[]): string[] {
  const { colors } = app
  const columns: Column[] = [
    { title: 'ID', dropOrder: 0, style: colors.yellow },
    { title: 'WHEN', align: 'right', dropOrder: 2, style: colors.dim },
    { title: 'DID', dropOrder: 0 },
    { title: 'LINES', align: 'right', dropOrder: 1, style: colors.green },
    { title: 'BY', isFlexible: true, minWidth: 6, maxWidth: 16, dropOrder: 3, style: colors.magenta },
    { title: 'PROMPT', isFlexible: true, minWidth: 20, dropOrder: 0, style: colors.bold },
    { title: 'SESSION', isFlexible: true, minWidth: 12, maxWidth: 40, dropOrder: 4, style: colors.dim },
  ]
  const rows = paths.flatMap(({ touches }) => touches.map(touch => formatTouch(touch, app.now())))
  const [titles = '', ...lines] = formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim })
  let at = 0
  return paths.flatMap((file, index) => {
    const own = lines.slice(at, at + file.touches.length)
    at += file.touches.length
    return [...(index === 0 ? [] : ['']), ...formatHeading(app, file), ...(index === 0 ? [titles] : []), ...own]
  })
}

/** What does not fit beside the path stands below it; paths stay whole, to be copied. */
function formatHeading(app: App, { path, as, project, sessions }: FilePath): string[] {
  const { colors } = app
  const about = [project, formatNumberOf(sessions, 'session')].map(sanitizeLine).filter(part => part !== '')
  const parts: readonly (readonly [string, (text: string) => string])[] = [
    [shortenPath(app, path), colors.cyan],
    ...(as === undefined ? [] : [[`as ${shortenPath(app, as)}`, colors.green] as const]),
    [about.join(', '), colors.dim],
  ]
  const width = displayWidth(parts.map(([text]) => text).join('  '))
  const drawn = parts.map(([text, style]) => style(text))
  return width <= app.tableColumns ? [drawn.join('  ')] : drawn.map((part, at) => (at === 0 ? part : `  ${part}`))
}

function formatTouch(touch: FileTouch, now: number): string[] {
  const state = [touch.isRewound ? '(rewound)' : '', touch.isUserModified ? '(changed by you)' : '']
  return [
    `${touch.shortId}:${touch.mainTurn}`,
    touch.at === undefined ? '' : formatAge(Date.parse(touch.at), now),
    formatAction(touch),
    formatChangedLines(touch),
    touch.agent === undefined ? '' : (touch.agentType ?? `agent ${touch.agent}`),
    [...state, touch.prompt].filter(part => part !== '').join(' '),
    formatSession(touch),
  ].map(sanitizeLine)
}

/** Many a title is the prompt itself. */
function formatSession({ title, prompt, alsoIn }: FileTouch): string {
  const copies = alsoIn.length === 0 ? '' : `(+${formatNumberOf(alsoIn.length, 'copy', 'copies')}) `
  return `${copies}${title === prompt ? '' : title}`.trim()
}

function formatAction({ action, count }: FileTouch): string {
  return count > 1 ? `${action} ×${count}` : action
}

/** One row per file. */
function formatFiles(app: App, paths: readonly FilePath[]): string[] {
  const { colors } = app
  const columns: Column[] = [
    { title: 'FILE', isFlexible: true, minWidth: 20, dropOrder: 0, keeps: 'end', style: colors.cyan },
    { title: 'LAST', align: 'right', dropOrder: 1, style: colors.dim },
    { title: 'DID', dropOrder: 3 },
    { title: 'SESSIONS', align: 'right', dropOrder: 4 },
    { title: 'ID', dropOrder: 0, style: colors.yellow },
    { title: 'PROMPT', isFlexible: true, minWidth: 20, dropOrder: 2, style: colors.bold },
  ]
  const rows = paths.flatMap(({ path, sessions, touches }) =>
    touches.map(touch => [
      shortenPath(app, path),
      touch.at === undefined ? '' : formatAge(Date.parse(touch.at), app.now()),
      sanitizeLine(formatAction(touch)),
      String(sessions),
      sanitizeLine(`${touch.shortId}:${touch.mainTurn}`),
      sanitizeLine(touch.prompt),
    ]),
  )
  return formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim })
}

function reportNothing(app: App, request: CommandRequest, { path, coverage }: FileHistory): void {
  if (reportNoSession(app, request, coverage)) return
  const action = textOption(request, 'action')
  const what = path === undefined ? 'no file' : `nothing that ends in "${shorten(sanitizeLine(path))}"`
  const did = action === undefined ? 'was touched' : `was touched (--action ${sanitizeLine(action)})`
  app.err.line(`backscroll: ${what} ${did} ${describeSearched(request, coverage)}`)
  app.err.line(
    path === undefined
      ? `List the sessions with \`${app.commandName} ls\`.`
      : `Try the name of the file alone, or its words with \`${app.commandName} search\`.`,
  )
}
