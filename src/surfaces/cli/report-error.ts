import { CommanderError } from 'commander'
import { sanitizeText } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { Output } from './output.ts'

/** One sentence and a next step for what a person can put right; one sentence for a bug, its stack only on request. */
export function reportError(err: Output, error: unknown, isDebugging: boolean): void {
  const problem = error instanceof CommanderError ? fromCommander(error) : error
  if (problem instanceof UserError) {
    err.line(`backscroll: ${sanitizeText(problem.message)}`)
    if (problem.hint) err.line(sanitizeText(problem.hint))
    if (isDebugging && problem.cause) err.line(describe(problem.cause))
    return
  }
  const message = problem instanceof Error ? problem.message : String(problem)
  err.line(`backscroll: something went wrong that should not: ${sanitizeText(message.split('\n', 1)[0] ?? '')}`)
  err.line(isDebugging ? describe(problem) : 'Set BACKSCROLL_DEBUG=1 and run it again to see where.')
}

/** Commander says `error: …` and may add `(Did you mean …?)` on a line of its own. */
function fromCommander(error: CommanderError): UserError {
  const [first = '', second = ''] = error.message.replace(/^error: /, '').split('\n')
  const meant = /\(Did you mean (.*)\?\)/.exec(second)?.[1]
  return new UserError({
    code: error.code,
    message: first.replace(/\.$/, ''),
    hint: meant ? `Did you mean ${meant}?` : 'Run `backscroll --help` to see the commands and their options.',
  })
}

function describe(problem: unknown): string {
  return sanitizeText(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem))
}
