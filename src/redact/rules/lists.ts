/** Secrets whose name stands further away: at the head of a list, of a column, or of a whole file. */
import type { Found, Rule } from '../rule.ts'
import { QUOTED } from './assignments.ts'
import { isDefaultPassword, isPlaceholder, isRandom, isReference } from './judge-value.ts'
import { isChosenWord, isKnownWord } from './judge-word.ts'
import { isPasswordOf, isSecretOf, PASSWORD_WORD, SECRET_WORD } from './secret-names.ts'
import { compile } from './shape-rule.ts'

const NAMED = { category: 'secret', rank: 'named' } as const
const OPENINGS = [
  'keys_b64',
  'keys_hex',
  'passwords',
  'passwd',
  'passphrases',
  'password',
  'secrets',
  'secret',
  'tokens',
  'token',
  'keys',
  'key',
  'credentials',
  'oauth',
  'bearer',
]
const SIGNS = [
  ': [',
  ':[',
  '": [',
  '":[',
  ' = [',
  '=[',
  "' => [",
  '=(',
  ' = {',
  '[] = {',
  ': {',
  '": {',
  '":{',
  "' => {",
  ' = (',
]
const ARRAYS = 'elements of lists with such a name (apiKeys: […], tokens = […], a list of YAML)'
const COLUMNS = 'columns of CSV files with such a head (User name,Password,Access key ID,…)'
const MAX_LIST = 1500
const MAX_ROWS = 4000

export const LIST_RULES: readonly Rule[] = [
  {
    ...NAMED,
    name: 'secret',
    what: ARRAYS,
    anchors: OPENINGS.flatMap(word => SIGNS.map(sign => word + sign)),
    before: 0,
    after: MAX_LIST,
    pattern: compile(
      String.raw`["'\x60]?(?<secret>(?![\w"'-]{1,40}\s?[:=]\s?\[)(?:${QUOTED})|(?<=[([\s,])[^\s"'\x60(){}[\],;]{8,200}(?=[\s)\],]))`,
    ),
    accepts: isElement,
  },
  {
    ...NAMED,
    name: 'secret',
    what: ARRAYS,
    anchors: OPENINGS.map(word => `${word}:`),
    follow: { chars: '\r\n\\', within: 2 },
    before: 0,
    after: MAX_LIST,
    pattern: compile(
      String.raw`(?<=[\n\r][^\w\n]{0,40}- )["']?(?<secret>(?<=")[^"\n]{5,300}(?=")|(?<=')[^'\n]{5,300}(?=')|(?<!["'])[^\s"'#{}[\]:]{6,300}(?=[ \t]*(?:$|[\r\n])))`,
    ),
    accepts: isItem,
  },
  {
    ...NAMED,
    name: 'secret',
    what: COLUMNS,
    anchors: [
      'password',
      'passwd',
      'secret',
      'access key',
      'token',
      'api key',
      'api_key',
      'apikey',
      'private key',
      'passphrase',
      'passwort',
      'kennwort',
      'mot de passe',
      'contraseña',
      'senha',
    ],
    follow: { chars: ',;\t\n\r\\', within: 3 },
    before: 200,
    after: MAX_ROWS,
    pattern: compile(
      String.raw`(?<=[,;\t\n"])(?<secret>[^\s"',;|<>(){}[\]][^",;\t\r\n]{4,300}?)(?=["']?(?:[,;\t\r\n]|"[,}\s]|$))`,
    ),
    accepts: isInColumn,
  },
  {
    ...NAMED,
    name: 'secret',
    what: 'values of a Secret of Kubernetes, under any key',
    anchors: ['kind: Secret', '"kind": "Secret"', '"kind":"Secret"'],
    before: 3000,
    after: 3000,
    pattern: compile(
      String.raw`(?<=[\n{,][ \t]{0,90})["']?(?<key>[\w.-]{1,90})["']?:[ \t]?["']?(?<secret>[^\s"'{}[\]|>,][^\s"'\x60,{}\x1b]{3,6000})["']?(?=[ \t]*(?:$|[\r\n,}]))`,
    ),
    accepts: isKubernetesValue,
  },
  {
    ...NAMED,
    name: 'password',
    what: 'passwords among the fields of a form (user=…&password=…)',
    anchors: ['password=', 'passwd=', 'pass=', 'pwd=', 'pin=', 'passphrase='],
    before: 60,
    pattern: compile(
      String.raw`(?<![A-Za-z])[a-z_-]{0,24}?(?:pass(?:word|wd|phrase)?|pwd|pw)\d?(?:%5D|\])?=(?<secret>[^\s&"'\x60<>#\\;,)]{4,200})(?:(?=&[A-Za-z_[\]%]{1,40}=)|(?<=[?&"'][a-z_-]{0,30}\]?=[^\s&"']{4,200})(?=["'&\s]|$))`,
      'i',
    ),
    accepts: ({ value }) => isFormValue(value),
  },
  {
    ...NAMED,
    name: 'password',
    what: 'passwords among the options of a mount or a device (username=…,password=…)',
    anchors: [',password=', ',pass=', ',passwd=', ',secret='],
    before: 60,
    pattern: compile(String.raw`(?<=\w=[^\s,=]{1,60}),(?:pass(?:word|wd)?|secret)=(?<secret>[^\s"',)\]}]{4,200})`),
    accepts: ({ value }) => isFormValue(value) && !isKnownWord(value),
  },
]

