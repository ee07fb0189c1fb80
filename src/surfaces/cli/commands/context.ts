import type { ContextReport } from '../../../query/context/context-report.ts'
import { readContext } from '../../../query/context/read-context.ts'
import { listForgotten } from '../../../query/forgotten.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { openLibrary } from '../../../query/library.ts'
import { requireNamed } from '../../../query/require-named.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { askIndex } from '../ask-index.ts'
import { formatContext } from '../context/lines.ts'
import { type CommandRequest, flagOption, textArg, textOption } from '../define-command.ts'
import { requireNumber } from '../require-kept.ts'

/** Shows how the context window of a session filled. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const text = textArg(request, 'id') ?? ''
  const agent = textOption(request, 'agent')
  const pricer = createAppPricer(app)
  const report = await askIndex(app, keep => readContext(keep, { session: findNumber(app, keep, text), agent, pricer }))
  if (app.json) printJson(app, { ...report })
  else if (report.requests.length > 0) app.out.lines(formatContext(app, report, { hasAll: flagOption(request, 'all') }))
  else reportNothing(app, report)
  return report.requests.length > 0 ? 'found' : 'nothing'
}

/** As `show` finds it. */
function findNumber(app: App, keep: IndexedKeep, text: string): number {
  const library = openLibrary(app.roots, keep)
  const { source, turn, note } = requireNamed(library, keep, { text, env: app.roots })
  if (turn !== undefined) {
    throw new UserError({
      code: 'whole-sessions',
      message: 'a context is that of a whole session, not of one turn',
      hint: 'Leave out the number of the turn; --all lists every request with its turn.',
    })
  }
  if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  const forgottenAt = listForgotten(keep).get(source.id)
  return requireNumber({ source, library, session: library.sessionOf(source), forgottenAt }).session
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
