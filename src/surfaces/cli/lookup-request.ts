import type { LookupScope } from '../../query/lookups/scope.ts'
import { formatNumberOf } from '../../text/count.ts'
import { shorten } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import type { App } from './app.ts'
import { type CommandRequest, countOption, textOption } from './define-command.ts'
import { momentOption } from './moment-option.ts'
import { reportNothingKept } from './report-problems.ts'

const DEFAULT_LIMIT = 20

/** The options that every lookup takes, checked: which sessions, from when to when, and how many. */
export function lookupScope(app: App, request: CommandRequest): LookupScope {
  return {
    project: textOption(request, 'project') || undefined,
    since: momentOption(app, request, 'since'),
    until: momentOption(app, request, 'until'),
    limit: countOption(request, 'limit') ?? DEFAULT_LIMIT,
  }
}

/** The same as words, for the sentence that nothing was found: ` in the project "api" since 7d`; empty where all were asked. */
export function describeScope(request: CommandRequest): string {
  const project = textOption(request, 'project')
  const parts = [
    project ? `in the project "${shorten(project)}"` : '',
    ...['since', 'until'].map(name => {
      const time = textOption(request, name)
      return time === undefined ? '' : `${name} ${time}`
    }),
  ]
  return parts.map(part => (part === '' ? '' : ` ${sanitizeLine(part)}`)).join('')
}

/** `in 8 sessions since 2w`. */
export function describeSearched(request: CommandRequest, { sessions }: { readonly sessions: number }): string {
  return `in ${formatNumberOf(sessions, 'session')}${describeScope(request)}`
}

/** Where there is no session to look into: says so and is true. */
export function reportNoSession(
  app: App,
  request: CommandRequest,
  { sessions }: { readonly sessions: number },
): boolean {
  if (sessions > 0) return false
  const scope = describeScope(request)
  if (scope === '') reportNothingKept(app)
  else {
    app.err.line(`backscroll: no session${scope}`)
    app.err.line(`List the sessions with \`${app.commandName} ls\`.`)
  }
  return true
}
