import type { Found, Rule } from '../../rule.ts'
import { compile } from '../shape-rule.ts'

/** Numbers of cards and accounts. A checksum makes them sure enough to be taken out without being asked for. */

/** First digits and lengths as the networks assign them; of those that are as long as other numbers only the usual ones. */
const NETWORKS: readonly { readonly first: RegExp; readonly length: number }[] = [
  { first: /^4/, length: 16 },
  { first: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, length: 16 },
  { first: /^3[47]/, length: 15 },
  { first: /^(?:6011|64[4-9]|65)/, length: 16 },
  { first: /^35(?:2[89]|[3-8])/, length: 16 },
  { first: /^62/, length: 16 },
  { first: /^3(?:0[0-5]|[68])/, length: 14 },
]

/** Numbers for tests that the documentation of payment services prints. */
const TEST_CARDS = new Set(
  (
    '4242424242424242 4012888888881881 4000056655665556 5200828282828210 2223003122003222 2223000048400011 ' +
    '378282246310005 371449635398431 378734493671000 6011000990139424 6011981111111113 3056930009020004 ' +
    '30569309025904 38520000023237 36227206271667 3566002020360505 3530111333300000 4917610000000000 ' +
    '5425233430109903 2222420000001113 4263982640269299 4007702835532454 5500005555555559 5454545454545454'
  ).split(' '),
)

/** Names of numbers that are as long as those of cards. */
const OTHER_NUMBER =
  /(?:id|ids|at|time|timestamp|ts|date|offset|seed|hash|seq|sequence|nonce|size|bytes|count|total|ns|us|micros|nanos|version|build|serial|snowflake|cursor|rev|revision)["'\]]{0,2}\s{0,3}[:=]\s{0,3}["']?$|[#@/?&]$/i

/** The lengths of the IBAN registry (release 99), by country. */
const ACCOUNT_LENGTHS =
  'NO15 BE16 DK18 FI18 FK18 FO18 GL18 NL18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20 CH21 HR21 LI21 LV21 ' +
  'BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 AD24 CZ24 ES24 MD24 PK24 RO24 ' +
  'SA24 SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 ' +
  'GT28 HN28 HU28 LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 MT31 SC31 LC32 RU33'

/** Numbers that the registry and its guides print. */
const EXAMPLE_ACCOUNTS = new Set(
  (
    'DE89370400440532013000 DE75512108001245126199 DE02120300000000202051 DE91100000000123456789 GB29NWBK60161331926819 ' +
    'GB82WEST12345698765432 GB33BUKB20201555555555 FR1420041010050500013M02606 FR7630006000011234567890189 ' +
    'ES9121000418450200051332 IT60X0542811101000000123456 NL91ABNA0417164300 NL02ABNA0123456789 BE68539007547034 ' +
    'BE71096123456769 AT611904300234573201 AT483200000012345864 CH9300762011623852957 CH5604835012345678009 ' +
    'PL61109010140000071219812874 SE4550000000058398257466 DK5000400440116243 NO9386011117947 FI2112345600000785 ' +
    'IE29AIBK93115212345678 PT50000201231234567890154 LU280019400644750000'
  ).split(' '),
)

export const PAYMENT_RULES: readonly Rule[] = [
  {
    name: 'payment-card',
    category: 'person',
    what: 'numbers of payment cards with a right check digit, but not those printed for tests',
    rank: 'shape',
    anchors: listCardBeginnings(),
    before: 0,
    after: 24,
    follow: { chars: '0123456789', within: 1 },
    pattern: compile(
      String.raw`(?<![\w.,$+-]|\d[ :/])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|3\d{3}([ -])\d{6}\2\d{4,5}|\d{14,16})(?![\w-]|[.,:/ ]\d)`,
    ),
    accepts: isCard,
  },
  {
    name: 'iban',
    category: 'person',
    what: 'numbers of bank accounts (IBAN) with a right checksum and the length of their country',
    rank: 'shape',
    anchors: listAccountBeginnings(),
    before: 0,
    after: 60,
    follow: { chars: '0123456789', within: 1 },
    pattern: compile(`(?<![A-Za-z0-9])(?:${accountPattern()})(?![A-Za-z0-9])`),
    accepts: ({ value }) => isAccount(value),
  },
]

function listCardBeginnings(): readonly string[] {
  const all = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
  return all.filter(digits => /^(?:4|5[1-5]|2[2-7]|3[04-8]|6[0245])/.test(digits))
}

function isCard({ value, text, start }: Found): boolean {
  const digits = value.replaceAll(/\D/g, '')
  const isKnown = NETWORKS.some(({ first, length }) => digits.length === length && first.test(digits))
  if (!isKnown || !hasLuhnSum(digits)) return false
  if (TEST_CARDS.has(digits) || /(\d)\1{5}/.test(digits) || new Set(digits).size <= 3) return false
  return !OTHER_NUMBER.test(text.slice(Math.max(0, start - 30), start))
}

export function hasLuhnSum(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const double = digit * 2
    sum += i % 2 === 0 ? digit : double > 9 ? double - 9 : double
  }
  return sum % 10 === 0
}

function readLengths(): readonly { readonly country: string; readonly length: number }[] {
  return ACCOUNT_LENGTHS.split(' ').map(entry => ({ country: entry.slice(0, 2), length: Number(entry.slice(2)) }))
}

function listAccountBeginnings(): readonly string[] {
  return readLengths().flatMap(({ country }) => Array.from('0123456789', digit => country + digit))
}

/** By length, so that no word behind the number is taken for its last group. */
function accountPattern(): string {
  const byLength = Map.groupBy(readLengths(), ({ length }) => length)
  return [...byLength]
    .map(
      ([length, rows]) => `(?:${rows.map(({ country }) => country).join('|')})\\d{2}(?:[ -]?[A-Z0-9]){${length - 4}}`,
    )
    .join('|')
}

function isAccount(value: string): boolean {
  const account = value.replaceAll(/[ -]/g, '')
  if (EXAMPLE_ACCOUNTS.has(account) || /(.)\1{9}/.test(account)) return false
  const moved = account.slice(4) + account.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
