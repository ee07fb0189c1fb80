/** Secrets that a sentence gives away: "the password is …". Only what cannot be a word is taken out. */
import type { Found, Rule } from '../rule.ts'
import { isDefaultPassword, isMixed, isPlaceholder, isRandom, isReference, isScrap } from './judge-value.ts'
import { compile } from './shape-rule.ts'

const VERBS = ['is', 'was', 'to', 'are']

export const SENTENCE_RULES: readonly Rule[] = [
  {
    name: 'password',
    category: 'secret',
    what: 'passwords in sentences (the password is …)',
    rank: 'named',
    anchors: ['password', 'passphrase'].flatMap(word => VERBS.map(verb => `${word} ${verb} `)),
    before: 0,
    pattern: compile(
      String.raw`pass(?:word|phrase) (?:is|was|to|are) (?:now |set to )?["'\x60]?(?<secret>[^\s"'\x60<>\\\x1b]{7,100}[^\s"'\x60<>\\\x1b.,;:)\]])`,
      'i',
    ),
    accepts: isSpoken,
  },
  {
    name: 'secret',
    category: 'secret',
    what: 'tokens and keys in sentences (my token is …)',
    rank: 'named',
    anchors: ['token', 'key', 'secret'].flatMap(word => ['is', 'was'].map(verb => `${word} ${verb} `)),
    before: 0,
    pattern: compile(
      String.raw`(?:token|key|secret) (?:is|was) (?:now |set to )?["'\x60]?(?<secret>[A-Za-z0-9_+/=.-]{20,600})`,
      'i',
    ),
    accepts: ({ value }) =>
      isRandom(value.replace(/\.$/, ''), 20) && !isReference(value) && !/^[a-z]+-[a-z]+-/.test(value),
  },
]

function isSpoken({ value }: Found): boolean {
  if (isPlaceholder(value) || isDefaultPassword(value) || isReference(value)) return false
  return (
    isMixed(value) &&
    /\d/.test(value) &&
    (isScrap(value) || /[!?*~^+=@#$%&]/.test(value) || /[a-z]{3,}.*\d{2}/.test(value))
  )
}
