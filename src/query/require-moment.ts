import { shorten } from '../text/head.ts'
import { parseSince } from '../time/parse-since.ts'
import { UserError } from '../user-error.ts'

/** The moment that somebody typed for `since` and the like; undefined where nothing was typed. */
export function requireMoment(name: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  const at = parseSince(text, now)
  if (at !== undefined) return at
  throw new UserError({
    code: 'bad-time',
    message: `--${name} does not know the time "${shorten(text)}"`,
    hint: 'Write it as 7d, 12h, 2w, today, yesterday or 2026-11-01.',
  })
}
