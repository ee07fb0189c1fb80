const MAX_URLS = 200
const MAX_LENGTH = 2000
/** Ends an address in running text; everything else, brackets included, may be part of one. */
const ENDS = new Set(' \t\r\n\v\f"\'`<>|\\^{}“”‘’«»…。，、；：！？（）【】「」『』'.split(''))
const TRAILING = new Set('.,;:!?)]*_~'.split(''))

/** Web addresses of a text in order, each once, at most 200 of them. Linear: looks for `http` and walks on from there. */
export function findUrls(text: string): readonly string[] {
  const urls = new Set<string>()
  let at = text.indexOf('http')
  while (at >= 0 && urls.size < MAX_URLS) {
    const schemeEnd = text.startsWith('https://', at) ? at + 8 : text.startsWith('http://', at) ? at + 7 : -1
    if (schemeEnd < 0) {
      at = text.indexOf('http', at + 4)
      continue
    }
    const end = findEnd(text, schemeEnd)
    const last = end - at <= MAX_LENGTH ? trimEnd(text, schemeEnd, end) : schemeEnd
    if (last > schemeEnd) urls.add(` ${text.slice(at, last)}`.slice(1))
    at = text.indexOf('http', end)
  }
  return [...urls]
}

function findEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && !isEnd(text, end)) end++
  return end
}

function isEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x7f) return code < 0x20 || ENDS.has(text.charAt(at))
  return code <= 0xa0 || isInvisible(code) || ENDS.has(text.charAt(at))
}

/** White space, joiners and direction marks beyond Latin-1. */
function isInvisible(code: number): boolean {
  return (
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x205f && code <= 0x206f) ||
    code === 0x1680 ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

/** A full stop or bracket after an address belongs to the sentence, unless the bracket was opened inside the address. */
function trimEnd(text: string, start: number, end: number): number {
  const isBracketed = text.slice(start, end).includes('(')
  let last = end
  while (last > start && TRAILING.has(text.charAt(last - 1))) {
    if (isBracketed && text.charAt(last - 1) === ')') break
    last--
  }
  return last
}
