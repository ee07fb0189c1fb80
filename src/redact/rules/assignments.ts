/** Secrets by the name they are assigned to: `.env` files, JSON, YAML, TOML, code. */
import type { Found, Rule } from '../rule.ts'
import { isRandom } from './judge-value.ts'
import { isChosenWord, isPlainChosenWord } from './judge-word.ts'
import {
  isPasswordOf,
  isSecretOf,
  type Manner,
  nameAt,
  PASSWORD_NAME,
  PASSWORD_WORD,
  SECRET_NAME,
  SECRET_WORD,
} from './secret-names.ts'
import { compile, NEXT_LINE } from './shape-rule.ts'

/** Behind a name: what closes its quotes, index, call or bold letters. */
const CLOSE = String.raw`(?:\[\d{0,4}\])?["'\]\x60*)]{0,3}`
const TYPE = String.raw`:\s{0,2}&?(?:'[a-z]{1,10}\s)?[A-Za-z][A-Za-z.]{1,24}\??\s{0,2}(?==)|\sstring\s(?==)`
const SIGN = String.raw`[ \t]{0,120}(?:${TYPE})?(?<sign>:=|:-|=>|\?\?=|\?=|[:=])\*{0,2}`
/** The value of YAML may begin on the next line, behind `|` or `>-`. */
const BLOCK = String.raw`(?<=:|:[ \t]{1,8})(?<block>[|>][0-9+-]{0,2}|)${NEXT_LINE}`
/** A constructor around the value: `Some("…")`, `SecretString("…")`. */
const WRAPPER = String.raw`(?<wrapper>(?:new\s)?[A-Za-z_][A-Za-z_.:]{0,40}\((?=[bruf]{0,2}["'\x60]))?`
/** In quotes, or bare up to where a bare value ends. A call or an index behind a bare word makes it an expression. */
export const QUOTED = String.raw`(?<=")[^"\n\r\x1b]{4,600}(?=")|(?<=')[^'\n\r\x1b]{4,600}(?=')|(?<=\x60)[^\x60\n\r\x1b]{4,600}(?=\x60)`
const BARE = String.raw`(?<!["'\x60])[^\s"'\x60,;(){}[\]<>|\\\x1b]{4,600}(?=$|[\s"'\x60,;)}\]<|\\\x1b])`
const TEXT = String.raw`(?:(?:[bruf]{1,2}|N)(?=["'\x60]))?["'\x60]?(?<secret>${QUOTED}|${BARE})`

function assigned(word: string): RegExp {
  return compile(`(?<word>${word})${CLOSE}${SIGN}[ \\t]{0,120}(?:${BLOCK})?${WRAPPER}${TEXT}`, 'i')
}

const PASSWORD = { name: 'password', category: 'secret', rank: 'general' } as const
const SECRET = { name: 'secret', category: 'secret', rank: 'general' } as const
const SPACES = ['    ', '\t\t', '\t=', '\t:']

