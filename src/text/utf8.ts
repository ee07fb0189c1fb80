/** How many UTF-16 units of a text fit into so many bytes of UTF-8; never half a code point. */
export function unitsInBytes(text: string, maxBytes: number): number {
  let bytes = 0
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > maxBytes) return at
    at += code < 0x10000 ? 1 : 2
  }
  return text.length
}
