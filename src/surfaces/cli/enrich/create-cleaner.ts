import type { Redaction } from '../../../redact/redaction.ts'
import { head } from '../../../text/head.ts'
import { quoteMarked } from '../../../text/quote-history.ts'

/** A text of a session as it may be sent: without secrets, quoted, and no longer than this. */
export type Clean = (text: string, maxChars: number) => string

/** So much of a key gives it away; less is an everyday word. */
const MIN_PIECE = 8

/**
 * A story holds beginnings of texts, and a secret that was cut there is not the value that redaction knows. So every
 * beginning of a secret is taken out too.
 */
export function createCleaner(redaction: Redaction): Clean {
  const secrets = redaction.hits
    .filter(({ category, value }) => category === 'secret' && value.length > MIN_PIECE)
    .map(({ value, placeholder }) => ({ value, placeholder }))
  return (text, maxChars) => {
    let cleaned = redaction.redactText(text)
    for (const secret of secrets) cleaned = withoutBeginnings(cleaned, secret)
    return quoteMarked(head(cleaned, maxChars)).trim()
  }
}

function withoutBeginnings(text: string, { value, placeholder }: { value: string; placeholder: string }): string {
  const start = value.slice(0, MIN_PIECE)
  let cleaned = text
  for (let at = cleaned.indexOf(start); at >= 0; at = cleaned.indexOf(start, at + placeholder.length)) {
    let length = MIN_PIECE
    while (length < value.length && cleaned[at + length] === value[length]) length++
    cleaned = `${cleaned.slice(0, at)}${placeholder}${cleaned.slice(at + length)}`
  }
  return cleaned
}
