/**
 * Where a word of an automaton may begin, told by three characters: a set of 2^18 bits that fits the first cache. Each
 * step of the automaton waits for the one before; this does not, and says no to nearly every place of a text.
 */
export interface StartFilter {
  /** A byte for each UTF-16 unit: ASCII itself, one for each class of other letters, one for the rest. */
  readonly bytes: Uint8Array
  /** Class of each byte, of 6 bits. Letters in either case have one. */
  readonly kinds: Uint8Array
  /** Bit by three classes: a word may begin with them, or the last of them is where a line wrap may be. */
  readonly starts: Uint32Array
  /** By two classes: a word may begin with the last or with both, and go on. */
  readonly opens: Uint8Array
}

const CLASSES = 64
/** Line ends, backslashes and terminal escapes. */
const WRAPS = '\n\\\u001b'
const OTHER_BYTE = 128

export function buildStartFilter(words: readonly string[], classes: Uint8Array): StartFilter {
  const bytes = new Uint8Array(0x10000).fill(OTHER_BYTE)
  const kinds = new Uint8Array(256)
  for (let code = 0; code < 128; code++) {
    bytes[code] = code
    kinds[code] = kindOf(classes, code)
  }
  kinds[OTHER_BYTE] = kindOf(classes, 0xffff)
  for (let code = 128; code < 0x10000; code++) {
    if (classes[code] === classes[0xffff]) continue
    const kind = kindOf(classes, code)
    bytes[code] = OTHER_BYTE + 1 + kind
    kinds[OTHER_BYTE + 1 + kind] = kind
  }
  return { bytes, kinds, starts: collectStarts(words, classes), opens: collectOpens(words, classes) }
}

function kindOf(classes: Uint8Array, code: number): number {
  return Math.min(classes[code] as number, CLASSES - 1)
}

function collectStarts(words: readonly string[], classes: Uint8Array): Uint32Array {
  const starts = new Uint32Array((CLASSES * CLASSES * CLASSES) / 32)
  const add = (triple: number): void => {
    starts[triple >> 5] = (starts[triple >> 5] as number) | (1 << (triple & 31))
  }
  for (const word of words) {
    if (word === '') continue
    let heads = [0]
    for (let at = 0; at < 3; at++) {
      const kinds = at < word.length ? [kindOf(classes, word.charCodeAt(at))] : ALL
      heads = heads.flatMap(head => kinds.map(kind => (head << 6) | kind))
    }
    for (const head of heads) add(head)
  }
  for (const wrap of WRAPS) {
    for (let pair = 0; pair < CLASSES * CLASSES; pair++) add((pair << 6) | kindOf(classes, wrap.charCodeAt(0)))
  }
  return starts
}

const ALL: readonly number[] = Array.from({ length: CLASSES }, (_, kind) => kind)

function collectOpens(words: readonly string[], classes: Uint8Array): Uint8Array {
  const opens = new Uint8Array(CLASSES * CLASSES)
  for (const word of words) {
    if (word.length < 2) continue
    const first = kindOf(classes, word.charCodeAt(0))
    for (const before of ALL) opens[(before << 6) | first] = 1
    if (word.length > 2) opens[(first << 6) | kindOf(classes, word.charCodeAt(1))] = 1
  }
  return opens
}
