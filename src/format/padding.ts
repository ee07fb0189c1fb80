const NUL = 0x00
const BYTE_ORDER_MARK = 0xfeff

/** White space, NUL (left by a crash of the file system) and the byte order mark carry nothing at the end of a line. */
export function isPaddingCode(code: number): boolean {
  return code === NUL || code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === BYTE_ORDER_MARK
}

/** The offset of the first byte that is not padding, or `end`. */
export function skipPadding(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (isMarkAt(bytes, at, end)) at += 2
    else if (!isPaddingCode(bytes[at] as number)) return at
  }
  return end
}

function isMarkAt(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes[at] === 0xef && at + 2 < end && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf
}
