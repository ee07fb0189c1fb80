/** Sums that tokens carry, so that a value with the right one is no accident. Written out, as redact/ uses no platform. */

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SUM_LENGTH = 6

/**
 * GitHub and npm: the last six of the 36 characters behind the `_` are the CRC-32 of the thirty before, in base 62.
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
export function hasCrcSum(token: string): boolean {
  const body = token.slice(token.lastIndexOf('_') + 1)
  return body.length === 36 && body.slice(-SUM_LENGTH) === crcSum(body.slice(0, -SUM_LENGTH))
}

export function crcSum(text: string): string {
  let rest = crc32(text)
  let sum = ''
  for (let i = 0; i < SUM_LENGTH; i++) {
    sum = BASE62.charAt(rest % 62) + sum
    rest = Math.floor(rest / 62)
  }
  return sum
}

function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) & 0xff
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bitcoin: the last four bytes are the first of the double SHA-256 of the rest. */
export function hasBase58Sum(text: string): boolean {
  const bytes = fromBase58(text)
  if (bytes === undefined || bytes.length < 5) return false
  const sum = sha256(sha256(bytes.subarray(0, -4)))
  return bytes.subarray(-4).every((byte, index) => byte === sum[index])
}

function fromBase58(text: string): Uint8Array | undefined {
  let number = 0n
  for (const char of text) {
    const digit = BASE58.indexOf(char)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const hex = number.toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Uint8Array.from({ length: even.length / 2 }, (_, at) => Number.parseInt(even.slice(at * 2, at * 2 + 2), 16))
}

const ROUNDS = makeRounds()

/** The fractional parts of the cube roots of the first 64 primes; of the square roots of the first eight. */
function makeRounds(): { readonly cubes: Uint32Array; readonly squares: Uint32Array } {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  const fraction = (root: number) => ((root % 1) * 0x100000000) >>> 0
  return {
    cubes: Uint32Array.from(primes, prime => fraction(Math.cbrt(prime))),
    squares: Uint32Array.from(primes.slice(0, 8), prime => fraction(Math.sqrt(prime))),
  }
}

function sha256(bytes: Uint8Array): Uint8Array {
  const length = ((bytes.length + 8) >> 6) * 64 + 64
  const padded = new DataView(new ArrayBuffer(length))
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte)
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(length - 4, bytes.length * 8)
  const state = Uint32Array.from(ROUNDS.squares)
  for (let block = 0; block < length; block += 64) mixBlock(state, padded, block)
  const digest = new DataView(new ArrayBuffer(32))
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word)
  return new Uint8Array(digest.buffer)
}

function mixBlock(state: Uint32Array, padded: DataView, block: number): void {
  const words = new Uint32Array(64)
  const at = (index: number) => words[index] as number
  for (let i = 0; i < 16; i++) words[i] = padded.getUint32(block + i * 4)
  for (let i = 16; i < 64; i++) {
    const small = turn(at(i - 15), 7) ^ turn(at(i - 15), 18) ^ (at(i - 15) >>> 3)
    const big = turn(at(i - 2), 17) ^ turn(at(i - 2), 19) ^ (at(i - 2) >>> 10)
    words[i] = at(i - 16) + small + at(i - 7) + big
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS.cubes[i] as number) + at(i)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + word
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** Ripple writes base 58 with the same letters in another order. */
const RIPPLE = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'

/** XRP: as Bitcoin, with letters of its own. */
export function hasRippleSum(text: string): boolean {
  let plain = ''
  for (const letter of text) plain += BASE58.charAt(RIPPLE.indexOf(letter))
  return plain.length === text.length && hasBase58Sum(plain)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Stellar: base 32 whose last two bytes are the CRC-16 (XMODEM) of the rest, the lower one first. */
export function hasStellarSum(text: string): boolean {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of text) {
    held = (held << 5) | BASE32.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  let crc = 0
  for (const byte of bytes.slice(0, -2)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return bytes.at(-2) === (crc & 0xff) && bytes.at(-1) === crc >> 8
}
