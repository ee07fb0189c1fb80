import { plainWidth } from './cluster-width.ts'

/**
 * What a reader sees as one character, one after the other. `Intl.Segmenter` takes gigabytes for a long string, so it
 * gets short slices, cut before an ASCII character: those always begin a character of their own.
 */
export function* graphemes(text: string): Generator<string, void, undefined> {
  let start = 0
  while (start < text.length) {
    if (isAlone(text, start) && (start + 1 === text.length || isAlone(text, start + 1))) {
      yield text[start] as string
      start++
      continue
    }
    const end = sliceEnd(text, start)
    segmenter ??= new Intl.Segmenter()
    for (const { segment } of segmenter.segment(text.slice(start, end))) yield segment
    start = end
  }
}

/** Making one takes 16 ms: it is made where it is needed. */
let segmenter: Intl.Segmenter | undefined
const MAX_SLICE = 512

function sliceEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_SLICE)
  for (let at = start + 1; at < limit; at++) {
    if (isAscii(text, at) && isAscii(text, at - 1)) return at
  }
  if (limit === text.length) return limit
  const last = text.charCodeAt(limit - 1)
  return last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit
}

/** No two of these are one character. */
function isAlone(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code < 0x80 && code !== 0x0d) || plainWidth(code) !== undefined
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80
}
