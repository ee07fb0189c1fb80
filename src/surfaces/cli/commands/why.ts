import { type WhyAnswer, whyLine } from '../../../query/lookups/why-line.ts'
import type { Origin } from '../../../query/lookups/why-origin.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortSha } from '../../../text/short-sha.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { cutToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatAge } from '../../../time/age.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, textArg } from '../define-command.ts'
import { describeSearched, lookupScope, reportNoSession } from '../lookup-request.ts'
import { openGit } from '../open-git.ts'

/** Shows where a line comes from, or the latest changes of a file. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const text = textArg(request, 'path') ?? ''
  if (text.trim() === '') {
    throw new UserError({
      code: 'no-path',
      message: 'the name of a file is missing',
      hint: 'Name it with the line, such as `backscroll why src/app.ts:42`.',
    })
  }
  const asked = { text, scope: lookupScope(app, request), cwd: app.cwd, home: app.home, git: openGit(app) }
  const answer = await askIndex(app, keep => whyLine(keep, asked))
  if (app.json) printJson(app, { ...answer })
  else printAnswer(app, request, answer)
  return answer.origins.length > 0 || answer.blame ? 'found' : 'nothing'
}

function printAnswer(app: App, request: CommandRequest, answer: WhyAnswer): void {
  const { origins, blame, notes } = answer
  if (origins.length > 0 || blame) {
    app.out.lines(formatHeading(app, answer))
    if (blame && origins.length === 0) app.out.lines(['', formatCommit(app, { ...blame, subject: blame.summary })])
    for (const origin of origins) app.out.lines(['', ...formatOrigin(app, origin)])
  }
  for (const note of notes) app.err.lines(wrapText(sanitizeLine(note), app.columns))
  if (origins.length === 0) reportNothing(app, request, answer)
}

function formatHeading(app: App, { path, line, text }: WhyAnswer): string[] {
  const { colors } = app
  const place = `${shorten(shortenPath(app, path), MAX_PATH)}${line === undefined ? '' : `:${line}`}`
  const shown = text === undefined ? '' : cutToWidth(sanitizeLine(text), Math.max(20, app.columns - 2))
  return shown === '' ? [colors.cyan(place)] : [colors.cyan(place), `  ${shown}`]
}

function formatOrigin(app: App, origin: Origin): string[] {
  const { colors } = app
  const by = origin.agent === undefined ? '' : (origin.agentType ?? `agent ${origin.agent}`)
  const parts: readonly (readonly [string, (text: string) => string])[] = [
    [`${origin.shortId}:${origin.mainTurn}`, colors.yellow],
    [origin.at === undefined ? '' : formatAge(Date.parse(origin.at), app.now()), colors.dim],
    [origin.action ?? '', String],
    [formatChangedLines(origin), colors.green],
    [by, colors.magenta],
    [origin.project, colors.dim],
    [origin.isRewound ? '(rewound)' : '', String],
  ]
  const [prompt, title] = [cut(app, origin.prompt), cut(app, origin.title)]
  const commit = origin.commit && formatCommit(app, origin.commit)
  const rows: readonly (readonly [string, string])[] = [
    ['prompt', prompt === '' ? '' : colors.bold(prompt)],
    ['answer', cut(app, origin.answer ?? '')],
    ['session', title === prompt ? '' : title],
    ['commit', commit ?? ''],
    ...origin.prs.map(({ url }) => ['pr', sanitizeLine(url)] as const),
    ['also in', cut(app, origin.alsoIn.map(({ shortId }) => shortId).join(', '))],
    ['known by', colors.dim(KNOWN_BY[origin.knownBy])],
  ]
  return [
    parts.flatMap(([text, style]) => (text === '' ? [] : [style(sanitizeLine(text))])).join('  '),
    ...rows.flatMap(([name, value]) => (value === '' ? [] : [`  ${colors.dim(name.padEnd(NAME_WIDTH))}${value}`])),
  ]
}

const NAME_WIDTH = 10

const KNOWN_BY: { readonly [known in Origin['knownBy']]: string } = {
  'blame+edit': 'the edit that added the line, and git blame',
  edit: 'the edit that added the line',
  blame: 'git blame: the commit was made in this session',
  touch: 'a change of the file',
}

function cut(app: App, text: string): string {
  return cutToWidth(sanitizeLine(text), Math.max(20, app.columns - NAME_WIDTH - 2))
}

const SHORT_SHA = 8

function formatCommit(
  app: App,
  { sha, subject, at }: { readonly sha: string; readonly subject: string | undefined; readonly at: string | undefined },
): string {
  const age = at === undefined ? '' : `, ${formatAge(Date.parse(at), app.now())}`
  const text = `${shortSha(sanitizeLine(sha), SHORT_SHA)} ${sanitizeLine(subject ?? '')}`.trim()
  return cutToWidth(text, Math.max(20, app.columns - NAME_WIDTH - 2 - age.length)) + app.colors.dim(age)
}

function reportNothing(app: App, request: CommandRequest, { path, coverage, isFolder }: WhyAnswer): void {
  if (reportNoSession(app, request, coverage)) return
  const name = shorten(shortenPath(app, path), MAX_PATH)
  if (isFolder) {
    app.err.line(`backscroll: ${name} is a folder, not a file`)
    app.err.line(`What was done in it: \`${app.commandName} files ${name}\`.`)
    return
  }
  app.err.line(`backscroll: no change of ${name} ${describeSearched(request, coverage)}`)
  app.err.line(`Who read it: \`${app.commandName} files\` with its name.`)
}

const MAX_PATH = 200
