/** Secrets in command lines and in the files of command line tools. */
import type { Found, Rule } from '../rule.ts'
import { isCodeName, isDefaultPassword, isMixed, isPlaceholder, isRandom, isReference } from './judge-value.ts'
import { compile } from './shape-rule.ts'

export const COMMAND_RULES: readonly Rule[] = [
  {
    name: 'password',
    category: 'secret',
    what: 'passwords after a flag (--password …, sshpass -p …, mysql -p…)',
    rank: 'named',
    anchors: [
      '--password',
      '--pass',
      '--passphrase',
      '--db-password',
      '--admin-password',
      'sshpass',
      'mysql',
      'mariadb',
    ],
    pattern: compile(
      String.raw`(?:(?<![A-Za-z0-9-])--(?:[a-z]{2,12}-)?pass(?:word|phrase|wd)?(?:=|\s{1,3})["']?|sshpass\s{1,3}-p\s{0,2}["']?|(?:mysql|mysqldump|mysqladmin|mariadb)\s[^\n\r|;&]{0,80}?-p["']?)(?<secret>[^\s"'\x60\\|;&<>]{4,200})`,
    ),
    accepts: isTypedPassword,
  },
  {
    name: 'secret',
    category: 'secret',
    what: 'tokens and keys after a flag (--token …, --api-key …)',
    rank: 'named',
    anchors: ['token', 'key', 'secret'],
    follow: { chars: '= ', within: 2 },
    before: 20,
    pattern: compile(
      String.raw`(?<![A-Za-z0-9-])--(?:[a-z]{2,12}-){0,3}(?:token|api-?key|access-key|secret|secret-key|auth-key|client-secret|key)(?:=|\s{1,3})["']?(?<secret>[A-Za-z0-9._~+/=-]{12,2000})`,
    ),
    accepts: ({ value }) => isRandom(value, 16),
  },
  {
    name: 'password',
    category: 'secret',
    what: 'user and password for curl and wget (-u user:password)',
    rank: 'named',
    anchors: ['-u', '--user', '--proxy-user'],
    follow: { chars: ':', within: 90 },
    before: 200,
    pattern: compile(
      String.raw`(?:curl|http|https|wget|xh)\s[^\n\r]{0,300}?(?<=\s)(?:-u|--user|--proxy-user)(?:=|\s{0,3})["']?[^\s:"'$]{1,80}:(?<secret>[^\s"'\x60\\]{3,200})`,
    ),
    accepts: isTypedPassword,
  },
  {
    name: 'password',
    category: 'secret',
    what: 'passwords in .netrc (machine … login … password …)',
    rank: 'named',
    anchors: ['machine '],
    pattern: compile(
      String.raw`machine\s{1,8}[A-Za-z0-9.-]{1,120}\s{1,16}(?:[+>]|\d{1,5}→)?\s{0,8}login\s{1,8}[^\s]{1,120}\s{1,16}(?:[+>]|\d{1,5}→)?\s{0,8}password\s{1,8}(?<secret>[^\s"'\\]{3,300})`,
    ),
    accepts: isTypedPassword,
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
    what: 'passwords after a user name in a file (username = …, password = …)',
    rank: 'named',
    anchors: ['password'],
    follow: { chars: '=:', within: 16 },
    before: 200,
    pattern: compile(
      String.raw`(?:user(?:name)?|login)["']?\s{0,3}[=:]\s{0,3}["']?[^\s"'=:]{1,100}["']?,?[\r\n]{1,2}[\s+>-]{0,24}["']?password["']?\s{0,3}[=:]\s{0,3}["']?(?<secret>[^\s"'\x60\\,;(){}[\]]{4,200})(?=[\s"',;]|$)`,
      'i',
    ),
    accepts: isTypedPassword,
  },
]

function isTypedPassword({ value }: Found): boolean {
  if (isPlaceholder(value) || isDefaultPassword(value) || isReference(value) || value.startsWith('-')) return false
  if (isCodeName(value)) return /\d/.test(value)
  return isMixed(value) || value.length >= 10
}
