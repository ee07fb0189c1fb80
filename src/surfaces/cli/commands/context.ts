import type { ContextReport } from '../../../query/context/context-report.ts'
import { readContext } from '../../../query/context/read-context.ts'
import { loadFrom } from '../../../query/load-from.ts'
import { requireNamed } from '../../../query/require-named.ts'
import { readSent, type SentQuestion } from '../../../query/sent/read-sent.ts'
import type { SentReport } from '../../../query/sent/sent-report.ts'
import { parseTarget } from '../../../query/session-target.ts'
import type { LoadedSession } from '../../../source/load-session.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { askIndex } from '../ask-index.ts'
import { askLibrary } from '../ask-library.ts'
import { formatContext } from '../context/lines.ts'
import { formatSent } from '../context/sent-lines.ts'
import { type CommandRequest, flagOption, textArg, textOption } from '../define-command.ts'
import { freshenQuietly } from '../freshen.ts'
import { requireSessionNumber } from '../session-number.ts'

/** Shows how the context window of a session filled, or one of its requests as it was sent. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const text = textArg(request, 'id') ?? ''
  const agent = textOption(request, 'agent')
  const asked = textOption(request, 'request')
  if (asked !== undefined) return await runSent(app, { text, agent, asked, hasAll: flagOption(request, 'all') })
  const pricer = createAppPricer(app)
  const report = await askIndex(app, keep =>
    readContext(keep, { session: requireSessionNumber(app, keep, { text, whole: WHOLE }), agent, pricer }),
  )
  if (app.json) printJson(app, { ...report })
  else if (report.requests.length > 0) app.out.lines(formatContext(app, report, { hasAll: flagOption(request, 'all') }))
  else reportNothing(app, report, await findUnanswered(app, { text, agent }))
  return report.requests.length > 0 ? 'found' : 'nothing'
}

interface AskedRequest {
  readonly text: string
  readonly agent: string | undefined
  /** A number, or the id of a recorded request. */
  readonly asked: string
  readonly hasAll: boolean
}

/** Shows what the model was given with one request. */
async function runSent(app: App, { text, agent, asked, hasAll }: AskedRequest): Promise<Outcome> {
  const request = /^\d{1,9}$/.test(asked) ? Number(asked) : asked.trim()
  const report = await askSent(app, { text, agent, request })
  if (app.json) printJson(app, { ...report })
  else app.out.lines(formatSent(app, report, { hasAll }))
  return report.sent ? 'found' : 'nothing'
}

/** Of a session in which nothing was answered, the recorded request that was sent last. */
async function findUnanswered(app: App, asked: Pick<AskedRequest, 'text' | 'agent'>): Promise<string | undefined> {
  const { sent } = await askSent(app, { ...asked, request: undefined })
  return sent?.id
}

async function askSent(
  app: App,
  { text, agent, request }: Pick<AskedRequest, 'text' | 'agent'> & { readonly request: SentQuestion['request'] },
): Promise<SentReport> {
  const named = parseTarget(text)
  return await askLibrary(app, await freshenQuietly(app), (library, keep) => {
    const { source, turn, note } = requireNamed(library, keep, { text: named.id, env: app.roots })
    if (turn !== undefined || named.turns || named.entry !== undefined)
      throw new UserError({ code: 'whole-sessions', ...WHOLE })
    if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
    const openOther = (id: string): LoadedSession | undefined => {
      const other = library.sources.find(candidate => candidate.id === id)
      return other && loadFrom(library, other)
    }
    return readSent(loadFrom(library, source), { agent, request, openOther })
  })
}

const WHOLE = {
  message: 'a context is that of a whole session, not of one turn',
  hint: 'Leave out the number of the turn; --all lists every request with its turn.',
}

function reportNothing(app: App, { session, agents }: ContextReport, unanswered: string | undefined): void {
  const [first] = agents
  app.err.line(`backscroll: no request of the session ${sanitizeLine(session.shortId)} says what it used`)
  if (unanswered !== undefined) {
    const command = `${app.commandName} context ${session.shortId} --request ${sanitizeLine(unanswered)}`
    app.err.line(`None was answered. See what was sent last with \`${command}\`.`)
    return
  }
  app.err.line(
    first
      ? `Its subagents have some: \`${app.commandName} context ${session.shortId} --agent ${sanitizeLine(first.id)}\`.`
      : `Read it with \`${app.commandName} show ${session.shortId}\`.`,
  )
}