export const ASSIGNMENT_RULES: readonly Rule[] = [
  {
    ...PASSWORD,
    what: 'values of names that end in password, passwd, pass, pwd or passphrase, with a number or stage behind it or not (DB_PASSWORD_PROD)',
    anchors: ['pass', 'pwd', 'pswd', 'kennwort'],
    follow: { chars: '=:', within: 16 },
    before: 64,
    pattern: assigned(PASSWORD_WORD),
    accepts: isPassword,
    fields: PASSWORD_NAME,
  },
  {
    ...SECRET,
    what: 'random values of names that end in secret, token, key, auth or credential, with a number or stage behind it or not (API_KEY1, SECRET_KEY_BASE)',
    anchors: ['secret', 'token', 'key', 'auth', 'credential', 'bearer', 'salt', 'psk', 'pepper'],
    follow: { chars: '=:', within: 16 },
    before: 64,
    pattern: assigned(SECRET_WORD),
    accepts: isSecret,
    fields: SECRET_NAME,
  },
  {
    ...SECRET,
    what: 'keys of a block about encryption (encrypt = "…", crypt: { key: … })',
    anchors: ['encrypt', 'crypt', 'cipher', 'hmac', 'signing', 'tsig'],
    before: 24,
    after: 200,
    pattern: compile(
      String.raw`(?:(?<=(?:crypt(?:ion)?|cipher|hmac[\w-]{0,8}|signing|tsig)["']?\s{0,4}(?:=>|[:=])?\s{0,4}[[{(]?[^[\]{}()=]{0,60}["'\s{[.])key["']?|(?<![A-Za-z-])encrypt["']?(?=\s{0,4}[:=]\s{0,4}["'][A-Za-z0-9+/]{22,128}=))[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}${TEXT}`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value.replace(/^[a-z0-9]{3,8}:/, ''), 24),
  },
  {
    ...PASSWORD,
    what: 'the same in columns (password        = …)',
    anchors: [
      'password_confirm',
      'passwordconfirm',
      ...['password', 'passwd', 'pass', 'passphrase'].flatMap(word => SPACES.map(space => word + space)),
    ],
    follow: { chars: '=:', within: 120 },
    before: 64,
    pattern: assigned(PASSWORD_WORD),
    accepts: isPassword,
  },
  {
    ...SECRET,
    what: 'the same in columns (api_token       = …)',
    anchors: ['secret', 'token', 'key', 'credentials'].flatMap(word => SPACES.map(space => word + space)),
    follow: { chars: '=:', within: 120 },
    before: 64,
    pattern: assigned(SECRET_WORD),
    accepts: isSecret,
  },
  {
    ...SECRET,
    what: 'personal access tokens by name (GITHUB_PAT, DEVOPS_EXT_PAT)',
    anchors: ['_pat', 'extpat', 'hubpat', 'labpat', 'opspat', 'azurepat', 'ghpat'],
    follow: { chars: '=:', within: 6 },
    before: 64,
    pattern: assigned('pat'),
    accepts: isSecret,
    fields: /(?:_pat|_PAT|[a-z]Pat)$/,
  },
  {
    ...SECRET,
    what: 'secrets given in case a variable is not set (`ENV.API_KEY || "…"`)',
    anchors: ['key', 'token', 'secret', 'password'].flatMap(word => [
      `${word} ||`,
      `${word} ??`,
      `${word}') or `,
      `${word}") or `,
      `${word}'] || `,
      `${word}"] || `,
    ]),
    before: 64,
    pattern: compile(
      String.raw`(?<word>${SECRET_WORD}|${PASSWORD_WORD})${CLOSE}\s{1,3}(?:\|\||\?\?|or)\s{1,3}(?<sign>)["'\x60](?<secret>${QUOTED})`,
      'i',
    ),
    accepts: found => isSecret(found) || isPassword(found),
  },
]

