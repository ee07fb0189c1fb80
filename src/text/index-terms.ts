/**
 * Prepares text for the full-text index, whose tokenizer (SQLite's unicode61) takes a run of letters and digits as one
 * word. Two things need help: scripts written without spaces, and names made of several words. All else stays as it is,
 * so that quoted phrases are found. Questions are to go through the same pieces.
 */
export function indexTerms(text: string): string {
  const { names, hasCjk } = scan(text)
  const spaced = hasCjk ? spaceCjk(text) : text
  return names.length === 0 ? spaced : `${spaced}\n${names.join(' ')}`
}

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

const MAX_NAME = 80
/** A name of many parts must have long ones: `a1b2c3d4` and base64 are no names. */
const FEW_PARTS = 4
const SHORT_PART = 2
const LONG_PART = 3.5

const LOWER = 1
const UPPER = 2
const DIGIT = 3
/** Of the ASCII characters; 0 is what stands between words. */
const CLASSES = makeClasses()
/** By class of a character and of the next: 1 where a name may have a border. */
const BORDERS = makeBorders()

const FIRST_CJK = 0x1100
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

/** One pass over every indexed character, by hand: 300 MB/s on prose where a regular expression gave 60. */
function scan(text: string): { readonly names: readonly string[]; readonly hasCjk: boolean } {
  const { bytes, hasCjk } = encode(text)
  const names: string[] = []
  const { length } = text
  let before = 0
  let start = 0
  let borders = 0
  scans++
  for (let at = 0; at < length; at++) {
    const now = CLASSES[bytes[at] as number] as number
    if (now === before) continue
    if (now === 0) {
      if (borders !== 0 && mayBeName(borders, at - start)) addName(names, text, start, at)
      borders = 0
    } else if (before === 0) {
      start = at
    } else {
      borders += BORDERS[before * 4 + now] as number
      // `HTMLParser`: a small letter after two capitals.
      if (borders === 0 && now === LOWER && before === UPPER && at - start > 1) borders = 1
    }
    before = now
  }
  if (borders !== 0 && mayBeName(borders, length - start)) addName(names, text, start, length)
  return { names, hasCjk }
}

/** Hashes and encoded data are most of what has borders: those that `splitName` refuses for sure are not even cut out. */
function mayBeName(borders: number, length: number): boolean {
  // There are at least as many parts as borders were counted, and one more.
  return length <= MAX_NAME && (borders < FEW_PARTS || length >= (borders + 1) * LONG_PART)
}

/**
 * Names come back in text after text, five million times in a gigabyte of transcripts: a name is known again by two hashes
 * of 32 bits, without cutting it out (the whole function: 68 MB/s against 43). Whoever comes last has the place; within one text a name is
 * taken once, unless another took its place meanwhile, so that what is made of a text depends on that text alone.
 */
const PLACES = 1 << 16
const firstHashes = new Int32Array(PLACES)
const secondHashes = new Int32Array(PLACES)
const lastScans = new Int32Array(PLACES)
const wordsOf: string[] = new Array(PLACES).fill('')
let scans = 0

function addName(names: string[], text: string, start: number, end: number): void {
  let first = end - start
  let second = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = (Math.imul(second, 0x85ebca6b) + code) | 0
  }
  const place = (first ^ (first >>> 15)) & (PLACES - 1)
  if (firstHashes[place] !== first || secondHashes[place] !== second) {
    firstHashes[place] = first
    secondHashes[place] = second
    wordsOf[place] = splitName(text.slice(start, end)).join(' ')
  } else if (lastScans[place] === scans) return
  lastScans[place] = scans
  const words = wordsOf[place] as string
  if (words !== '') names.push(words)
}

const ENCODER = new TextEncoder()
const ROOM = new Uint8Array(64 * 1024)
const SMALL_LETTER = 0x61

/** A byte for each UTF-16 unit that has its class: most text is ASCII, and bytes are read three times as fast. */
function encode(text: string): { readonly bytes: Uint8Array; readonly hasCjk: boolean } {
  const { length } = text
  if (isAscii(text)) return { bytes: ROOM, hasCjk: false }
  const bytes = length <= ROOM.length ? ROOM : new Uint8Array(length)
  let hasCjk = false
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    bytes[at] = code < 0x80 ? code : isLatinLetter(code) ? SMALL_LETTER : 0
    if (code >= FIRST_CJK && !hasCjk) hasCjk = isCjk(text.codePointAt(at) as number)
  }
  return { bytes, hasCjk }
}

/** True where the text fits into `ROOM` byte by byte, and now stands there. */
function isAscii(text: string): boolean {
  if (text.length > ROOM.length) return false
  const { read, written } = ENCODER.encodeInto(text, ROOM)
  return read === text.length && written === text.length
}

/** Letters of Latin-1 and Latin Extended; names with them are rare, so small and capital are not told apart. */
function isLatinLetter(code: number): boolean {
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

/** Composed first: a mark that stands alone would cut the run. */
function spaceCjk(text: string): string {
  const whole = text.normalize('NFC')
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < whole.length; ) {
    const end = endOfRun(whole, at)
    if (end > at) {
      if (at > from) pieces.push(whole.slice(from, at))
      pieces.push(pairCjk(whole.slice(at, end)).join(' '))
      from = end
    }
    at = end > at ? end : at + 1
  }
  if (from < whole.length) pieces.push(whole.slice(from))
  return pieces.join(' ')
}

function endOfRun(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) >= FIRST_CJK) {
    const code = text.codePointAt(at) as number
    if (!isCjk(code)) break
    at += code > 0xffff ? 2 : 1
  }
  return at
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
