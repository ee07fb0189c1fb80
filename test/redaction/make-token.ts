import { crcSum } from '../../src/redact/rules/forms/checksums.ts'
import { ALPHABETS, type Alphabet, type Part, type TokenForm } from '../../src/redact/rules/forms/token-form.ts'
import { draw, type Random } from './pieces.ts'

/** A value of a form, drawn at run time; with the right sum where the form has one. */
export function makeToken(random: Random, { parts, judge }: TokenForm): string {
  const token = parts.map(part => makePart(random, part)).join('')
  return judge === 'crc32' ? token.slice(0, -6) + crcSum(token.slice(-36, -6)) : token
}

function makePart(random: Random, part: Part): string {
  if (part.kind === 'uuid') return random.uuid()
  if (part.kind === 'padding') return ''
  if (part.kind === 'fixed') return part.isOptional && random.below(2) === 0 ? '' : random.pick(part.texts)
  const length = part.min + random.below(part.max - part.min + 1)
  const letters = lettersOf(part.alphabet)
  // A sign at the end belongs to the text around it as well.
  const last = letters.replaceAll(/[^A-Za-z0-9]/g, '') || letters
  return draw(random, letters, length - 1) + draw(random, last, 1)
}

function lettersOf(alphabet: Alphabet): string {
  const letters = new RegExp(`[${ALPHABETS[alphabet]}]`)
  const all = Array.from({ length: 94 }, (_, code) => String.fromCharCode(33 + code)).filter(char => letters.test(char))
  // A percent sign with two digits behind it is another letter in an address.
  return all.filter(char => char !== '%' && char !== '=').join('')
}
