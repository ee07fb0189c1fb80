/** Secrets whose name stands beside them in another way than `name = value`: pairs, elements, arguments, columns. */
import type { Found, Rule } from '../rule.ts'
import { QUOTED } from './assignments.ts'
import { isRandom, isTyped } from './judge-value.ts'
import { isPasswordOf, isSecretOf, type Manner, nameAt, PASSWORD_WORD, SECRET_WORD } from './secret-names.ts'
import { compile, NEXT_LINE } from './shape-rule.ts'

const NAMED = { category: 'secret', rank: 'named' } as const
const WORD = `(?:${PASSWORD_WORD}|${SECRET_WORD})`
const NAMES = ['password', 'passwd', 'pwd', 'passphrase', 'secret', 'token', 'key', 'credentials', 'salt', 'auth']
const KEY_NAME = `(?:parameter)?(?:name|key|id|variable)`
const IS = String.raw`["']?[ \t]{0,4}[:=][ \t]{0,4}["']?`

/** The same anchors and pattern under two names, since the placeholder says which of both it is. */
function bothRules(what: string, rest: Omit<Rule, 'name' | 'category' | 'rank' | 'what' | 'accepts'>): readonly Rule[] {
  return [
    { ...NAMED, ...rest, name: 'password', what: `passwords ${what}`, accepts: isPassword },
    { ...NAMED, ...rest, name: 'secret', what: `random values ${what}`, accepts: isSecret },
  ]
}

