const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/**
 * The offset just after the JSON object that opens at `start`, or -1 when it does not close before `end`. Looks at
 * braces, brackets and strings only: whether the object is valid JSON is for the parser to say.
 */
export function findObjectEnd(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) {
      i = findStringEnd(bytes, i + 1, end)
      if (i < 0) return -1
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--
      if (depth === 0) return i + 1
      if (depth < 0) return -1
    }
  }
  return -1
}

/** The offset of the quote that closes a string whose first character is at `start`, or -1. */
function findStringEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]
    if (byte === BACKSLASH) i++
    else if (byte === QUOTE) return i
  }
  return -1
}
