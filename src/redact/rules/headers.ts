import type { Found, Rule } from '../rule.ts'
import { isPlaceholder, isRandom } from './judge-value.ts'
import { compile, NO_LETTER } from './shape-rule.ts'

export const HEADER_RULES: readonly Rule[] = [
  {
    name: 'bearer-token',
    category: 'secret',
    what: 'bearer tokens (Authorization: Bearer …)',
    rank: 'named',
    anchors: ['bearer '],
    pattern: compile(String.raw`${NO_LETTER}bearer\s{1,3}(?<secret>[A-Za-z0-9._~+/=-]{12,4000})`, 'i'),
    after: 4100,
    accepts: ({ value }) => isRandom(value, 16),
  },
  {
    name: 'basic-auth',
    category: 'secret',
    what: 'user and password of basic authentication (Authorization: Basic …)',
    rank: 'named',
    anchors: ['basic '],
    pattern: compile(
      String.raw`(?:authorization["'\]]{0,2}\s{0,3}[:=,]\s{0,3}[bf]?["'\x60]?)basic\s{1,3}(?<secret>[A-Za-z0-9+/_-]{6,400}={0,2})`,
      'i',
    ),
    accepts: isUserAndPassword,
  },
  {
    name: 'auth-token',
    category: 'secret',
    what: 'other authorisation headers (Authorization: token …, x-api-key, x-auth-token, private-token …)',
    rank: 'named',
    anchors: ['authorization', '-api-key', '-apikey', '-token', '-secret', '-access-key', '-auth-key'],
    follow: { chars: ':=,', within: 20 },
    before: 24,
    pattern: compile(
      String.raw`(?:${NO_LETTER}(?:proxy-)?authorization["'\]]{0,2}\s{0,3}[:=,]\s{0,3}["'\x60]?(?:(?!basic|digest|bearer|negotiate|aws4)[a-z][a-z0-9_-]{1,24}\s{1,3})?|${NO_LETTER}(?:x-)?(?:[a-z]{2,16}-){0,2}(?:api-?key|(?:auth|access|private|job|vault|security|service|session|csrf|xsrf|shopify-access|deploy|user|admin|app)-(?:token|key|secret))["'\]]{0,2}\s{0,3}[:=,]\s{0,3}["'\x60]?)(?<secret>[A-Za-z0-9._~+/=-]{12,2000})(?![A-Za-z0-9 ]*\()`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 16) && !/^AWS4-HMAC-/.test(value),
  },
  {
    name: 'auth-token',
    category: 'secret',
    what: 'signatures of AWS and of digest authentication',
    rank: 'named',
    anchors: ['AWS4-HMAC-SHA256', 'digest username'],
    pattern: compile(
      String.raw`(?:AWS4-HMAC-SHA256\s[^\n]{0,300}?Signature=|digest\susername[^\n]{0,300}?response=")(?<secret>[0-9a-f]{32,64})`,
      'i',
    ),
  },
  {
    name: 'cookie',
    category: 'secret',
    what: 'cookies in the file of a browser or of curl',
    rank: 'named',
    // A tab, or what escapes leave of it.
    anchors: ['\tTRUE\t', 'tTRUE\\', '\tFALSE\t', 'tFALSE\\'],
    pattern: compile(
      String.raw`\t(?:TRUE|FALSE)\t/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,120}\t(?<secret>[^\s\x1b]{12,4000})`,
    ),
    accepts: ({ value }) => isRandom(value, 16),
  },
  {
    name: 'cookie',
    category: 'secret',
    what: 'short session ids of cookies',
    rank: 'named',
    anchors: ['cookie:'],
    before: 4,
    pattern: compile(
      String.raw`cookie:\s{0,3}(?:[^\n;]{1,200};\s?){0,6}(?:[a-z_.-]{0,20}sess(?:ion)?[_-]?(?:id)?|[a-z_.-]{0,12}sid)=(?<secret>[A-Za-z0-9_%.-]{10,19})(?![A-Za-z0-9_%.-])`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 10),
  },
  {
    name: 'cookie',
    category: 'secret',
    what: 'cookies with a random value (Cookie:, Set-Cookie:, curl -b)',
    rank: 'named',
    anchors: ['cookie'],
    follow: { chars: ':=', within: 16 },
    before: 6,
    after: 4100,
    pattern: compile(
      String.raw`(?<![A-Za-z0-9_.%-])(?=[A-Za-z0-9_.%-]{1,80}=[^;\s"']{16})(?<=(?<![A-Za-z])cookie["'\]]{0,2}\s{0,3}[:=]\s{0,3}["'\x60]?(?:[^\r\n"'\x60]{0,1000}?[;\s])?)[A-Za-z0-9_.%-]{1,80}=(?:s%3A|s:)?(?<secret>[^;\s"'\x60,<>\\]{16,4000})`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 16),
  },
  {
    name: 'cookie',
    category: 'secret',
    what: 'session ids among cookies (session=, sid=, connect.sid=, JSESSIONID= …)',
    rank: 'named',
    anchors: ['session', 'sid', 'sessid', 'csrf', 'xsrf', 'auth'],
    follow: { chars: '=', within: 12 },
    before: 24,
    pattern: compile(
      String.raw`(?<![A-Za-z])(?:[A-Za-z_.-]{0,20}session[_-]?(?:id|token)?|(?:connect\.|php|j|asp)?(?:sid|sess(?:ion)?id)|[a-z_-]{0,8}[cx]srf[_-]?token|auth[_-]?(?:token|session)?)=(?<secret>[A-Za-z0-9%._~+/=-]{20,2000})`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 20) && !UUID.test(value),
  },
]

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** base64 of `user:password`, and not of the example of the standard. */
function isUserAndPassword({ value }: Found): boolean {
  if (isPlaceholder(value)) return false
  try {
    return /^[\x20-\x7e]{0,100}:[\x20-\x7e]{1,200}$/.test(atob(value.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return false
  }
}
