import type { Found, Rule } from '../rule.ts'
import { isRandom } from './judge-value.ts'
import { compile, END, shapeRule } from './shape-rule.ts'

/**
 * What may stand between two lines of a key: breaks, indents, marks of a diff, quote, box or comment, quotes and pluses of
 * code, colours, line numbers, and the name of a file as `grep` puts it before each line.
 */
const MARK = String.raw`(?:[\s"'\x60+,;>|│┃#*/%-]|\x1b\[[0-9;]{0,12}[mK])`
const NUMBER = String.raw`(?:\k<file>[:-])?(?:\d{1,6}[→:\t|│-])?${MARK}{0,90}`
const BREAK = `${MARK}{0,200}${NUMBER}`
const LINE = '[A-Za-z0-9+/=]{20,}'
/** The last line is short; it belongs to the key where the key or the text ends behind it. */
const LAST_LINE = String.raw`(?:${BREAK}[A-Za-z0-9+/]{1,19}={0,2}(?=${MARK}{0,200}${NUMBER}(?:=[A-Za-z0-9+/]{4}\s{0,4}|$|(?<=-{4,5} ?)END)))?`
const ARMOR_HEADERS = String.raw`(?:${MARK}{0,200}(?:\k<file>[:-])?(?:\d{1,6}[→:\t|│-]\s{0,90})?[A-Z][A-Za-z-]{2,20}: [^\n\r\\]{1,120}){0,6}`
const TAIL_BREAK = String.raw`(?:${MARK}{0,200}\r?\n(?:[\w./@-]{1,120}[:-])?(?:[ \t]{0,90}\d{1,6}[→:\t|│-])?${MARK}{0,90})`
const KIND = '(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?'
const FILE = String.raw`(?:(?<=^|\n)(?<file>[\w./@-]{1,120})[:-](?:\d{1,6}[:-][^\n]{0,60}|[ \t#*/|│>]{0,90})|)`

