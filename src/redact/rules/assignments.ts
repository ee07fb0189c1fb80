/**
 * Secrets by their names: `.env` files, JSON, YAML, TOML, code. A name alone decides nothing; the value must be a text,
 * not an expression, and for anything but a password it must have been drawn at random.
 */
import type { Found, Rule } from '../rule.ts'
import { isCodeName, isDefaultPassword, isMixed, isPlaceholder, isRandom, isReference } from './judge-value.ts'
import { compile } from './shape-rule.ts'

const NAME_START = `(?<![A-Za-z0-9])`
const ASSIGN = String.raw`["'\]\x60]{0,2}\s{0,8}(?::=|=>|\?\?=|\?=|[:=])\s{0,8}(?:[brf](?=["']))?`
/** In quotes, or bare up to where a bare value ends. A call or an index behind a bare word makes it an expression. */
const TEXT = String.raw`["'\x60]?(?<secret>(?<=["'\x60])[^\s"'\x60]{4,600}(?=["'\x60])|(?<!["'\x60])[^\s"'\x60,;(){}[\]<>|\\]{4,600}(?=$|[\s"'\x60,;)}\]<|\\]))`

export const PASSWORD_NAME = /pass(?:word|wd|phrase|code)?$|pwd$|passwort$/i
const SECRET_NAME =
  /(?:secrets?|credentials?|tokens?|(?:api|access|secret|private|priv|encryption|encrypt|signing|sign|auth|client|service|role|service_role|admin|app|application|account|shared|master|session|storage|subscription|deploy|write|read|server|webhook|hmac|jwt|crypto|cipher|cookie|consumer|function|functions|license|openai|anthropic|project|root|user|host|ingest|integration|search|maps|seed|wallet|rsa|ssh|pem|dsn|sdk)[_.-]?keys?|apikey|_key|(?<![a-z])auth|authtoken|bearer|seed_?phrase|mnemonic)$/i
/** Names of things that are random, end alike and give nobody access. */
const HARMLESS_NAME =
  /(?:^|_)(?:page|next|prev|previous|continuation|cursor|sync|cancel|cancellation|design|syntax|max|min|num|count|total|pad|eos|bos|unk|mask|stop|special|input|output|public|pub|primary|foreign|cache|sort|partition|idempotency|dedupe|react|query|hot|short|i18n|translation|map|object|s3|file|row|group|index|unique|known|lookup|bucket)_?(?:tokens?|keys?)$/

export const ASSIGNMENT_RULES: readonly Rule[] = [
  {
    name: 'password',
    category: 'secret',
    what: 'values of names that end in password, passwd, pass, pwd or passphrase',
    rank: 'general',
    anchors: ['pass', 'pwd'],
    follow: { chars: '=:', within: 16 },
    before: 48,
    pattern: compile(
      `${NAME_START}(?<name>[A-Za-z0-9_.-]{0,48}?(?:pass(?:word|wd|phrase|code|wort)?|pwd))${ASSIGN}${TEXT}`,
      'i',
    ),
    accepts: isPassword,
    fields: PASSWORD_NAME,
  },
  {
    name: 'secret',
    category: 'secret',
    what: 'random values of names that end in secret, token, key, auth or credential',
    rank: 'general',
    anchors: ['secret', 'token', 'key', 'auth', 'credential', 'bearer'],
    follow: { chars: '=:', within: 16 },
    before: 64,
    pattern: compile(
      `${NAME_START}(?<name>[A-Za-z0-9_.-]{0,64}?(?:secrets?|credentials?|tokens?|keys?|auth|bearer))${ASSIGN}${TEXT}`,
      'i',
    ),
    accepts: isNamedSecret,
    fields: SECRET_NAME,
  },
]

function isPassword(found: Found): boolean {
  const { value, match } = found
  if (isPlaceholder(value) || isDefaultPassword(value) || isReference(value) || /\s/.test(value)) return false
  if (!match) return value.length >= 6 && isMixed(value)
  const name = match.groups?.name ?? ''
  if (!PASSWORD_NAME.test(name) || /(?:by|com|tres|over|under|sur|en)pass$/i.test(name)) return false
  if (isVariableLine(found, name)) return value.length >= 6 && (isMixed(value) || !isWord(value))
  if (/^pass$/i.test(name) && /[^\x20-\x7e]/.test(value)) return false
  if (isQuoted(found)) return value.length >= 6 && isMixed(value) && !isCamel(value)
  // `--- PASS: TestName/7_items` is the report of a test.
  if (/^pass$/i.test(name)) return false
  return value.length >= 8 && /\d/.test(value) && isMixed(value) && !isExpression(value)
}

function isNamedSecret(found: Found): boolean {
  const { value, match, field } = found
  const name = match ? (match.groups?.name ?? '') : (field ?? '')
  if (!SECRET_NAME.test(name) || HARMLESS_NAME.test(snakeCase(name)) || isReference(value)) return false
  if (value.includes('://') || HASH.test(value)) return false
  return isRandom(value, isVariableLine(found, name) || isQuoted(found) || !match ? 16 : 20)
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toLowerCase()
}

const HASH = /^(?:sha\d{1,3}|md5)[-:]/i

/** `NAME=value` as in a shell or an `.env` file: what stands there is a text, even without quotes. */
function isVariableLine({ match }: Found, name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name) && match !== undefined && match[0].charAt(name.length) === '='
}

function isQuoted({ text, start, end }: Found): boolean {
  return /["'`]/.test(text.charAt(start - 1)) && /["'`]/.test(text.charAt(end))
}

/** Letters of one case only: a word, or a password that cannot be told from one. */
function isWord(value: string): boolean {
  return /^[A-Z]?[a-z]{1,7}$|^[A-Z]{1,7}$/.test(value)
}

/** `camelCase` without a digit or sign: a name or a key of a translation. */
function isCamel(value: string): boolean {
  return isCodeName(value) && !/\d{2}/.test(value) && !/\d.*[A-Za-z]/.test(value)
}

function isExpression(value: string): boolean {
  return isCodeName(value) && (value.includes('.') || !/\d{2,}|\d[A-Za-z]+\d/.test(value))
}
