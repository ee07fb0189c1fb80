import { quoteHistory } from '../../text/quote-history.ts'

/** Text of a transcript as part of an answer; once more changes nothing. */
export function quote(text: string): string {
  return quoteHistory(text)
}
