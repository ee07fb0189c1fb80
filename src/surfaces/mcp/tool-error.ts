import { shorten } from '../../text/head.ts'
import { nameCommandsIn } from '../../text/name-commands.ts'
import { UserError } from '../../user-error.ts'
import { quote } from './quote.ts'

/** A megabyte that somebody sent is no sentence any more. */
const MAX_SENTENCE = 600

/** What a model is told where a call went wrong: what it is and what to do next; of a bug nothing but that it is one. */
export function describeProblem(error: unknown, commandName: string): string {
  if (!(error instanceof UserError)) return BUG
  const names = { program: commandName, command: commandName }
  const sentence = `${shorten(quote(error.message), MAX_SENTENCE)}.`
  const hint = shorten(quote(nameCommandsIn(error.hint, names)), MAX_SENTENCE)
  return hint === '' ? sentence : `${sentence} ${hint}`
}

const BUG =
  'backscroll failed at this in a way it should not. The same call will fail again; go on without it. ' +
  'BACKSCROLL_DEBUG=1 in the environment of the server makes it say where, on stderr.'
