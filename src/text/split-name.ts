/**
 * Names that are made of several words, and runs of scripts without spaces: into the pieces that the full-text index has
 * of them. Apart from `index-terms.ts`, whose tables take a millisecond to make: a hook has no time for them.
 */

/**
 * The words of a name: `parseHTML5Text` is `parse`, `HTML`, `5`, `Text`; single letters are no words. Empty where the name
 * is one word, and for hashes and encoded data, which have borders everywhere.
 */
export function splitName(name: string): readonly string[] {
  if (name.length > MAX_NAME) return []
  const parts: string[] = []
  let start = 0
  for (let at = 1; at <= name.length; at++) {
    if (at < name.length && !isBorder(name, at)) continue
    parts.push(name.slice(start, at))
    start = at
  }
  const room = parts.length > FEW_PARTS ? LONG_PART : SHORT_PART
  if (parts.length < 2 || name.length < parts.length * room) return []
  const words = parts.filter(part => part.length > 1 || classOf(part, 0) === DIGIT)
  return words.some(word => classOf(word, 0) !== DIGIT) ? words : []
}

/** Pairs of neighbours in a run without spaces, so that any part of it can be found; a run of one is itself. */
export function pairCjk(run: string): readonly string[] {
  const pairs: string[] = []
  let first = 0
  let second = widthAt(run, 0)
  while (second < run.length) {
    const end = second + widthAt(run, second)
    pairs.push(run.slice(first, end))
    first = second
    second = end
  }
  return pairs.length === 0 ? [run] : pairs
}

/** Letters of scripts that put no spaces between words, and Hangul, whose words carry their particles. */
export function isCjk(code: number): boolean {
  if (code < FIRST_CJK) return false
  for (const [first, last] of CJK_RANGES) if (code >= first && code <= last) return true
  return false
}

export const MAX_NAME = 80
/** A name of many parts must have long ones: `a1b2c3d4` and base64 are no names. */
export const FEW_PARTS = 4
const SHORT_PART = 2
export const LONG_PART = 3.5

export const LOWER = 1
export const UPPER = 2
const DIGIT = 3
/** Of the ASCII characters; 0 is what stands between words. */
export const CLASSES = makeClasses()
/** By class of a character and of the next: 1 where a name may have a border. */
export const BORDERS = makeBorders()

export const FIRST_CJK = 0x1100
const CJK_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x4e00, 0x9fff],
  [0x3041, 0x3096],
  [0x309d, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x30ff],
  [0xac00, 0xd7ff],
  [0x3400, 0x4dbf],
  [0x3005, 0x3007],
  [0x3021, 0x3029],
  [0x3031, 0x3035],
  [0x3038, 0x303c],
  [0x3105, 0x312f],
  [0x3131, 0x318e],
  [0x31a0, 0x31bf],
  [0x31f0, 0x31ff],
  [0x1100, 0x11ff],
  [0x2e80, 0x2fdf],
  [0xa960, 0xa97f],
  [0xf900, 0xfaff],
  [0xff66, 0xffdc],
  [0x1b000, 0x1b16f],
  [0x20000, 0x3ffff],
]

/** Letters of Latin-1 and Latin Extended; names with them are rare, so small and capital are not told apart. */
export function isLatinLetter(code: number): boolean {
  return code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7
}

function isBorder(name: string, at: number): boolean {
  const before = classOf(name, at - 1)
  const now = classOf(name, at)
  if (BORDERS[before * 4 + now] === 1) return true
  if (before !== UPPER || now !== UPPER || classOf(name, at + 1) !== LOWER) return false
  return !isPlural(name, at + 1)
}

/** `URLs` is one word. */
function isPlural(name: string, at: number): boolean {
  return at === name.length - 1 && name.charCodeAt(at) === 0x73
}

function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 0x80) return CLASSES[code] as number
  return isLatinLetter(code) ? LOWER : 0
}

/** UTF-16 units of the letter at this place. */
function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function makeClasses(): Uint8Array {
  const classes = new Uint8Array(256)
  for (let code = 0; code < 0x80; code++) {
    const letter = String.fromCharCode(code)
    if (letter >= '0' && letter <= '9') classes[code] = DIGIT
    else if (letter >= 'A' && letter <= 'Z') classes[code] = UPPER
    else if (letter >= 'a' && letter <= 'z') classes[code] = LOWER
  }
  return classes
}

function makeBorders(): Uint8Array {
  const borders = new Uint8Array(16)
  const pairs = [
    [LOWER, UPPER],
    [LOWER, DIGIT],
    [UPPER, DIGIT],
    [DIGIT, LOWER],
    [DIGIT, UPPER],
  ] as const
  for (const [before, now] of pairs) borders[before * 4 + now] = 1
  return borders
}
