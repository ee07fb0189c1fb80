import { findFriction, findSessionFriction, type OneFriction } from '../../../query/story/friction.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, textArg } from '../define-command.ts'
import { describeScope, lookupScope, reportNoSession } from '../lookup-request.ts'
import { formatFrictionList, formatFrictionNote, formatOneFriction } from '../measure/friction-lines.ts'
import { printRest } from '../run-lookup.ts'
import { requireSessionNumber } from '../session-number.ts'

/** Sessions by friction, or one of them with all that backs its score. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const text = textArg(request, 'id')
  return text === undefined ? await list(app, request) : await showOne(app, request, text)
}

async function list(app: App, request: CommandRequest): Promise<Outcome> {
  const scope = lookupScope(app, request)
  const found = await askIndex(app, keep => findFriction(keep, scope))
  if (app.json) printJson(app, { ...found })
  else if (found.total > 0) {
    app.out.lines(formatFrictionList(app, found))
    printRest(app, { shown: found.sessions.length, total: found.total })
    app.out.line()
    app.out.lines(formatFrictionNote(app, found))
  } else if (!reportNoSession(app, request, found.coverage)) {
    const { sessions, small } = found.coverage
    app.err.line(`backscroll: no friction in ${formatNumberOf(sessions, 'session')}${describeScope(request)}`)
    app.err.line(
      small === sessions
        ? 'All of them are too short to say anything: fewer than two turns and fewer than five calls.'
        : `List the sessions with \`${app.commandName} ls\`.`,
    )
  }
  return found.total > 0 ? 'found' : 'nothing'
}

async function showOne(app: App, request: CommandRequest, text: string): Promise<Outcome> {
  refuseScope(request)
  const one = await askIndex(app, keep =>
    findSessionFriction(keep, requireSessionNumber(app, keep, { text, whole: WHOLE })),
  )
  if (app.json) printJson(app, { ...one })
  else if (one.score === undefined) reportSmall(app, one)
  else app.out.lines(formatOneFriction(app, one))
  return one.score === undefined ? 'nothing' : 'found'
}

const WHOLE = {
  message: 'friction is that of a whole session, not of one turn',
  hint: 'Leave out the number of the turn.',
}

/** They choose among sessions, and one is chosen. */
function refuseScope({ options }: CommandRequest): void {
  const given = ['project', 'since', 'until', 'limit'].find(name => options[name] !== undefined)
  if (given === undefined) return
  throw new UserError({
    code: 'options-conflict',
    message: `--${given} chooses among sessions, and one is named`,
    hint: `Leave out --${given}, or the session.`,
  })
}

function reportSmall(app: App, { shortId }: OneFriction): void {
  app.err.line(
    `backscroll: the session ${shortId} is too short for a score: it has fewer than two turns and fewer than five calls`,
  )
  app.err.line(`Read it with \`${app.commandName} show ${shortId}\`.`)
}
