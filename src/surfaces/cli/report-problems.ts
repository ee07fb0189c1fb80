import { listAllSources } from '../../source/discover.ts'
import type { SourceProblem } from '../../source/problem.ts'
import { findRoots } from '../../source/roots.ts'
import { formatInteger } from '../../text/count.ts'
import { nameCommandsIn } from '../../text/name-commands.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import type { App } from './app.ts'

const MAX_SHOWN = 5

/** What could not be read, on stderr: one line each, the first few. */
export function reportProblems(app: App, problems: readonly SourceProblem[]): void {
  const names = { program: app.programName, command: app.commandName }
  for (const { message } of problems.slice(0, MAX_SHOWN))
    app.err.line(`backscroll: ${nameCommandsIn(sanitizeLine(message), names)}`)
  const more = problems.length - MAX_SHOWN
  if (more <= 0) return
  app.err.line(
    `backscroll: ${formatInteger(more)} more could not be read; \`${app.commandName} doctor\` lists them all`,
  )
}

/** Why there is nothing to show at all, on stderr. */
export function reportNoTranscripts(app: App): void {
  const { message, hint } = describeNoTranscripts(app)
  app.err.line(`backscroll: ${message}`)
  app.err.line(hint)
}

/** Why there is nothing in the index to ask, on stderr. */
export function reportNothingKept(app: App): void {
  if (listAllSources(findRoots(app.roots).roots).sources.length === 0) {
    reportNoTranscripts(app)
    return
  }
  app.err.line('backscroll: no session with any conversation is kept')
  app.err.line(`List all files with \`${app.commandName} ls --all\`; the setting \`exclude\` leaves out projects.`)
}

function describeNoTranscripts(app: App): { readonly message: string; readonly hint: string } {
  const named = app.roots.override ?? []
  if (named.length > 0) {
    const by = app.roots.overrideBy === 'roots' ? ', which the setting `roots` names' : ''
    return {
      message: `no transcripts in ${named.map(sanitizeLine).join(', ')}${by}`,
      hint: 'Name a folder that holds some, such as ~/.claude, with --root.',
    }
  }
  const configured = app.env.CLAUDE_CONFIG_DIR
  const where = configured ? sanitizeLine(configured) : 'the usual places, such as ~/.claude'
  return {
    message: `no Claude Code transcripts in ${where}`,
    hint: `Name their folder with --root, or look at the demo set with \`${app.programName} --demo\`.`,
  }
}
