import { parseHex } from './loose-match.ts'
import { mayWrap, wrapEnds } from './wrap.ts'

/** A run of base64 or of hexadecimal digits that holds text, and where it stands. */
export interface DecodedRun {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Runs of fewer characters hold fewer than eight bytes. */
export const MIN_RUN = 11
/** So many bytes must be text before the rest is decoded. */
const HEAD_BYTES = 12
const MAX_WRAPS = 100_000

const VALUES = new Uint8Array(128).fill(255)
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  VALUES[char.charCodeAt(0)] = value
}
VALUES[45] = 62
VALUES[95] = 63

/**
 * The text in a run of base64 from `start` to `end`, of either alphabet, going on over line wraps, or of hexadecimal
 * digits; undefined for what is no text, which shows in the first bytes. A run may begin with up to three characters that belong to something
 * else, such as the `n` of an escaped line end.
 */
export function decodeRun(text: string, start: number, end: number): DecodedRun | undefined {
  return decodeHex(text, start, end) ?? decodeBase64(text, start, end)
}

function decodeBase64(text: string, start: number, end: number): DecodedRun | undefined {
  for (let offset = 0; offset < 4 && end - start - offset >= MIN_RUN; offset++) {
    if (!beginsWithText(text, start + offset, end)) continue
    const best = decodeLongest(text, start, start + offset, end)
    if (best.text.length >= 8) return best
  }
  return undefined
}

/** A mark at the left of the next line may be the next character too, so both readings are tried. */
function decodeLongest(text: string, start: number, from: number, end: number): DecodedRun {
  const plain = decodePieces(text, [from, end], start)
  if (!mayWrap(text.charCodeAt(end))) return plain
  const short = collectPieces(text, from, end, Math.min)
  const long = collectPieces(text, from, end, Math.max)
  if (short.length === 2 && long.length === 2) return plain
  const runs = [plain, decodePieces(text, short, start), decodePieces(text, long, start)]
  return runs.reduce((one, other) => (other.text.length > one.text.length ? other : one))
}

/** By two bytes: 1 where a text may begin with them. */
const TEXT_HEADS = new Uint8Array(0x10000)
for (let head = 0; head < 0x10000; head++) {
  const first = head >> 8
  const second = head & 255
  const isText = isTextByte(first) && first < 0x80 && isTextByte(second) && (second < 0x80 || second > 0xc1)
  const isWide = continuationsOf(first) > 0 && second >> 6 === 2
  TEXT_HEADS[head] = isText || isWide ? 1 : 0
}

/** A cheap no for nearly everything that only looks like base64: a path, a long word. */
export function mayHoldText(text: string, start: number): boolean {
  let held =
    ((VALUES[text.charCodeAt(start)] as number) << 12) |
    ((VALUES[text.charCodeAt(start + 1)] as number) << 6) |
    (VALUES[text.charCodeAt(start + 2)] as number)
  for (let offset = 0; offset < 4; offset++) {
    if (TEXT_HEADS[(held >> 2) & 0xffff] === 1) return true
    held = ((held << 6) | (VALUES[text.charCodeAt(start + offset + 3)] as number)) & 0x3ffff
  }
  return false
}

const HEX = /[0-9a-fA-F]{16,}/g

/** Whether the end of the shortest run, which begins at `start`, is hexadecimal digits that may spell a text. */
export function mayBeHex(text: string, start: number): boolean {
  for (let at = start + 3; at < start + MIN_RUN; at++) if (parseHex(text, at, 1) < 0) return false
  const one = parseHex(text, start + 3, 1)
  const other = parseHex(text, start + 4, 1)
  // Letters and digits begin with 3 to 7, spaces and signs with 2.
  return isTextDigit(one) || isTextDigit(other)
}

function isTextDigit(digit: number): boolean {
  return digit >= 2 && digit <= 7
}

