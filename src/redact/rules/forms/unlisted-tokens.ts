/**
 * Tokens of services that have no row in the tables: a short beginning, `_` or `-`, and a long value that was drawn at
 * random. Ids, hashes and names of files look nearly so; what tells them apart is written at each test.
 */

import { isAlphanumeric, parseHex } from '../../loose-match.ts'
import type { Found, Rule } from '../../rule.ts'
import { isPlaceholder, isRandom, isScrap } from '../judge-value.ts'
import { compile, START } from '../shape-rule.ts'

const DIGITS = '0123456789'
const SIGNS = Array.from(`${DIGITS}abcdefghijklmnopqrstuvwxyz`, next => [`_${next}`, `-${next}`]).flat()
/** A beginning is a word of its own, and no part of a name, of a property or of base64. */
const NO_WORD = `${START}(?<![_+.@$-])`

/** Parts of a beginning that say by themselves what follows. */
const SURE = ['sk', 'rk', 'pat', 'secret', 'token', 'tkn', 'tok', 'apikey', 'oat', 'oauth', 'uat', 'sat']
/** The same, but they also stand in names of code and of files. */
const LIKELY = ['api', 'key', 'live', 'test', 'prod', 'sandbox', 'auth', 'admin', 'access', 'refresh', 'svc', 'prv']

/** Beginnings of what is random and opens nothing: keys for publishing, ids, hashes, names of files, places in a list. */
const HARMLESS =
  /(?:^|[_-])(?:pk|phc|pub|public|publishable|anon|site|client|browser|rum|spa|sdk|hash|digest|sha\d{0,3}|md5|checksum|integrity|etag|rev|commit|fingerprint|cursor|page|next|prev|cache|chunk|css|style|file|files|img|image|asset|assets|bundle|vendor|index|font|blob|data|msg|message|toolu|srvtoolu|call|req|request|resp|response|run|thread|asst|chatcmpl|cmpl|batch|step|trace|span|event|evt|user|usr|org|acct|account|cus|id|ids|uuid|guid|obj|node|layer|image|container|pod|build|job|task|cs|in|ch|sub|price|prod_test|si|txn|rs|fc|ws|fp|fs|v8|svg|png|jpg|jpeg|gif|webp|woff2?|js|mjs|ts|map|html)[_-]/

const TELLING = `(?:[A-Za-z][A-Za-z0-9]{0,15}[_-]){0,3}(?:(?:${SURE.join('|')})[_-]|(?:${LIKELY.join('|')})_)(?:(?:v\\d{1,2}|[a-z]{2,8})[_-]){0,2}`
const TELLING_LEAD = new RegExp(`^${TELLING}`)

export const UNLISTED_TOKEN_RULES: readonly Rule[] = [
  {
    name: 'service-token',
    category: 'secret',
    what: 'tokens whose beginning says what they are (…_live_…, …_pat_…, sk_…, secret_…) and that no row of the tables names',
    rank: 'general',
    anchors: [...SURE.flatMap(word => [`${word}_`, `${word}-`]), ...LIKELY.map(word => `${word}_`)],
    follow: { chars: DIGITS, within: 24 },
    before: 40,
    pattern: compile(`${START}(?<![_-])${TELLING}[A-Za-z0-9_-]{20,300}(?![A-Za-z0-9_(-])`),
    accepts: isTellingToken,
  },
  {
    name: 'service-token',
    category: 'secret',
    what: 'tokens with an unknown beginning: `_` or `-`, and 32 or more letters of both cases and digits that were drawn at random',
    rank: 'general',
    anchors: SIGNS,
    near: (text, start) => wordEnd(text, start + 1) - start > 32,
    before: 40,
    after: 300,
    pattern: compile(
      `${NO_WORD}(?:[a-z][a-z0-9]{1,11}|[A-Z][A-Z0-9]{1,11})(?:[_-][a-z0-9]{1,10}){0,2}[_-][A-Za-z0-9]{32,255}(?![A-Za-z0-9_+=-]|/[A-Za-z0-9])`,
    ),
    accepts: isUnknownToken,
  },
  {
    name: 'service-token',
    category: 'secret',
    what: 'tokens of Mailgun, fal, ngrok, Beamer and older HashiCorp Vaults, by their lengths',
    rank: 'shape',
    anchors: [...SIGNS, 's.', 'b.'],
    near: (text, start, end) =>
      wordEnd(text, text[start + 1] === '.' ? end : start + 1) - start > 20 || isBehindHex(text, start),
    before: 36,
    after: 80,
    pattern: compile(
      `${START}(?<![_.-])(?:[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}:[0-9a-f]{32}|[123][A-Za-z0-9]{26}_[1-9A-Za-z][A-Za-z0-9]{20}|b_[A-Za-z0-9_-]{44}|[sb]\\.[A-Za-z0-9]{24}(?:\\.[A-Za-z0-9]{5})?)(?![A-Za-z0-9_(-]|\\.[A-Za-z0-9])`,
    ),
    accepts: ({ value }) =>
      /^(?:[0-9a-f]{32}|[0-9a-f]{8})-/.test(value) || (isScrap(value.slice(2)) && isRandom(value.slice(2), 20)),
  },
  {
    name: 'service-token',
    category: 'secret',
    what: 'tokens of Sanity (sk…), by their length',
    rank: 'shape',
    anchors: ['sk'],
    follow: { chars: DIGITS, within: 16 },
    before: 0,
    pattern: compile(`${START}(?<![_+/=-])sk[A-Za-z0-9]{120,200}(?![A-Za-z0-9+/=])`),
    accepts: ({ value }) => isScrap(value) && isRandom(value, 100),
  },
]

