/** What the unseen kinds are made of, with the checksums their forms ask for. Every value is drawn at run time. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ALNUM, DIGITS, draw, LOWER, type Random } from './pieces.ts'

export const LOWER_ALNUM = LOWER + DIGITS
export const HEX_UPPER = '0123456789ABCDEF'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE62 = `0123456789${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'}${LOWER}`
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

export function drawBytes(random: Random, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => random.below(256)))
}

/** Letters and digits that end in their CRC32 in base 62, as the tokens of GitHub and npm do. */
export function drawWithCrc(random: Random, length: number): string {
  const entropy = draw(random, ALNUM, length)
  return entropy + toBase62(crc32(entropy)).padStart(6, '0')
}

function toBase62(count: number): string {
  let rest = count
  let text = ''
  do {
    text = BASE62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  } while (rest > 0)
  return text
}

/** Bytes in base 58 with four bytes of their double SHA-256, as in Bitcoin. */
export function encodeBase58Check(payload: Buffer): string {
  const check = sha256(sha256(payload)).subarray(0, 4)
  const bytes = Buffer.concat([payload, check])
  let number = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (number > 0n) {
    text = BASE58.charAt(Number(number % 58n)) + text
    number /= 58n
  }
  for (const byte of bytes) {
    if (byte !== 0) break
    text = `1${text}`
  }
  return text
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** Bytes in Bech32, as in Nostr. */
export function encodeBech32(prefix: string, bytes: Buffer): string {
  const groups: number[] = []
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      groups.push((held >> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  if (bits > 0) groups.push((held << (5 - bits)) & 31)
  const letters = [...prefix].map(letter => letter.charCodeAt(0))
  const expanded = [...letters.map(code => code >> 5), 0, ...letters.map(code => code & 31)]
  const check = polymod([...expanded, ...groups, 0, 0, 0, 0, 0, 0]) ^ 1
  const checks = [25, 20, 15, 10, 5, 0].map(shift => (check >> shift) & 31)
  return `${prefix}1${[...groups, ...checks].map(group => BECH32.charAt(group)).join('')}`
}

function polymod(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let sum = 1
  for (const value of values) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [at, generator] of generators.entries()) if ((top >> at) & 1) sum ^= generator
  }
  return sum
}

/** Number of a payment card: `prefix`, drawn digits, and the digit of Luhn. */
export function drawCard(random: Random, prefix: string, length: number): string {
  const body = prefix + draw(random, DIGITS, length - 1 - prefix.length)
  let sum = 0
  for (const [at, digit] of [...body].reverse().entries()) {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return body + String((10 - (sum % 10)) % 10)
}

/** Bank account with its two check digits (mod 97). */
export function makeIban(country: string, account: string): string {
  const digits = `${account}${country}00`.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}

export function inGroups(text: string, size: number, separator = ' '): string {
  return (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator)
}

const ONSETS = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z', 'br', 'kr', 'st', 'tr']
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou']
const CODAS = ['', '', 'l', 'n', 'r', 's', 'x']
const THINGS = ['maple', 'otter', 'copper', 'violet', 'harbor', 'walnut', 'pepper', 'comet', 'lantern', 'badger']
const DEEDS = ['jumps', 'dreams', 'garden', 'ladder', 'window', 'thunder', 'biscuit', 'rocket', 'meadow', 'velvet']

/** A password of letters: an invented word, or words written together. */
export function drawSecretWord(random: Random): string {
  const invented = Array.from({ length: 4 }, () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS)).join(
    '',
  )
  const capital = invented.charAt(0).toUpperCase() + invented.slice(1)
  const joined = random.pick(THINGS) + random.pick(DEEDS) + random.pick(THINGS)
  return random.pick([invented, invented, capital, joined])
}

/** PEM armour around drawn bytes that begin as such a key begins. */
export function armour(label: string, base64: string, headers = ''): string {
  const body = (base64.match(/.{1,64}/g) ?? []).join('\n')
  return `-----BEGIN ${label}-----\n${headers}${body}\n-----END ${label}-----`
}
