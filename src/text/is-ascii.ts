/**
 * Patterns over all letters of all scripts take up to a millisecond each to be made ready, which a hook feels: where a
 * text has none but those of English, a plain one does.
 */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}
