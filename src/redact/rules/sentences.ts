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
      String.raw`pass(?:word|phrase) (?:is|was|to|are) (?:now |set to )?["'\x60]?(?<secret>[^\s"'\x60<>\\\x1b]{8,100})`,
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
    accepts: ({ value }) => isRandom(value.replace(/\.$/, ''), 20) && !isReference(value),
  },
]

function isSpoken({ value }: Found): boolean {
  const word = value.replace(/[.,;:)\]]+$/, '')
  if (word.length < 8 || isPlaceholder(word) || isDefaultPassword(word) || isReference(word)) return false
  return (
    isMixed(word) && /\d/.test(word) && (isScrap(word) || /[!?*~^+=@#$%&]/.test(word) || /[a-z]{3,}.*\d{2}/.test(word))
  )
}