/** All of the digits must spell text; one at either end may belong to something else. */
function decodeHex(text: string, start: number, end: number): DecodedRun | undefined {
  const run = text.slice(start, end)
  HEX.lastIndex = 0
  const match = HEX.exec(run)
  if (!match) return undefined
  const [digits] = match
  for (const offset of digits.length % 2 === 0 ? [0] : [0, 1]) {
    const said = decodeDigits(digits, offset)
    if (said === undefined) continue
    const from = start + match.index
    return { text: said, start: from, end: from + digits.length }
  }
  return undefined
}

function decodeDigits(digits: string, offset: number): string | undefined {
  const bytes: number[] = []
  let wanted = 0
  for (let at = offset; at + 2 <= digits.length; at += 2) {
    const byte = parseHex(digits, at, 2)
    if (wanted > 0) {
      if (byte >> 6 !== 2) return undefined
      wanted--
    } else if (byte >= 0x80) {
      wanted = continuationsOf(byte)
      if (wanted === 0) return undefined
    } else if (!isTextByte(byte)) return undefined
    bytes.push(byte)
  }
  return toText(bytes)
}

function beginsWithText(text: string, start: number, end: number): boolean {
  let bits = 0
  let held = 0
  let wanted = 0
  let bytes = 0
  for (let i = start; i < end && bytes < HEAD_BYTES; i++) {
    held = ((held << 6) | (VALUES[text.charCodeAt(i) & 127] as number)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (held >> bits) & 255
    bytes++
    if (wanted > 0) {
      if (byte >> 6 !== 2) return false
      wanted--
    } else if (byte >= 0x80) {
      wanted = continuationsOf(byte)
      if (wanted === 0) return false
    } else if (!isTextByte(byte)) return false
  }
  return true
}

function continuationsOf(byte: number): number {
  if (byte >= 0xc2 && byte <= 0xdf) return 1
  if (byte >= 0xe0 && byte <= 0xef) return 2
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : 0
}

function isTextByte(byte: number): boolean {
  return (byte >= 32 && byte !== 127) || byte === 10 || byte === 9 || byte === 13 || byte === 27
}

/** The run and the lines it goes on in, as pairs of start and end. `choose` picks where a line begins after its mark. */
function collectPieces(
  text: string,
  start: number,
  end: number,
  choose: (...ends: number[]) => number,
): readonly number[] {
  const pieces = [start, end]
  let last = end
  for (let wraps = 0; wraps < MAX_WRAPS; wraps++) {
    if (!mayWrap(text.charCodeAt(last))) break
    const begins = wrapEnds(text, last).filter(at => isBase64(text.charCodeAt(at)))
    if (begins.length === 0) break
    const from = choose(...begins)
    let to = from
    while (isBase64(text.charCodeAt(to))) to++
    if (to - from < 2) break
    pieces.push(from, to)
    last = to
  }
  return pieces
}

function isBase64(code: number): boolean {
  return code < 128 && (VALUES[code] as number) < 64
}

function decodePieces(text: string, pieces: readonly number[], start: number): DecodedRun {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  let end = pieces[1] as number
  decoding: for (let piece = 0; piece < pieces.length; piece += 2) {
    const to = pieces[piece + 1] as number
    for (let i = pieces[piece] as number; i < to; i++) {
      held = ((held << 6) | (VALUES[text.charCodeAt(i) & 127] as number)) & 0xffff
      bits += 6
      if (bits < 8) continue
      bits -= 8
      const byte = (held >> bits) & 255
      if (!isTextByte(byte)) break decoding
      bytes.push(byte)
    }
    end = to
  }
  while (text[end] === '=') end++
  return { text: toText(bytes), start, end: Math.max(end, pieces[1] as number) }
}

const UTF8 = new TextDecoder()
const SHORT = 256

function toText(bytes: readonly number[]): string {
  if (bytes.length <= SHORT && bytes.every(byte => byte < 0x80)) return String.fromCharCode(...bytes)
  return UTF8.decode(Uint8Array.from(bytes))
}
