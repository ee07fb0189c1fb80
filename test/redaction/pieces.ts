/** What secrets are made of. Every value is drawn at run time, so that no file of this tree holds one. */
import { createRandom, type Random } from '../../bench/corpus/random.ts'

export type { Random }
export { createRandom }

export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const DIGITS = '0123456789'
export const ALNUM = UPPER + LOWER + DIGITS
export const BASE32 = `${UPPER}234567`
export const URL_SAFE = `${ALNUM}-_`
export const BECH32 = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'

export function draw(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('')
}

/** Random bytes as base64, with padding. */
export function drawBase64(random: Random, bytes: number): string {
  return Buffer.from(Array.from({ length: bytes }, () => random.below(256))).toString('base64')
}

/** The same without padding, in the alphabet of URLs. */
export function drawBase64Url(random: Random, bytes: number): string {
  return Buffer.from(drawBase64(random, bytes), 'base64').toString('base64url')
}

export function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const SYLLABLES = ['ka', 'mo', 'ri', 'ten', 'sul', 'ver', 'dax', 'pol', 'qui', 'zar', 'bem', 'fro']

/** Sounds like a word and is none. */
export function drawWord(random: Random, syllables = 3): string {
  return Array.from({ length: syllables }, () => random.pick(SYLLABLES)).join('')
}

/** A password as people make them. */
export function drawPassword(random: Random): string {
  const word = drawWord(random)
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  const number = 100 + random.below(9900)
  return random.pick([
    `${capital}${number}!`,
    `${word}-${drawWord(random, 2)}-${number}`,
    draw(random, ALNUM, 10) + number,
    `${capital}_${draw(random, ALNUM, 6)}${number}`,
  ])
}

/** A password as a generator makes them, with signs. */
export function drawHardPassword(random: Random): string {
  const sign = () => random.pick(['!', '*', '?', '~', '^', '+', '=', '@', '_', '.', '-'])
  return `${draw(random, LOWER, 3)}${random.below(10)}${draw(random, ALNUM, 3)}${sign()}${draw(random, ALNUM, 3)}${sign()}7x`
}

/** Text cut into lines of `width`, as PEM does. */
export function foldLines(text: string, width: number): string {
  return (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\n')
}
