import type { ContextReport } from '../../../query/context/context-report.ts'
import { readContext } from '../../../query/context/read-context.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { askIndex } from '../ask-index.ts'
import { formatContext } from '../context/lines.ts'
import { type CommandRequest, flagOption, textArg, textOption } from '../define-command.ts'
import { requireSessionNumber } from '../session-number.ts'

/** Shows how the context window of a session filled. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const text = textArg(request, 'id') ?? ''
  const agent = textOption(request, 'agent')
  const pricer = createAppPricer(app)
  const report = await askIndex(app, keep =>
    readContext(keep, { session: requireSessionNumber(app, keep, { text, whole: WHOLE }), agent, pricer }),
  )
  if (app.json) printJson(app, { ...report })
  else if (report.requests.length > 0) app.out.lines(formatContext(app, report, { hasAll: flagOption(request, 'all') }))
  else reportNothing(app, report)
  return report.requests.length > 0 ? 'found' : 'nothing'
}

const WHOLE = {
  message: 'a context is that of a whole session, not of one turn',
  hint: 'Leave out the number of the turn; --all lists every request with its turn.',
}

function reportNothing(app: App, { session, agents }: ContextReport): void {
  const [first] = agents
  app.err.line(`backscroll: no request of the session ${sanitizeLine(session.shortId)} says what it used`)
  app.err.line(
    first
      ? `Its subagents have some: \`${app.commandName} context ${session.shortId} --agent ${sanitizeLine(first.id)}\`.`
      : `Read it with \`${app.commandName} show ${session.shortId}\`.`,
  )
}
