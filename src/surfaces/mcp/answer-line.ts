import { answerLead } from '../../text/answer-lead.ts'
import { oneLine } from './lines.ts'

/** The beginning of an answer as one line; where it is code alone, that. */
export function answerLine(text: string, max: number): string {
  return oneLine(answerLead(text, max) || text, max)
}

/** A title that is nothing but the beginning of the prompt beside it need not be said. */
export function isOpeningOf(title: string, prompt: string): boolean {
  const whole = (words: string): string => oneLine(words, Number.POSITIVE_INFINITY)
  return whole(prompt).startsWith(whole(title).replace(/…$/, ''))
}