function isFormValue(value: string): boolean {
  if (isPlaceholder(value) || isDefaultPassword(value) || isReference(value) || /^[${%<@]/.test(value)) return false
  if (/^\d+$/.test(value)) return value.length >= 6
  return !/^[\p{L}_.-]+$/u.test(value) || isChosenWord(value, 5)
}

/** Inside of the bracket that stands behind the name. */
function isElement({ value, text, start }: Found): boolean {
  const before = text.slice(Math.max(0, start - MAX_LIST), start)
  const open = Math.max(before.lastIndexOf('['), before.lastIndexOf('('), before.lastIndexOf('{'))
  const inside = before.slice(open + 1)
  // Under the name of a host or account, as in `"github-oauth": {"github.com": "…"}`.
  if (open >= 0 && before[open] === '{' && isOfAccounts(before.slice(Math.max(0, open - 100), open), inside))
    return isRandom(value, 16)
  if (open < 0 || /[\])}]|["']\s?:|=>/.test(inside)) return false
  const head = /([\w.-]{2,64})["'\]]{0,3}(?:\s?\[\])?\s{0,3}(?::|=>?)\s{0,3}$/.exec(
    before.slice(Math.max(0, open - 100), open),
  )
  const name = head?.[1]
  if (name === undefined) return false
  if (/token/i.test(name) && !isRandom(value, 16)) return false
  if (/(?:unseal|recovery)_?keys/i.test(name)) return isRandom(value, 16)
  return isPasswordOf(name.replace(/s$/i, ''), value, 'quoted') || isSecretOf(name, value, 'quoted')
}

