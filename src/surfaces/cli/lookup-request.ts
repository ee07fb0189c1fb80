import type { LookupScope } from '../../query/lookups/scope.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { parseSince } from '../../time/parse-since.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { type CommandRequest, countOption, textOption } from './define-command.ts'

const DEFAULT_LIMIT = 20

/** The options that every lookup takes, checked: which sessions, from when to when, and how many. */
export function lookupScope(app: App, request: CommandRequest): LookupScope {
  return {
    project: textOption(request, 'project') || undefined,
    since: requireMoment(app, request, 'since'),
    until: requireMoment(app, request, 'until'),
    limit: countOption(request, 'limit') ?? DEFAULT_LIMIT,
  }
}

/** The same as words, for the sentence that nothing was found: `in the project "api", --since 7d`; empty where all were asked. */
export function describeScope(request: CommandRequest): string {
  const project = textOption(request, 'project')
  const times = ['since', 'until'].map(name => [name, textOption(request, name)] as const)
  return sanitizeLine(
    [
      project ? `in the project "${project}"` : '',
      ...times.map(([name, text]) => (text === undefined ? '' : `--${name} ${text}`)),
    ]
      .filter(part => part !== '')
      .join(', '),
  )
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
