import type { IndexTurn } from '../../../../../render/view/session-index.ts'
import { shorten } from '../../../../../text/head.ts'

const MAX_NAME = 40

/** What stands before the first prompt has a line of its own only where the model worked on it. */
export function hasHead({ number, toolCalls, hasAnswer, text }: IndexTurn): boolean {
  return number > 0 || toolCalls > 0 || hasAnswer || text !== ''
}

/** A turn by its number; what stands before the first prompt by the command or the plan that set it off. */
export function turnName({ number, text }: IndexTurn): string {
  if (number > 0) return `Turn ${number}`
  if (text === '') return 'Before the first prompt'
  // The whole command stands below it.
  const [name = text] = text.split(/\s/)
  return shorten(name, MAX_NAME)
}

/** The same as one line of the contents. */
export function contentsText({ number, text }: IndexTurn): string {
  return number === 0 && text === '' ? 'Before the first prompt' : text
}
