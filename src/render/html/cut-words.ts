import { head } from '../../text/head.ts'

/** A text of one line, cut at a word with `…` behind it where it is longer. */
export function cutWords(text: string, max: number): string {
  if (text.length <= max) return text
  const space = text.lastIndexOf(' ', max - 1)
  // A word that takes up most of it is cut itself.
  return `${space > max / 2 ? text.slice(0, space).trimEnd() : head(text, max - 1)}…`
}

/** The model cuts a title at 200, wherever that is: one of that length most likely ends in half a word. */
const TITLE_CHARS = 198

export function titleWords(title: string): string {
  return cutWords(title, TITLE_CHARS)
}
