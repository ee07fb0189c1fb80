import type { Found, Rule } from '../../rule.ts'
import { compile } from '../shape-rule.ts'

/** Where a person can be reached and found: only taken out where somebody asks for it. */

const DIGITS = '0123456789'
/** What stands before a number of a version. */
const VERSION =
  /(?:\bv|version|release|build|rev|chrome|firefox|safari|openssl|php|jdk|node)["'\]]{0,2}\s{0,3}[:=/v]{0,2}\s{0,3}["']?$|[@~^<>=]\s?$/i
const IS = String.raw`["'\]]{0,2}\s{0,4}(?::|=>|=|is|war|est)?\s{0,4}["'\x60]?`

const PLACE_NAMES = [
  'latitude',
  'longitude',
  ...['lat', 'lng', 'lon'].flatMap(name => Array.from('":=', sign => name + sign)),
  ...Array.from(` ${DIGITS}`, next => `°${next}`),
]

export const CONTACT_RULES: readonly Rule[] = [
  {
    name: 'phone',
    category: 'person',
    isOnRequest: true,
    what: 'numbers of telephones with a country (+44 …)',
    rank: 'shape',
    anchors: Array.from('123456789', digit => `+${digit}`),
    before: 0,
    after: 40,
    pattern: compile(
      String.raw`(?<![\w+)\]-])\+[1-9]\d{0,3}(?:[ .-]?\(\d{1,4}\)|[ .-]?\d{1,4})(?:[ .\/-]?\d{2,5}){1,4}(?![\w+]|[.,:]\d)`,
    ),
    accepts: isPhone,
  },
  {
    name: 'phone',
    category: 'person',
    isOnRequest: true,
    what: 'numbers of telephones as North America writes them',
    rank: 'shape',
    anchors: Array.from(DIGITS, digit => [`${digit}-`, `${digit})`]).flat(),
    before: 6,
    after: 16,
    pattern: compile(String.raw`(?<![\w.+/-])(?:\([2-9]\d{2}\) ?|[2-9]\d{2}-)[2-9]\d{2}-\d{4}(?![\w-]|\.\d)`),
    accepts: ({ value }) => !/555-01\d\d$/.test(value),
  },
  {
    name: 'phone',
    category: 'person',
    isOnRequest: true,
    what: 'numbers of telephones behind a name (phone, tel, mobile, fax …)',
    rank: 'named',
    anchors: ['phone', 'tel', 'mobile', 'fax', 'handy', 'call me', 'whatsapp'],
    after: 60,
    pattern: compile(
      String.raw`(?<![A-Za-z])(?:(?:tele|mobile|cell|home|work)?[_ -]?phone(?:[_ -]?(?:number|no))?|tel(?:efon)?|mobile|fax|handy|call me(?: at| on)?|whatsapp)\.?${IS}(?<secret>\(?\+?0?\d[\d ()./-]{6,18}\d)(?![\w.-])`,
      'i',
    ),
    accepts: isPhone,
  },
  {
    name: 'ip-address',
    category: 'person',
    isOnRequest: true,
    what: 'public IP addresses, not private, loopback or documentation ones',
    rank: 'shape',
    anchors: Array.from(DIGITS, digit => `${digit}.`),
    before: 3,
    after: 16,
    pattern: compile(String.raw`(?<![\w.-]|[^/]/)(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\w)`),
    accepts: isPublicIp,
  },
  {
    name: 'ip-address',
    category: 'person',
    isOnRequest: true,
    what: 'public IP addresses of version 6',
    rank: 'shape',
    anchors: ['200', '201', '240', '241', '24', '26', '28', '2a', '2c'],
    before: 0,
    after: 48,
    follow: { chars: ':', within: 3 },
    pattern: compile(String.raw`(?<![\w:.-])2[0-9a-f]{3}(?::[0-9a-f]{0,4}){2,7}(?![\w:])`, 'i'),
    accepts: ({ value }) => isPublicIp6(value.toLowerCase()),
  },
  {
    name: 'mac-address',
    category: 'person',
    isOnRequest: true,
    what: 'MAC addresses',
    rank: 'shape',
    anchors: Array.from('0123456789abcdef', digit => [`${digit}:`, `${digit}-`]).flat(),
    before: 2,
    after: 20,
    pattern: compile(String.raw`(?<![\w:-])[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}(?![\w:-])`, 'i'),
    accepts: ({ value }) => /[a-f]/i.test(value) && new Set(value.toLowerCase().replaceAll(/[:-]/g, '')).size > 3,
  },
  {
    name: 'coordinates',
    category: 'person',
    isOnRequest: true,
    what: 'pairs of coordinates with four decimals or more',
    rank: 'shape',
    anchors: Array.from(DIGITS, digit => `${digit}.`),
    before: 3,
    after: 40,
    pattern: compile(
      String.raw`(?<![\w.,;-]|[\d.][ ,;]{1,2}|[\w(,][ ,]?-)-?[1-8]?\d\.\d{4,8},\s?-?(?:1[0-7]|\d)?\d\.\d{4,8}(?![\w]|[ ,;]{1,3}-?[\d.])`,
    ),
  },
  {
    name: 'coordinates',
    category: 'person',
    isOnRequest: true,
    what: 'latitudes and longitudes by name or with signs of degree',
    rank: 'named',
    anchors: PLACE_NAMES,
    before: 4,
    after: 60,
    pattern: compile(
      String.raw`(?:(?<![a-z])(?:latitude|longitude|lat|lng|lon)${IS}(?<secret>-?\d{1,3}\.\d{3,16})|\d{1,3}° ?\d{1,2}['′] ?\d{1,2}(?:\.\d{1,6})?["″]? ?[NSEW])(?![\w])`,
      'i',
    ),
  },
]

/** A difference of two files has lines that begin with a plus. */
function isPhone({ value, text, start }: Found): boolean {
  const digits = value.replaceAll(/\D/g, '')
  if (digits.length < 7 || digits.length > 15 || new Set(digits).size <= 3) return false
  const isAdded = /^\+\d+$/.test(value) && (start === 0 || text.charAt(start - 1) === '\n')
  return !isAdded && !/^\d{4}[-./]\d{1,2}[-./]\d{1,2}$/.test(value)
}

/** Beginnings of networks that are nobody's, or everybody's. */
const NO_ONES =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25[0-5])\.|^(?:169\.254|192\.168|192\.0\.[02]|198\.51\.100|203\.0\.113|192\.88\.99)\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^198\.1[89]\./
const RESOLVERS = new Set(['8.8.8.8', '8.8.4.4', '1.1.1.1', '1.0.0.1', '9.9.9.9', '208.67.222.222', '208.67.220.220'])

function isPublicIp({ value, text, start }: Found): boolean {
  const parts = value.split('.').map(Number)
  if (parts.some(part => part > 255) || /(?:^|\.)0\d/.test(value)) return false
  if (NO_ONES.test(value) || RESOLVERS.has(value) || parts.every(part => part < 32)) return false
  return !VERSION.test(text.slice(Math.max(0, start - 24), start))
}

function isPublicIp6(value: string): boolean {
  if (/^2001:0?db8|^2001:0{0,4}:|^2002:|^2606:4700:4700:|^2001:4860:4860:/.test(value)) return false
  const groups = value.split(':')
  return value.includes('::')
    ? groups.length <= 8 && !/::.*::|:::/.test(value) && value.length > 6
    : groups.length === 8
}