function isPassword(found: Found): boolean {
  const { value, match, field } = found
  if (!match) return isPasswordOf(field ?? '', value, 'quoted')
  const wrapper = match.groups?.wrapper
  if (wrapper && !/^(?:some|just|.*secret\w*|.*password|string::from|new\s\w+)\($/i.test(wrapper)) return false
  const manner = mannerOf(found)
  return isPasswordOf(nameOf(found), value, manner) || (manner !== 'bare' && isOfLogin(found, manner))
}

function isSecret(found: Found): boolean {
  const { value, match, field } = found
  return match ? isSecretOf(nameOf(found), value, mannerOf(found)) : isSecretOf(field ?? '', value, 'quoted')
}

/** `pass` is a password beside a user, a host or a network. */
function isOfLogin({ value, text, start, end, match }: Found, manner: Manner): boolean {
  if (!/^(?:pass|pwd)$/i.test(match?.groups?.word ?? '')) return false
  if (!(manner === 'alone' ? isPlainChosenWord(value, 6) : isChosenWord(value, 6))) return false
  return /(?:user|login|auth|host|mail|account|ssid)\w{0,8}["']?\s{0,3}[:=]/i.test(
    text.slice(Math.max(0, start - 160), end + 80),
  )
}

function nameOf({ text, match }: Found): string {
  return match ? nameAt(text, match.index, match.groups?.word ?? '') : ''
}

function mannerOf(found: Found): Manner {
  const { match, text, start, end } = found
  const isQuoted = /["'`]/.test(text.charAt(start - 1)) && text.charAt(start - 1) === text.charAt(end)
  const name = nameOf(found)
  const { sign, block } = match?.groups ?? {}
  const isTight = sign === '=' && match?.[0].charAt(match.groups?.word?.length ?? 0) === '='
  if (/^[A-Z][A-Z0-9_]*$/.test(name)) {
    if (isTight) return 'line'
    if (!isQuoted && sign === ':' && isWholeLine(found, name) && /^[a-z]{8,}$|\d/.test(found.value)) return 'line'
  }
  const isWhole = isWholeLine(found, name)
  if (!isQuoted && sign === '=' && /^[a-z]+(?:\.[a-z-]+){2,}$/.test(name) && isWhole) return 'line'
  if (isTight && (isDefinition(found, name) || (!isQuoted && isWhole && /^[\w.-]+$/.test(name)))) return 'line'
  // Only alone on its line a word under its name is a value of YAML, and none of the text that begins there.
  if (isQuoted || (block && isWhole)) return 'quoted'
  if (!isWhole || block !== undefined) return 'bare'
  return isAmongCode(text, match?.index ?? start, end) ? 'alone' : 'setting'
}

const CODE =
  /[;(]\s*(?:$|[\r\n])|[)=:>]\s*\{\s*(?:$|[\r\n])|=>|[:)]\s?(?:Optional|Maybe|[a-z]{3,6}\.)?\[?(?:string|number|boolean|str|int|bool|float|any|unknown|object|uuid|date|String|Int|Integer|Boolean|Bool|Float|Date|DateTime|Long|UUID|ID|Text)\b|\b(?:interface|type|class|struct|export|import|const|let|var|val|func|function|def|fn|return|enum|public|private)\s/m

/** Whether a line beside it is one of a program, where the word behind a name may be a type. */
function isAmongCode(text: string, start: number, end: number): boolean {
  const before = text
    .slice(Math.max(0, start - 240), start)
    .split('\n')
    .slice(-4)
  const after = text
    .slice(end, end + 200)
    .split('\n')
    .slice(0, 4)
  return CODE.test([...before, ...after].join('\n'))
}

/** `NAME: value` alone on its line, as in YAML and properties: not an object or a call in code. */
function isWholeLine({ text, end, match }: Found, name: string): boolean {
  if (!match || !/^[ \t]*(?:#.*)?(?:$|[\r\n\x1b│]|"[ \t]*(?:[,}\])]|$|[\r\n]))/.test(text.slice(end, end + 40)))
    return false
  const at = match.index + (match.groups?.word?.length ?? 0) - name.length
  return /(?:^|[\n\r]|[:,[{(] ?")(?:[\w./-]+:\d+:|\x1b\[[0-9;]*m)?[^A-Za-z\n\r]*$/.test(
    text.slice(Math.max(0, at - 60), at),
  )
}

const DEFINITION =
  /(?:^|[\s"])(?:-[DPpeFd]\s?["']?|\/p:|--?[a-z]{3,12}(?:-[a-z]{3,12}){0,3}[ =]|(?:--extra-vars|kv put|config:set|config set|variables set|secrets set)\s[^\n]{0,120}[\s"'])["']?$/

/** One that a command sets: `-Ddb.password=…`, `--from-literal=password=…`, `--set db.password=…`. */
function isDefinition({ text, match }: Found, name: string): boolean {
  if (/^-[DPX]|^ansible_/.test(name)) return true
  const at = (match?.index ?? 0) + (match?.groups?.word?.length ?? 0) - name.length
  return DEFINITION.test(text.slice(Math.max(0, at - 160), at))
}
