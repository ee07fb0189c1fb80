/**
 * Transcript text is untrusted: a terminal would obey the control characters in it. Both functions make them visible
 * instead, and run in linear time. Colour codes (SGR) are the one thing taken out, because they carry no words.
 */

/** For text of many lines: newlines and tabs stay, CRLF becomes a newline. */
export function sanitizeText(text: string): string {
  return UNSAFE_IN_TEXT.test(text) ? text.replace(UNSAFE_OR_COLOUR, replaceInText).toWellFormed() : text.toWellFormed()
}

/** For one row of a table or a title: every run of white space becomes one space. */
export function sanitizeLine(text: string): string {
  const safe = UNSAFE_IN_TEXT.test(text) ? text.replace(UNSAFE_OR_COLOUR, replaceInText) : text
  return safe.replace(WHITE_SPACE, ' ').trim().toWellFormed()
}

// C0 without newline and tab, DEL, C1, the separators U+2028 and U+2029, and the bidi embeddings, overrides and isolates.
const UNSAFE_IN_TEXT = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/
const UNSAFE_OR_COLOUR = /\x1b\[[0-9;:]*m|\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g
const WHITE_SPACE = /[\n\t \u00a0]+/g

function replaceInText(found: string): string {
  if (found === '\r\n' || found === '\u2028' || found === '\u2029') return '\n'
  if (found.length > 1) return ''
  const code = found.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
