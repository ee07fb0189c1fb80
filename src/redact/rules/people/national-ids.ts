import type { Rule } from '../../rule.ts'
import { compile } from '../shape-rule.ts'

/** Numbers that a state gives to a person, by their form and checksum; only taken out where somebody asks for it. */

const DIGITS = '0123456789'
const IS = String.raw`["'\]]{0,2}[ .:=#-]{0,4}(?:is|nr\.?|no\.?|number)?[ .:=#-]{0,4}["'\x60]?`

export const NATIONAL_ID_RULES: readonly Rule[] = [
  shaped({
    what: 'social security numbers of the United States',
    anchors: Array.from(DIGITS, digit => `${digit}-`),
    before: 2,
    pattern: String.raw`(?<![\w.+-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-]|\.\d)`,
    accepts: value => !/^(?:078-05-1120|219-09-9999|123-45-6789)$/.test(value),
  }),
  shaped({
    what: 'tax numbers of Brazil (CPF)',
    anchors: Array.from(DIGITS, digit => `${digit}-`),
    before: 11,
    pattern: String.raw`(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w.-])`,
    accepts: hasCpfSum,
  }),
  shaped({
    what: 'social security numbers of France',
    anchors: ['1 ', '2 '],
    before: 0,
    pattern: String.raw`(?<![\w.,-]|\d )[12] \d{2} (?:0[1-9]|1[0-2]) (?:\d{2}|2[AB]) \d{3} \d{3} \d{2}(?![\w-]| \d)`,
    accepts: hasNirSum,
  }),
  named({
    what: 'national insurance numbers of the United Kingdom',
    names: ['nino', 'national insurance', 'ni number'],
    pattern: '[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?(?:[0-9]{2} ?){3}[A-D]',
    accepts: value => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/i.test(value),
  }),
  named({
    what: 'tax numbers of Germany',
    names: [
      'steuer-id',
      'steuerid',
      'steuer-identifikationsnummer',
      'steuerliche identifikationsnummer',
      'idnr',
      'tax id',
    ],
    pattern: String.raw`[1-9]\d ?\d{3} ?\d{3} ?\d{3}`,
    accepts: hasSteuerSum,
  }),
  named({
    what: 'identity numbers of Spain',
    names: ['dni', 'nie', 'nif'],
    pattern: String.raw`[XYZ]?-?\d{7,8}-?[A-HJ-NP-TV-Z]`,
    accepts: hasDniLetter,
  }),
  named({
    what: 'tax codes of Italy',
    names: ['codice fiscale', 'codicefiscale', 'codice_fiscale'],
    pattern: '[A-Z]{6}[0-9]{2}[A-EHLMPRST][0-9]{2}[A-Z][0-9]{3}[A-Z]',
  }),
  named({
    what: 'citizen service numbers of the Netherlands',
    names: ['bsn', 'burgerservicenummer', 'sofinummer'],
    pattern: String.raw`\d{9}`,
    accepts: hasBsnSum,
  }),
  named({
    what: 'numbers of passports and identity cards behind their name',
    names: ['passport', 'reisepass', 'personalausweis', 'aadhaar', 'pesel', 'social insurance number', 'ssn'],
    pattern: String.raw`(?=[A-Z0-9 -]*\d{3})[A-Z0-9](?:[ -]?[A-Z0-9]){7,13}`,
  }),
]

interface Shape {
  readonly what: string
  readonly anchors: readonly string[]
  readonly before: number
  readonly pattern: string
  accepts?(value: string): boolean
}

function shaped({ what, anchors, before, pattern, accepts }: Shape): Rule {
  return {
    name: 'national-id',
    category: 'person',
    isOnRequest: true,
    what,
    rank: 'shape',
    anchors,
    before,
    after: 24,
    pattern: compile(pattern),
    accepts: ({ value }) => accepts?.(value) ?? true,
  }
}

interface Named {
  readonly what: string
  readonly names: readonly string[]
  readonly pattern: string
  accepts?(value: string): boolean
}

function named({ what, names, pattern, accepts }: Named): Rule {
  return {
    name: 'national-id',
    category: 'person',
    isOnRequest: true,
    what,
    rank: 'named',
    anchors: names,
    after: 60,
    pattern: compile(`(?<![A-Za-z])(?:${names.join('|')})${IS}(?<secret>${pattern})(?![A-Za-z0-9])`, 'i'),
    accepts: ({ value }) => accepts?.(value) ?? true,
  }
}

function digitsOf(value: string): readonly number[] {
  return Array.from(value.replaceAll(/\D/g, ''), Number)
}

function hasCpfSum(value: string): boolean {
  const digits = digitsOf(value)
  if (new Set(digits).size === 1) return false
  return [9, 10].every(count => {
    const sum = digits.slice(0, count).reduce((total, digit, at) => total + digit * (count + 1 - at), 0)
    return ((sum * 10) % 11) % 10 === digits[count]
  })
}

/** The last two digits fill the others up to a multiple of 97; Corsica counts as 19 and 18. */
function hasNirSum(value: string): boolean {
  const plain = value.replaceAll(' ', '').replace('2A', '19').replace('2B', '18')
  return 97 - (Number(plain.slice(0, 13)) % 97) === Number(plain.slice(13))
}

/** ISO 7064, mod 11,10. */
function hasSteuerSum(value: string): boolean {
  const digits = digitsOf(value)
  if (digits.length !== 11) return false
  let product = 10
  for (const digit of digits.slice(0, 10)) {
    const sum = (digit + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === digits[10]
}

function hasDniLetter(value: string): boolean {
  const plain = value.replaceAll('-', '').toUpperCase()
  const number = plain.slice(0, -1).replace(/^[XYZ]/, letter => String('XYZ'.indexOf(letter)))
  return 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(number) % 23) === plain.slice(-1)
}

function hasBsnSum(value: string): boolean {
  const sum = digitsOf(value).reduce((total, digit, at) => total + digit * (at === 8 ? -1 : 9 - at), 0)
  return sum !== 0 && sum % 11 === 0
}
