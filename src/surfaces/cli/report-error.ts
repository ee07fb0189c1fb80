import { shorten } from '../../text/head.ts'
import { nameCommandsIn } from '../../text/name-commands.ts'
import { sanitizeText } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { Output } from './output.ts'

/** One sentence and a next step for what a person can put right; one sentence for a bug, its stack only on request. */
export function reportError(
  err: Output,
  error: unknown,
  { names, isDebugging }: { readonly names: Parameters<typeof nameCommandsIn>[1]; readonly isDebugging: boolean },
): void {
  if (error instanceof UserError) {
    err.line(`backscroll: ${shorten(sanitizeText(error.message), MAX_SENTENCE)}`)
    if (error.hint) err.line(shorten(sanitizeText(nameCommandsIn(error.hint, names)), MAX_SENTENCE))
    if (isDebugging && error.cause) err.line(describe(error.cause))
    return
  }
  const message = error instanceof Error ? error.message : String(error)
  err.line(`backscroll: something went wrong that should not: ${sanitizeText(message.split('\n', 1)[0] ?? '')}`)
  err.line(isDebugging ? describe(error) : 'Set BACKSCROLL_DEBUG=1 and run it again to see where.')
}

/** A megabyte that somebody typed is no sentence any more. */
const MAX_SENTENCE = 2000

function describe(error: unknown): string {
  return sanitizeText(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