export const PRIVATE_KEY_RULES: readonly Rule[] = [
  {
    name: 'private-key',
    category: 'secret',
    what: 'private keys in PEM, SSH2 and OpenPGP armour (RSA, EC, PKCS 8, encrypted, OpenSSH), also commented, boxed, numbered or cut off before their end',
    rank: 'shape',
    anchors: ['PRIVATE KEY'],
    before: 180,
    after: 24_000,
    pattern: compile(
      `-{4,5} ?BEGIN ${KIND} ?-{4,5}(?<=${FILE}-{4,5} ?BEGIN [A-Z0-9 ]{0,60}-{4,5})${ARMOR_HEADERS}${BREAK}(?<secret>${LINE}(?:${BREAK}${LINE}){0,400}${LAST_LINE})`,
    ),
    accepts: ({ value }) => isRandom(value.replace(/[^A-Za-z0-9]/g, '').slice(0, 400), 24),
  },
  {
    name: 'private-key',
    category: 'secret',
    what: 'ends of private keys whose beginning was cut off',
    rank: 'shape',
    anchors: ['PRIVATE KEY'],
    before: 8000,
    after: 16,
    pattern: compile(
      `-{4,5} ?END ${KIND} ?-{4,5}(?<=(?<![A-Za-z0-9+/=])(?<secret>[A-Za-z0-9+/=]{40,}(?:${TAIL_BREAK}[A-Za-z0-9+/=]{40,}){0,120}(?:${TAIL_BREAK}[A-Za-z0-9+/=]{1,39})?)${TAIL_BREAK}-{4,5} ?END [A-Z0-9 ]{0,60}-{4,5})`,
    ),
    accepts: isTail,
  },
  {
    name: 'putty-key',
    category: 'secret',
    what: 'private keys of PuTTY',
    rank: 'shape',
    anchors: ['Private-Lines:'],
    before: 180,
    after: 12_000,
    pattern: compile(
      String.raw`Private-Lines: \d{1,4}(?<=${FILE}Private-Lines: \d{1,4})${BREAK}(?<secret>${LINE}(?:${BREAK}${LINE}){0,200}(?:${BREAK}[A-Za-z0-9+/]{1,19}={0,2}(?=${BREAK}(?:$|Private-MAC)))?)`,
    ),
  },
  shapeRule({
    name: 'age-key',
    what: 'age secret keys (AGE-SECRET-KEY-1…)',
    anchors: ['AGE-SECRET-KEY-1'],
    pattern: `AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}${END}`,
  }),
  {
    name: 'wireguard-key',
    category: 'secret',
    what: 'private and preshared keys of WireGuard',
    rank: 'named',
    anchors: ['PrivateKey', 'PresharedKey', 'private-key', 'preshared-key'],
    pattern: compile(
      String.raw`(?:private|preshared)-?key["']?\s{0,4}[=:]?\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{43}=)`,
      'i',
    ),
  },
  {
    name: 'kubernetes-key',
    category: 'secret',
    what: 'client keys and tokens in a kubeconfig',
    rank: 'named',
    anchors: ['client-key-data'],
    after: 8000,
    pattern: compile(String.raw`client-key-data["']?:\s{0,4}["']?(?<secret>[A-Za-z0-9+/]{100,8000}={0,2})`),
    fields: /^client-key-data$/,
  },
  {
    name: 'private-key',
    category: 'secret',
    what: 'private parts of JSON web keys',
    rank: 'named',
    anchors: ['"kty"'],
    before: 2000,
    after: 2000,
    pattern: compile(String.raw`"(?:d|k|p|q|dp|dq|qi)"\s{0,3}:\s{0,3}"(?<secret>[A-Za-z0-9_-]{20,1400})"`),
    accepts: ({ value }) => isRandom(value, 20),
  },
  shapeRule({
    name: 'jwt',
    what: 'JSON web tokens, signed, unsigned or encrypted (eyJ….eyJ….…)',
    anchors: ['eyJ'],
    pattern: String.raw`eyJ[A-Za-z0-9_-]{10,2000}\.(?:eyJ[A-Za-z0-9_-]{10,6000}\.(?:[A-Za-z0-9_-]{20,1000}|(?![A-Za-z0-9_-]))|[A-Za-z0-9_-]{0,2000}\.[A-Za-z0-9_-]{10,40}\.[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{16,64})`,
    after: 4000,
  }),
  {
    name: 'password-hash',
    category: 'secret',
    what: 'hashes of passwords (bcrypt, crypt, argon2)',
    rank: 'shape',
    anchors: ['$2a$', '$2b$', '$2y$', '$1$', '$5$', '$6$', '$y$', '$apr1$', '$argon2'],
    pattern: compile(
      String.raw`\$(?:2[aby]\$\d\d\$[A-Za-z0-9./]{53}|apr1\$[A-Za-z0-9./]{2,8}\$[A-Za-z0-9./]{22}|1\$[A-Za-z0-9./]{2,8}\$[A-Za-z0-9./]{22}|[56]\$(?:rounds=\d{1,9}\$)?[A-Za-z0-9./]{2,16}\$[A-Za-z0-9./]{43,86}|y\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{8,32}\$[A-Za-z0-9./]{43}|argon2(?:id|i|d)\$v=\d{1,3}\$m=\d{1,9},t=\d{1,4},p=\d{1,4}\$[A-Za-z0-9+/]{10,60}\$[A-Za-z0-9+/]{20,120})${END}`,
    ),
  },
]

/** Not where the beginning stands before it: then the key is found as a whole. */
function isTail({ value, text, start }: Found): boolean {
  if (/PRIVATE KEY(?: BLOCK)? ?-{4,5}[^-]{0,900}$/.test(text.slice(Math.max(0, start - 1000), start))) return false
  return isRandom(value.replace(/[^A-Za-z0-9]/g, '').slice(0, 400), 24)
}
