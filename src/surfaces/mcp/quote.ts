import { quoteHistory } from '../../text/quote-history.ts'

/**
 * Text of a transcript as part of an answer; once more changes nothing. Lines that read like orders get their mark when
 * the answer is packed, once.
 */
export function quote(text: string): string {
  return quoteHistory(text)
}
