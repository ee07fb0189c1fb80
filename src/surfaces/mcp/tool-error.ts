import { shorten } from '../../text/head.ts'
import { nameCommandsIn } from '../../text/name-commands.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import { frameSentence } from './pack-answer.ts'
import { quote } from './quote.ts'

/** A megabyte that somebody sent is no sentence any more. */
const MAX_SENTENCE = 600

/** Problems that are told with titles and names of sessions, projects and agents: these are quoted as in an answer. */
const QUOTING: ReadonlySet<string> = new Set([
  'no-such-session',
  'ambiguous-session',
  'other-project',
  'no-such-agent',
  'no-such-entry',
])

/** What a model is told where a call went wrong: what it is and what to do next; of a bug nothing but that it is one. */
export function describeProblem(error: unknown, commandName: string): string {
  if (!(error instanceof UserError)) return BUG
  const names = { program: commandName, command: commandName }
  const sentence = `${shorten(quoteLine(error.message), MAX_SENTENCE)}.`
  const hint = shorten(quoteLine(nameCommandsIn(error.hint, names)), MAX_SENTENCE)
  const whole = hint === '' ? sentence : `${sentence} ${hint}`
  return QUOTING.has(error.code) ? frameSentence(whole) : whole
}

/** What is one line cannot begin another that looks like ours. */
function quoteLine(text: string): string {
  return quote(sanitizeLine(text))
}

const BUG =
  'backscroll failed at this in a way it should not. The same call will fail again; go on without it. ' +
  'BACKSCROLL_DEBUG=1 in the environment of the server makes it say where, on stderr.'
