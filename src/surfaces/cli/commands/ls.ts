import { type ListRequest, listSessions, type SessionList } from '../../../query/list-sessions.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askLibrary } from '../ask-library.ts'
import { type CommandRequest, countOption, flagOption, listArg, textOption } from '../define-command.ts'
import { freshen } from '../freshen.ts'
import { momentOption } from '../moment-option.ts'
import { reportNoTranscripts, reportProblems } from '../report-problems.ts'
import { formatSessionTable } from '../session-table.ts'

/** Lists sessions, newest first. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const asked: ListRequest = {
    text: listArg(request, 'text').join(' ') || undefined,
    project: textOption(request, 'project'),
    since: momentOption(app, request, 'since'),
    until: momentOption(app, request, 'until'),
    includeEmpty: flagOption(request, 'all'),
    threads: app.threads,
  }
  const { found, hasTranscripts } = await askLibrary(app, await freshen(app), async library => ({
    found: await listSessions(library, asked),
    hasTranscripts: library.sources.length > 0,
  }))
  const list = { ...found, sessions: found.sessions.slice(0, countOption(request, 'limit')) }
  if (app.json) printJson(app, { ...list })
  else printList(app, list, { hasTranscripts, asked: describeRequest(request) })
  if (list.problems.length > 0) return 'incomplete'
  return list.sessions.length > 0 ? 'found' : 'nothing'
}

/** What was asked for, for the sentence that there is none. */
function describeRequest(request: CommandRequest): string {
  const words = listArg(request, 'text').join(' ')
  const project = textOption(request, 'project')
  const times = ['since', 'until'].map(name => [name, textOption(request, name)] as const)
  return sanitizeLine(
    [
      words === '' ? '' : `"${words}"`,
      project === undefined ? '' : `the project "${project}"`,
      ...times.map(([name, text]) => (text === undefined ? '' : `--${name} ${text}`)),
    ]
      .filter(part => part !== '')
      .join(' and '),
  )
}

function printList(app: App, list: SessionList, more: { hasTranscripts: boolean; asked: string }): void {
  reportProblems(app, list.problems)
  if (list.sessions.length > 0) {
    app.out.lines(formatSessionTable(app, list.sessions))
    return
  }
  if (!more.hasTranscripts) {
    reportNoTranscripts(app)
    return
  }
  // What cannot be read was named above.
  if (more.asked === '' && list.emptyCount === 0) return
  app.err.line(
    more.asked === '' ? 'backscroll: no session has any conversation' : `backscroll: no session matches ${more.asked}`,
  )
  if (list.emptyCount > 0) {
    const files = formatNumberOf(list.emptyCount, 'file')
    app.err.line(`${files} with only bookkeeping would: list them with \`${app.commandName} ls --all\`.`)
  } else app.err.line(`List every session with \`${app.commandName} ls\`.`)
}
