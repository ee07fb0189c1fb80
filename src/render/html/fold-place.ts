export interface Shown {
  readonly lines: number
  readonly characters: number
}

/**
 * Where a long text is folded: after its first lines, or inside a very long one. Undefined where it is short, or so
 * little longer that a fold would hide nothing worth hiding.
 */
export function foldPlace(text: string, shown: Shown): number | undefined {
  const at = endOfShown(text, shown)
  const rest = text.length - at
  if (rest <= 0) return undefined
  const isMuch = rest > shown.characters / 2 || text.slice(at).split('\n', shown.lines).length > shown.lines / 2
  return isMuch ? at : undefined
}

function endOfShown(text: string, { lines, characters }: Shown): number {
  let at = 0
  for (let line = 0; line < lines; line++) {
    const end = text.indexOf('\n', at)
    if (end < 0 && text.length <= characters) return text.length
    if (end < 0 || end >= characters) return line > 0 ? at : breakBefore(text, Math.min(characters, text.length))
    at = end + 1
  }
  return at
}

/** At a space, else anywhere but between the halves of a character. */
function breakBefore(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at - 1)
  if (space > at / 2) return space + 1
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
