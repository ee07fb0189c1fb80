import { excerptError } from '../../model/tools/error-excerpt.ts'
import { untagError, unwrapError } from '../../model/tools/unwrap-error.ts'

/** An error as somebody asks for it: mostly as it was printed. */
export interface AskedError {
  /** Without what the client puts around it; of a long output the lines that are kept of one. */
  readonly printed: string
  /** Without the word before it either, as messages are kept: these are the words to look for. */
  readonly message: string
}

export function readAskedError(text: string): AskedError {
  const printed = withoutCutTag(untagError(text.replace(MARKS, '')))
  const message = unwrapError(printed)
  // The word alone is what somebody looks for.
  if (!HAS_WORD.test(message)) return { printed: text, message: text }
  return { printed: excerptError(printed), message: excerptError(message) }
}

/** How a message that was kept may have been printed. */
export function printAgain(message: string): string {
  return `Error: ${message}`
}

/** What the client draws before a result on the screen. */
const MARKS = /^[\s⎿●⏺]+/
const HAS_WORD = /[\p{L}\p{N}]/u
const [OPENING, CLOSING] = ['<tool_use_error>', '</tool_use_error>']

/** A part of an output may have one of the two tags alone. */
function withoutCutTag(text: string): string {
  const start = text.startsWith(OPENING) ? text.slice(OPENING.length) : text
  const end = start.trimEnd()
  return end.endsWith(CLOSING) ? end.slice(0, -CLOSING.length) : start
}
