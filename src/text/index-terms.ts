import {
  BORDERS,
  CLASSES,
  FEW_PARTS,
  FIRST_CJK,
  isCjk,
  isLatinLetter,
  LONG_PART,
  LOWER,
  MAX_NAME,
  pairCjk,
  splitName,
  UPPER,
} from './split-name.ts'

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