/** Where the letters and digits from `at` on end. */
function wordEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && isAlphanumeric(text.charCodeAt(end))) end++
  return end
}

/** Eight hexadecimal digits stand before a hyphen. */
function isBehindHex(text: string, at: number): boolean {
  return text[at] === '-' && at >= 8 && parseHex(text, at - 8, 4) >= 0 && parseHex(text, at - 4, 4) >= 0
}

function isTellingToken({ value }: Found): boolean {
  const lead = TELLING_LEAD.exec(value)?.[0] ?? ''
  const body = value.slice(lead.length)
  if (HARMLESS.test(lead) || body.length < 20 || isPlaceholder(body)) return false
  if (/^[0-9a-f]+$/.test(body)) {
    return body.length >= 32 && (hasSurePart(lead) || /_(?:api|live|test)_$/.test(lead)) && isRandom(body, 32)
  }
  if (!/[-_]/.test(body) && !/[A-Z]/.test(body)) return body.length >= 24 && !isSortedId(body) && isDense(body)
  return hasLongPiece(body) && isRandom(body, 20) && !isText(body)
}

function isUnknownToken({ value }: Found): boolean {
  const body = value.slice(Math.max(value.lastIndexOf('_'), value.lastIndexOf('-')) + 1)
  const lead = value.slice(0, -body.length)
  if (HARMLESS.test(lead) || !isScrap(body) || !isRandom(body, 32) || isText(body)) return false
  // 32 or 64 bytes as base64 for addresses: a hash, or a public key.
  return value.length !== 43 && value.length !== 86
}

function hasSurePart(lead: string): boolean {
  return lead.split(/[_-]/).some(part => SURE.includes(part))
}

/** Time and chance in 26 letters, as ids are made that sort by their age. */
function isSortedId(value: string): boolean {
  return /^0[0-7][0-9a-z]{24}$/.test(value)
}

/** Digits all over it, as in what is drawn from digits and small letters. */
function isDense(value: string): boolean {
  return /^(?!.*[a-z]{9})/.test(value) && value.replace(/\D/g, '').length >= value.length / 8 && isRandom(value, 24)
}

/** Hardly any signs between long pieces: a name in code has many short ones. */
function hasLongPiece(value: string): boolean {
  const pieces = value.split(/[_-]+/)
  return pieces.length <= 2 + value.length / 10 && pieces.some(piece => piece.length >= 12 && isScrap(piece))
}

/** The base64 of what can be read, such as the place in a list that an API gives. */
function isText(value: string): boolean {
  const head = value.replaceAll('-', '+').replaceAll('_', '/').slice(0, 64)
  try {
    return /^[\t\n\r\x20-\x7e]+$/.test(atob(head.slice(0, head.length - (head.length % 4))))
  } catch {
    return false
  }
}
