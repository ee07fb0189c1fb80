/**
 * The first `max` UTF-16 units of a text as a string of its own: V8 keeps the whole parent of a slice alive, and a model
 * that holds a title must not hold the ten megabytes it was cut from. Never ends in half a surrogate pair.
 */
export function head(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  const end = last >= 0xd800 && last <= 0xdbff ? max - 1 : max
  return ` ${text.slice(0, end)}`.slice(1)
}

/** A name or text that somebody typed, for a message: its beginning, and `…` where something was cut. */
export function shorten(text: string, max: number = MAX_SHOWN): string {
  return text.length > max ? `${head(text, max)}…` : text
}

const MAX_SHOWN = 60