export const PAIR_RULES: readonly Rule[] = [
  ...bothRules('of pairs (name: API_TOKEN, value: …; <add key="…" value="…">)', {
    anchors: ['value'],
    follow: { chars: '=:', within: 3 },
    before: 320,
    pattern: compile(
      String.raw`value["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<=${KEY_NAME}${IS}(?<name>[A-Za-z0-9_.-]{2,64})["']?,?(?:[ \t]{0,4}|${NEXT_LINE})["']?(?:parameter)?value${IS})(?<secret>${QUOTED}|(?<!["'\x60])[^\s"'\x60,;(){}[\]<>\\\x1b]{4,600})`,
      'i',
    ),
  }),
  ...bothRules('of elements (<password>…</password>)', {
    anchors: NAMES.map(word => `${word}>`),
    before: 480,
    pattern: compile(
      String.raw`<(?:[\w-]{1,24}:)?(?<name>[\w.-]{0,48}${WORD})(?:\s[^<>]{0,120})?>\s{0,80}(?:<!\[CDATA\[)?(?<secret>[^<>\s][^<>\n\]]{2,300}?)(?:\]\]>)?\s{0,80}</`,
      'i',
    ),
  }),
  ...bothRules('of elements with a name (<string name="api_key">…)', {
    anchors: NAMES.map(word => `${word}">`),
    before: 80,
    pattern: compile(
      String.raw`(?:name|key|id)="(?<name>[\w.-]{0,64}${WORD})">\s{0,80}(?<secret>[^<>\s][^<>\n]{2,300}?)\s{0,80}</`,
      'i',
    ),
  }),
  ...bothRules('of property lists (<key>…</key><string>…)', {
    anchors: ['</key>'],
    before: 80,
    pattern: compile(
      String.raw`<key>(?<name>[\w.-]{0,64}${WORD})</key>(?:\s{0,80}|${NEXT_LINE})<string>(?<secret>[^<>\n]{4,300})</string>`,
      'i',
    ),
  }),
  ...bothRules(`as the argument behind their name (define('DB_PASSWORD', '…'), getenv("API_KEY", "…"))`, {
    anchors: [...NAMES, 'base'].flatMap(word => [`${word}',`, `${word}",`]),
    pattern: compile(
      String.raw`(?<!values\s{0,4})\(\s{0,3}["'](?<first>[\w.-]{0,64}${WORD})["'],[ \t]{0,40}(?:[bruf](?=["']))?["'](?<secret>${QUOTED})["']\s{0,3}\)`,
      'i',
    ),
  }),
  ...bothRules('given to a setter (setPassword("…"))', {
    anchors: ['password', 'passphrase', 'token', 'secret', 'apikey', 'api_key', 'accesskey'].flatMap(word => [
      `${word}("`,
      `${word}('`,
    ]),
    before: 24,
    pattern: compile(String.raw`(?<=\.|set|with|set_|with_)(?<word>${WORD})\(["'](?<secret>${QUOTED})["']\)`, 'i'),
  }),
  ...bothRules('of variables of Terraform (variable "db_password" { default = "…" })', {
    anchors: ['variable "'],
    pattern: compile(
      String.raw`variable "(?<name>[\w-]{0,64}${WORD})"\s{0,4}\{[^{}]{0,300}?default\s{0,16}=\s{0,4}"(?<secret>[^"\n]{4,300})"`,
      'i',
    ),
  }),
  ...bothRules('set by a command (setx, set -x, setenv, config set, gh secret set)', {
    anchors: [
      'setx ',
      'setenv ',
      'set -',
      'configure set ',
      'config set ',
      'git config ',
      'secret set ',
      'secrets set ',
    ],
    pattern: compile(
      String.raw`(?:setx|setenv|set\s-[A-Za-z]{1,4}|config(?:ure)?\sset|git\sconfig(?:\s--[a-z]{4,8})?|secrets?\sset)\s{1,3}["']?(?<name>[^\s"'=]{2,120})["']?\s{1,3}(?:--body[ =]|-b\s?)?["']?(?<secret>[^\s"'\x60\\\x1b]{4,600})`,
    ),
  }),
  {
    ...NAMED,
    name: 'password',
    what: "passwords in SQL (PASSWORD '…', IDENTIFIED BY '…')",
    anchors: ['password ', 'identified by', 'password(', 'identified with'],
    follow: { chars: `'"`, within: 24 },
    pattern: compile(
      String.raw`(?:password(?:\s{0,3}=)?|identified\s(?:(?:with|via)\s\S{1,40}\s(?:by|as|using)|by)|(?<=[=,]\s{0,2})(?:old_)?password\()\s{0,3}(?:password\s)?(?<=[\s(])N?["'](?<secret>${QUOTED})`,
      'i',
    ),
    accepts: ({ value }) => isPasswordOf('password', value, 'quoted'),
  },
  {
    ...NAMED,
    name: 'password',
    what: "passwords in SQL (PASSWORD '…', IDENTIFIED BY '…')",
    anchors: ['identified by '],
    pattern: compile(
      String.raw`identified by (?<=(?:user|grant|role)\s[^\n]{1,160}identified by )(?!values)(?<secret>[A-Za-z][\w$#]{4,60})(?=[\s;]|$)`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value),
  },
  ...bothRules('behind a space (storePassword "…", #define WIFI_PASSWORD "…", ENV DB_PASSWORD …)', {
    anchors: NAMES,
    follow: { chars: `"'`, within: 10 },
    pattern: compile(
      String.raw`(?<word>${WORD})[ \t]{1,40}(?:"(?=[^"\n]{4,300}"\s{0,4}(?:$|[\r\n;/#]))|'(?=[^'\n]{4,300}'\s{0,4}(?:$|[\r\n;/#])))(?<secret>${QUOTED})`,
      'im',
    ),
  }),
  ...bothRules('behind a space (storePassword "…", #define WIFI_PASSWORD "…", ENV DB_PASSWORD …)', {
    anchors: ['#define ', 'ENV ', 'ARG ', 'setenv ', 'fastcgi_param ', 'SetEnv '],
    before: 0,
    pattern: compile(
      String.raw`(?:#\s?define|ENV|ARG|fastcgi_param|SetEnv)[ \t]{1,20}(?<name>[A-Za-z0-9_.-]{0,64}${WORD})[ \t]{1,40}(?:\(?["'](?<=["'])(?=[^\n]{4,300}["'])|(?!["'(]))(?<secret>${QUOTED}|(?<!["'])[^\s"'\x60;\\]{4,300})`,
      'i',
    ),
  }),
  {
    ...NAMED,
    name: 'password',
    what: 'passwords in rows that are inserted (INSERT INTO … (name, password) VALUES …)',
    anchors: ['insert into '],
    before: 0,
    after: 1200,
    pattern: compile(String.raw`'(?<secret>[^'\n\r]{6,200})'`),
    accepts: isInserted,
  },
  {
    ...NAMED,
    name: 'secret',
    what: 'keys that are all that a client is given (Client("…"))',
    anchors: ['client("', "client('"],
    before: 0,
    pattern: compile(String.raw`client\(["'](?<secret>[A-Za-z0-9_.-]{24,200})["']`, 'i'),
    accepts: ({ value }) => isRandom(value, 24) && !/^AC[0-9a-f]{32}$/.test(value),
  },
  {
    ...NAMED,
    name: 'password',
    what: 'passwords that a board joins a network with (WiFi.begin("…", "…"))',
    anchors: ['wifi.begin(', 'softAP(', 'wlan.connect(', 'wifi.connect('],
    before: 0,
    pattern: compile(
      String.raw`(?:begin|softap|connect)\(\s{0,4}(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|\w{1,40}),\s{0,4}["'](?<secret>${QUOTED})["']`,
      'i',
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    name: 'mnemonic',
    what: 'seed phrases of wallets (12 to 24 words behind mnemonic or seed phrase)',
    anchors: ['mnemonic', 'seed phrase', 'seed_phrase', 'seedphrase', 'recovery phrase', 'recovery_phrase'],
    pattern: compile(
      String.raw`(?:mnemonic|(?:seed|recovery)[ _]?phrase)["'\]*]{0,2}(?: is)?\s{0,3}[:=]?\s{0,3}["'\x60]?(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![A-Za-z])`,
      'i',
    ),
    accepts: ({ value }) => !/\b(?:the|and|for|with|that|this|from|are|you|your|not|was|has)\b/i.test(value),
  },
]

function nameOf({ match, text }: Found): string {
  const { name, word, first } = match?.groups ?? {}
  if (first !== undefined) return first
  return name ?? (match && word ? nameAt(text, match.index, word) : '')
}

/** Only of a variable's name is it known that what stands there is no word of a page or program. */
function mannerOf({ match }: Found, name: string): Manner {
  return /^[A-Z][A-Z0-9_]*$/.test(name) && match?.groups?.first === undefined ? 'line' : 'quoted'
}

function isPassword(found: Found): boolean {
  const name = nameOf(found)
  return isPasswordOf(name, found.value, mannerOf(found, name))
}

function isSecret(found: Found): boolean {
  const name = nameOf(found)
  return isSecretOf(name, found.value, mannerOf(found, name))
}

const INSERT = /insert\s+into\s+\S+\s*\(([^()]*)\)\s*values\s*(?:\([^()]*\),\s*)*\(([^()]*)$/i

/** Whether the column of the same number is one of passwords. */
function isInserted({ value, text, start }: Found): boolean {
  const match = INSERT.exec(text.slice(Math.max(0, start - 1500), start - 1))
  if (!match) return false
  const [, columns = '', before = ''] = match
  const at = before.replace(/'[^']*'/g, '').split(',').length - 1
  const name = (columns.split(',')[at] ?? '').replace(/[\s"'`[\]]/g, '')
  return isPasswordOf(name, value, 'quoted')
}
