/**
 * Whether a text of letters is somebody's password or a word about passwords. Only asked where a name, a program or a
 * sentence says that a password stands there.
 */
import { FORM_WORDS, PLAIN_WORDS, TELLING_PARTS } from './known-words.ts'

const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+/gu
const LETTERS = /^[\p{Script=Latin}'’_.-]+$/u
const MAX_WORD = 64

/** Letters of the Latin alphabet that no list of words about passwords has: `correcthorsebattery`, `Sommerregen`. */
export function isChosenWord(value: string, minLength: number): boolean {
  if (value.length < minLength || value.length > MAX_WORD || !LETTERS.test(value)) return false
  if (/^[^\p{L}]|[^\p{L}]$|\.|[_'’-]{2}/u.test(value)) return false
  return !isKnownWord(value)
}

/** The same, and it looks like no name in code: one word, or three and more with hyphens between. */
export function isPlainChosenWord(value: string, minLength: number): boolean {
  return (
    /^\p{L}\p{Ll}+(?:-\p{Ll}{3,}){0,9}$/u.test(value) && !/^[^-]+-[^-]+$/.test(value) && isChosenWord(value, minLength)
  )
}

/** Names a thing of code, a state or a label, or is a password that everybody uses. */
export function isKnownWord(value: string): boolean {
  const lower = value.toLowerCase()
  if (FORM_WORDS.has(lower) || PLAIN_WORDS.has(lower)) return true
  if (/passw|kennwort|contrase|motdepasse/.test(lower) || (value.length <= 40 && STOCK.test(lower))) return true
  const parts = value.match(PARTS) ?? []
  const words = parts.map(part => part.toLowerCase())
  if (words.some(word => TELLING_PARTS.has(word) || FORM_WORDS.has(word))) return true
  const plain = words.filter(word => word.length >= 3 && PLAIN_WORDS.has(word)).length
  if (plain === 0) return words.length > 0 && words.every(word => PLAIN_WORDS.has(word))
  return /^[^-]*$/.test(value) || words.length < 3 || plain * 2 >= words.length
}

/** Put together of what people write who need any secret at all: `mysupersecretkey`, `dev-jwt-secret`. */
const STOCK =
  /^(?:(?:my|your|our|the|super|some|very|top|dev|test|jwt|app|api|session|cookie|django|flask|insecure|secret|token|key|string|value|phrase|here|auth|access|random|long|change|this|in|production|please|prod|server|client|local|default|keyboard|cat)[-_ ]?){1,8}$/

const STOP_PHRASE =
  /\b(?:de|del|la|le|les|el|un|une|une|das|der|die|ein|eine|est|ist|es|por|para|con|sin|avec|mit|und|et|bitte|ihr|uw|il|lo|per|non|nao|não|och|och|som|din|ditt)\b/iu

/** Four or more words in lower case that make no sentence: `correct horse battery staple`. */
export function isWordPhrase(value: string): boolean {
  if (value.length > 120 || !/^\p{Ll}{3,}(?: \p{Ll}{3,}){3,9}$/u.test(value) || STOP_PHRASE.test(value)) return false
  const words = value.split(' ')
  return (
    !words.some(word => TELLING_PARTS.has(word) || FORM_WORDS.has(word)) &&
    words.filter(word => PLAIN_WORDS.has(word)).length < 2
  )
}

/** Letters of one case that a person made up, or of both that a machine drew. Not a metavariable such as `DBPASS`. */
export function isGivenWord(value: string, minLength: number): boolean {
  return isChosenWord(value, minLength) && !/^[A-Z_-]+$/.test(value)
}
