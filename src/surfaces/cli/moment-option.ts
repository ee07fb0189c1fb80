import { shorten } from '../../text/head.ts'
import { parseSince } from '../../time/parse-since.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { type CommandRequest, textOption } from './define-command.ts'

/** The moment an option such as `--since` names; undefined where it was not given. */
export function requireMoment(app: App, request: CommandRequest, name: string): number | undefined {
  const text = textOption(request, name)
  if (text === undefined) return undefined
  const at = parseSince(text, app.now())
  if (at !== undefined) return at
  throw new UserError({
    code: 'bad-time',
    message: `--${name} does not know the time "${shorten(text)}"`,
    hint: 'Write it as 7d, 12h, 2w, today, yesterday or 2026-11-01.',
  })
}
