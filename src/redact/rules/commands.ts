/** Secrets in command lines and in the files of command line tools. */
import type { Found, Rule } from '../rule.ts'
import { isDefaultPassword, isPlaceholder, isRandom, isTyped } from './judge-value.ts'
import { isChosenWord, isPlainChosenWord } from './judge-word.ts'
import { compile, NEXT_LINE } from './shape-rule.ts'

export const COMMAND_RULES: readonly Rule[] = [
  {
    name: 'password',
    category: 'secret',
    what: 'passwords after a flag (--password …, sshpass -p …, mysql -p…)',
    rank: 'named',
    anchors: [
      '-password',
      '-pass',
      '_pass',
      'sshpass',
      'mysql',
      'mariadb',
      ...['db', 'user', 'admin', 'root', 'store', 'key', 'http', 'ftp'].map(word => `-${word}pass`),
    ],
    pattern: compile(
      String.raw`(?:(?<![A-Za-z0-9-])--?[A-Za-z0-9_-]{0,32}?(?<!by|com|tres|sur|under|over)[Pp]ass(?:word|phrase|wd|code)?(?:=|\s{1,3}|:(?=\S))["']?|sshpass\s{1,3}(?:-v\s)?-p\s{0,2}["']?|(?:mysql|mysqldump|mysqladmin|mysqlimport|mysqlpump|mariadb|mariadb-dump|mydumper|mysqlsh|xtrabackup)\s[^\n\r|;&]{0,120}?(?<=\s)-p["']?)(?<secret>(?<=")[^"\n$]{4,200}(?=")|(?<=')[^'\n]{4,200}(?=')|(?<!["'])[^\s"'\x60\\|;&<>\x1b]{4,200})`,
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    name: 'secret',
    category: 'secret',
    what: 'tokens, keys and cookies after a flag (--token …, --api-key …, -secret …, -setcookie …)',
    rank: 'named',
    anchors: ['token', 'key', 'secret', 'cookie', '-psk', '-seed', '-salt'],
    follow: { chars: '= ', within: 2 },
    before: 20,
    pattern: compile(
      String.raw`(?<![A-Za-z0-9-])--?(?:[a-z]{2,12}[-_]){0,3}(?:(?:auth|access|bearer|id|refresh)?token|api-?key|(?:access|secret|auth|license|private|encryption|master)?-?key|(?:client)?-?secret|(?:set|erl)?cookie|psk|seed|salt)(?:=|\s{1,3})["']?(?<secret>[A-Za-z0-9._~+/=-]{12,2000})`,
    ),
    accepts: ({ value }) => isRandom(value, 16) || /^(?=.*[A-Z].*[A-Z])[A-Z]{20}$/.test(value),
  },
  {
    name: 'password',
    category: 'secret',
    what: 'user and password for curl, wget and HTTPie (-u user:password)',
    rank: 'named',
    anchors: ['-u', '--user', '--proxy-user', '-a ', '--auth'],
    follow: { chars: ':', within: 90 },
    before: 200,
    pattern: compile(
      String.raw`(?:curl|http|https|wget|xh)\s[^\n\r]{0,300}?(?<=\s)(?:-u|--user|--proxy-user|-a|--auth)(?:=|\s{0,3})["']?[^\s:"'$]{1,80}:(?<secret>[^\s"'\x60\\\x1b]{3,200})`,
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    name: 'secret',
    category: 'secret',
    what: 'tokens in place of a user for curl (-u token:)',
    rank: 'named',
    anchors: ['-u ', '--user '],
    follow: { chars: ':', within: 90 },
    before: 0,
    pattern: compile(String.raw`(?<=\s)(?:-u|--user)\s["']?(?<secret>[A-Za-z0-9_.-]{16,200}):(?=["'\s]|$)`),
    accepts: ({ value }) => isRandom(value, 16),
  },
  {
    name: 'password',
    category: 'secret',
    what: 'passwords in .netrc (machine … login … password …)',
    rank: 'named',
    anchors: ['machine ', 'default login', 'default\n'],
    pattern: compile(
      String.raw`(?:machine\s{1,8}[A-Za-z0-9.:-]{1,120}|(?<![\w-])default)(?:(?:[ \t]{1,16}|${NEXT_LINE})(?:login|account|user)\s{1,8}[^\s]{1,120}){0,2}(?:[ \t]{1,16}|${NEXT_LINE})(?:password|passwd)\s{1,8}["']?(?<secret>[^\s"'\\\x1b]{3,300})`,
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    name: 'secret',
    category: 'secret',
    what: 'values of secrets that a command makes (kubectl create secret --from-literal=…=…)',
    rank: 'named',
    anchors: ['--from-literal'],
    before: 0,
    after: 300,
    pattern: compile(String.raw`--from-literal[= ]["']?[\w.-]{1,80}=["']?(?<secret>[^\s"'\x60\x1b]{3,400})`),
    accepts: ({ value, match }) =>
      isTyped(value) && !/(?:user(?:name)?|host|port|name)=/i.test(match?.[0].slice(0, -value.length) ?? ''),
  },
  {
    name: 'npm-auth',
    category: 'secret',
    what: 'tokens and passwords in .npmrc (_authToken=, _auth=, _password=)',
    rank: 'named',
    anchors: ['_authToken', '_auth', '_password'],
    follow: { chars: '=:', within: 10 },
    pattern: compile(
      String.raw`(?:(?<=/:|^|[\s"'])_(?:authToken|auth|password)|:_(?:authToken|auth|password))\s?=\s?["']?(?<secret>[A-Za-z0-9+/=_.-]{8,2000})`,
      'm',
    ),
    accepts: ({ value }) => !isPlaceholder(value) && !isDefaultPassword(value),
  },
  {
    name: 'docker-auth',
    category: 'secret',
    what: 'logins in the configuration of Docker',
    rank: 'named',
    anchors: ['auth', 'identitytoken'],
    follow: { chars: ':', within: 12 },
    pattern: compile(String.raw`"(?:auth|identitytoken)":\s{0,4}"(?<secret>[A-Za-z0-9+/=_.-]{8,2000})"`),
    accepts: ({ value }) => isRandom(value, 12),
  },
  {
    name: 'password',
    category: 'secret',
    what: 'passwords after a user name in a file (username = …, password = …; "user": "…", "password": "…")',
    rank: 'named',
    anchors: ['password'],
    follow: { chars: '=:', within: 16 },
    before: 200,
    pattern: compile(
      String.raw`password["']?[ \t]{0,3}[=:][ \t]{0,3}["']?(?<=(?:user(?:name)?|login)["']?[ \t]{0,3}[=:][ \t]{0,3}["']?[^\s"'=:]{1,100}["']?,?(?:[ \t]{0,3}|${NEXT_LINE})["']?password["']?[ \t]{0,3}[=:][ \t]{0,3}["']?)(?<secret>[^\s"'\x60\\,;(){}[\]\x1b]{4,200})(?=[\s"',;\x1b]|$)`,
      'i',
    ),
    accepts: isLogin,
  },
]

/** Beside a user a word is a password, but for names of things in code. */
function isLogin({ value, text, start, end }: Found): boolean {
  if (!isTyped(value)) return false
  if (/\d|[^\w]/.test(value)) return true
  const isQuoted = /["']/.test(text.charAt(start - 1)) && text.charAt(start - 1) === text.charAt(end)
  return isQuoted
    ? isChosenWord(value, 6)
    : isPlainChosenWord(value, 6) && /^[ \t]*(?:$|[\r\n])/.test(text.slice(end, end + 20))
}
