import { openLibrary } from '../../../query/library.ts'
import { listSessions, type SessionList } from '../../../query/list-sessions.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { parseSince } from '../../../time/parse-since.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, countOption, flagOption, listArg, textOption } from '../define-command.ts'
import { reportNoTranscripts, reportProblems } from '../report-problems.ts'
import { formatSessionTable } from '../session-table.ts'

/** Lists sessions, newest first. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const library = openLibrary(app.roots)
  const found = await listSessions(library, {
    text: listArg(request, 'text').join(' ') || undefined,
    project: textOption(request, 'project'),
    since: requireMoment(app, request, 'since'),
    until: requireMoment(app, request, 'until'),
    includeEmpty: flagOption(request, 'all'),
    threads: app.threads,
  })
  const list = { ...found, sessions: found.sessions.slice(0, countOption(request, 'limit')) }
  if (app.json) printJson(app, { ...list })
  else printList(app, list, library.sources.length > 0)
  if (list.problems.length > 0) return 'incomplete'
  return list.sessions.length > 0 ? 'found' : 'nothing'
}

function requireMoment(app: App, request: CommandRequest, name: string): number | undefined {
  const text = textOption(request, name)
  if (text === undefined) return undefined
  const at = parseSince(text, app.now())
  if (at !== undefined) return at
  throw new UserError({
    code: 'bad-time',
    message: `--${name} does not know the time "${text}"`,
    hint: 'Write it as 7d, 12h, 2w, today, yesterday or 2026-11-01.',
  })
}

function printList(app: App, list: SessionList, hasTranscripts: boolean): void {
  reportProblems(app, list.problems)
  if (list.sessions.length > 0) {
    app.out.lines(formatSessionTable(app, list.sessions))
    return
  }
  if (!hasTranscripts) {
    reportNoTranscripts(app)
    return
  }
  app.err.line('backscroll: no session matches')
  if (list.emptyCount > 0) {
    const files = formatNumberOf(list.emptyCount, 'file')
    app.err.line(`${files} with only bookkeeping would: list them with \`${app.commandName} ls --all\`.`)
  } else app.err.line(`List every session with \`${app.commandName} ls\`.`)
}
