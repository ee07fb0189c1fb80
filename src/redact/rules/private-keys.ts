import type { Rule } from '../rule.ts'
import { isRandom } from './judge-value.ts'
import { compile, END, shapeRule } from './shape-rule.ts'

/** What may stand between two lines of a key: breaks, indents, marks of a diff, quotes and pluses of code, line numbers. */
const BREAK = String.raw`[\s"'\x60+,;>|-]{0,24}(?:\d{1,5}[→:\t|]\s{0,4})?`
const LINE = '[A-Za-z0-9+/=]{20,}'
/** The last line is short; it belongs to the key where the key or the text ends behind it. */
const LAST_LINE = String.raw`(?:${BREAK}[A-Za-z0-9+/]{1,19}={0,2}(?=[\s"'\x60+,;>|]{0,24}(?:\d{1,5}[→:\t|]\s{0,4})?[+-]?(?:=[A-Za-z0-9+/]{4}\s{0,4}|$|-----)))?`
const ARMOR_HEADERS = String.raw`(?:[\s"'\x60+>|]{0,16}(?:\d{1,5}[→:\t|]\s{0,4})?[A-Z][A-Za-z-]{2,20}: [^\n\r\\]{1,120}){0,6}`

export const PRIVATE_KEY_RULES: readonly Rule[] = [
  {
    name: 'private-key',
    category: 'secret',
    what: 'private keys in PEM and OpenPGP armour (RSA, EC, PKCS 8, encrypted, OpenSSH), also cut off before their end',
    rank: 'shape',
    anchors: ['PRIVATE KEY'],
    before: 40,
    after: 24_000,
    pattern: compile(
      `-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----${ARMOR_HEADERS}${BREAK}(?<secret>${LINE}(?:${BREAK}${LINE}){0,400}${LAST_LINE})`,
    ),
    accepts: ({ value }) => isRandom(value.replace(/[^A-Za-z0-9]/g, '').slice(0, 400), 24),
  },
  {
    name: 'putty-key',
    category: 'secret',
    what: 'private keys of PuTTY',
    rank: 'shape',
    anchors: ['Private-Lines:'],
    after: 12_000,
    pattern: compile(
      String.raw`Private-Lines: \d{1,4}${BREAK}(?<secret>${LINE}(?:${BREAK}${LINE}){0,200}(?:${BREAK}[A-Za-z0-9+/]{1,19}={0,2}(?=${BREAK}(?:$|Private-MAC)))?)`,
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
  shapeRule({
    name: 'jwt',
    what: 'JSON web tokens (eyJ….eyJ….…)',
    anchors: ['eyJ'],
    pattern: String.raw`eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,6000}\.[A-Za-z0-9_-]{20,1000}`,
    after: 4000,
    isWrapped: true,
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
