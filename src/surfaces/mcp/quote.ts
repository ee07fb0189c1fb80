import { sanitizeText } from '../../text/sanitize.ts'

/** Text of a transcript as part of an answer: without control characters, and without our own marks. */
export function quote(text: string): string {
  return sanitizeText(text).replace(/<(\/?)(backscroll-[a-z]+)/gi, '<$1 $2')
}