function isOfAccounts(head: string, inside: string): boolean {
  return (
    /(?:oauth|bearer|tokens?|api[_-]?keys?|secrets|credentials|passwords)["']?\s{0,3}[:=]>?\s{0,3}$/i.test(head) &&
    /(?:^|,)\s*["']?[\w:-]{1,60}[./@][\w.:/@-]{1,80}["']?\s{0,3}[:=]>?\s{0,3}["']$/.test(inside) &&
    !/(?:id|name|type|url|endpoint|public|hash|digest)["']?\s{0,3}[:=]>?\s{0,3}["']$/i.test(inside)
  )
}

/** An item of a list of YAML right below the name. */
function isItem({ value, text, start }: Found): boolean {
  const lines = text.slice(Math.max(0, start - MAX_LIST), start).split('\n')
  lines.pop()
  let line = lines.pop() ?? ''
  while (/^[^\w]*- /.test(line)) line = lines.pop() ?? ''
  const name = /([\w.-]{2,64})["']?:\s*$/.exec(line)?.[1]
  if (name === undefined) return false
  return isPasswordOf(name.replace(/s$/i, ''), value, 'alone') || isSecretOf(name, value, 'quoted')
}

const PASSWORD_HEAD = new RegExp(`(?:^|[\\w -])(?:${PASSWORD_WORD}|passwort|mot de passe|contraseña|senha)$`, 'i')
const SECRET_HEAD = new RegExp(`(?:^|[\\w -])(?:${SECRET_WORD})$`, 'i')

const HEAD_WORD = /pass|secret|token|key|kennwort|contrase|senha/i
const SIGNS_OF_COLUMNS = [',', ';', '\t', '|']

interface HeadLine {
  /** Where the line ends. */
  readonly end: number
  readonly text: string
}

let lastSearched = ''
let lastHeads: readonly HeadLine[] = []

/** Lines that may be heads. Many values of one text are judged one after the other: its lines are looked at once. */
function listHeads(text: string): readonly HeadLine[] {
  if (text === lastSearched) return lastHeads
  lastSearched = text
  const heads: HeadLine[] = []
  for (let start = 0; start < text.length; ) {
    const stop = text.indexOf('\n', start)
    const end = stop < 0 ? text.length : stop
    const line = end - start > 700 ? '' : text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    if (HEAD_WORD.test(line) && SIGNS_OF_COLUMNS.some(sign => line.includes(sign))) {
      heads.push({ end, text: lineInJson(line) })
    }
    start = end + 1
  }
  lastHeads = heads
  return heads
}

/** Below a head of the same number. */
function isInColumn({ value, text, start }: Found): boolean {
  const heads = listHeads(text).filter(({ end }) => end < start && end > start - MAX_ROWS)
  if (heads.length === 0 || /\s/.test(value) || isPlaceholder(value)) return false
  const isPassword = isPasswordCell(value)
  const isKey = isRandom(value, 12)
  if (!isPassword && !isKey) return false
  const row = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  for (const sign of SIGNS_OF_COLUMNS) {
    const at = row.split(sign).length - 1
    const head = heads.find(line => isHead(line.text, sign, at))?.text
    if (head === undefined) continue
    const cells = head.split(sign).map(cell => cell.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
    const name = cells[at] ?? ''
    if (PASSWORD_HEAD.test(name)) return isPassword
    return SECRET_HEAD.test(name) && !/public|primary|foreign/i.test(name) && isKey
  }
  return false
}

/** A text in JSON begins behind the name of its field. */
function lineInJson(line: string): string {
  return line.includes('":') ? line.replace(/^[^\n]{0,200}":[ ]?"(?=[\p{L}"'\\])/u, '') : line
}

/** Words with signs between and nothing else. */
function isHead(line: string, sign: string, at: number): boolean {
  if (line.length > 400) return false
  const cells = line.split(sign)
  return (
    cells.length > 1 &&
    at < cells.length &&
    cells.every(cell => /^[^\p{L}]{0,4}[\p{L}][\p{L}\d _()./?#-]{0,40}["'\s+>|-]{0,4}$/u.test(cell)) &&
    cells.some(cell => HEAD_WORD.test(cell)) &&
    !/ (?:the|is|and|or|of|a|to) /.test(line)
  )
}

function isPasswordCell(value: string): boolean {
  return (
    isPasswordOf('password', value, 'quoted') || (/\d|[^\w]/.test(value) && isPasswordOf('password', value, 'line'))
  )
}

/** Below `data` or `stringData`, in YAML or JSON, of this object and no other. */
function isKubernetesValue({ value, text, start, match }: Found): boolean {
  if (
    isPlaceholder(value) ||
    /user(?:name)?$|host|port$|database|\.crt$|namespace|^ca\b|type$/i.test(match?.groups?.key ?? '')
  )
    return false
  const before = text.slice(Math.max(0, start - 3000), start)
  let data = -1
  for (const head of before.matchAll(/(?<=[\n{,][^\w\n]{0,12})(?:data|stringData)["']?:/g)) data = head.index
  if (data < 0) return false
  const between = before.slice(data)
  if (/\n---|\n["'\w][\w.-]*:|\n\S*→[\w]|\}/.test(between)) return false
  const isText = between.startsWith('stringData')
  const after = text.slice(start, start + 3000).split('\n---', 1)[0] ?? ''
  const own = before.slice(Math.max(0, before.lastIndexOf('\n---'))) + after
  if (!/kind["']?:\s?["']?Secret\b/.test(own)) return false
  if (isText)
    return !isDefaultPassword(value) && !(/^[\p{L}_-]+$/u.test(value) && (value.length < 5 || isKnownWord(value)))
  return /^[A-Za-z0-9+/]{4,}={0,2}$/.test(value) && value.length % 4 === 0
}
