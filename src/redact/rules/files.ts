/** Secrets in files whose lines have no names: tables of users and hashes, scripts, and files of one secret that are shown. */
import type { Rule } from '../rule.ts'
import { isDefaultPassword, isPlaceholder, isRandom, isReference, isTyped } from './judge-value.ts'
import { isKnownWord } from './judge-word.ts'
import { BEGIN, compile, LINE_END, LINE_START, NEXT_LINE } from './shape-rule.ts'

const NAMED = { category: 'secret', rank: 'named', name: 'password' } as const
const HASHES = 'hashes of passwords in files of users (smbpasswd, dumps of Windows, htdigest)'

export const FILE_RULES: readonly Rule[] = [
  {
    ...NAMED,
    what: HASHES,
    anchors: [':::', ':[U', ':LCT-', 'aad3b435b51404ee', ':[W', ':[D', ':[N'],
    before: 160,
    after: 40,
    pattern: compile(
      String.raw`(?<![\w.$@\\-])[\w.$@\\-]{1,80}:\d{1,7}:(?<secret>(?:[0-9a-f]{32}|x{32}|no pass[\w* ]{1,28}):[0-9a-f]{32})(?=:)`,
      'i',
    ),
  },
  {
    ...NAMED,
    what: HASHES,
    anchors: ['realm:', 'htdigest', 'digest', ' area:', 'auth'],
    before: 90,
    after: 200,
    pattern: compile(
      String.raw`${BEGIN}[\w.@-]{1,60}:(?!sha\d|md5)[\w.@-][\w .@()-]{0,80}:(?<secret>[0-9a-f]{32})${LINE_END}`,
    ),
  },
  {
    ...NAMED,
    what: 'passwords of CVS and of scripts for ftp (:pserver:…, user name …)',
    anchors: [':pserver:'],
    pattern: compile(String.raw`(?:/1 )?:pserver:[^\s@]{1,60}@[^\s]{1,160} (?<secret>A[^\s"']{3,100})${LINE_END}`),
  },
  {
    ...NAMED,
    what: 'passwords of CVS and of scripts for ftp (:pserver:…, user name …)',
    anchors: ['user '],
    before: 40,
    after: 160,
    pattern: compile(
      String.raw`${BEGIN}(?:quote )?user [^\s"':=]{1,60} (?<secret>[^\s"'=]{4,100})(?=${NEXT_LINE}(?:binary|ascii|bin|bye|quit|cd|lcd|get|put|mget|mput|prompt|passive|ls|dir|mkdir|hash|verbose)\b|(?<=(?:open|ftp) [^\s]{1,120}${NEXT_LINE}(?:quote )?user [^\s]{1,60} [^\s]{4,100})${LINE_END})`,
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    what: 'files of PgBouncer ("user" "…")',
    anchors: ['" "'],
    before: 64,
    after: 120,
    pattern: compile(String.raw`${BEGIN}"[\w.@-]{1,60}" "(?<secret>[^"\s\\$/]{8,200})"${LINE_END}`),
    // Two words in quotes are many things, unless the text says whose file it is.
    accepts: ({ value, text, start }) =>
      /pgbouncer|userlist/i.test(text.slice(Math.max(0, start - 80), start))
        ? isTyped(value)
        : isRandom(value, 12) && /\d/.test(value),
  },
  {
    ...NAMED,
    what: 'passwords in lists for chpasswd (user:… on a line of its own)',
    anchors: ['chpasswd'],
    before: 0,
    after: 600,
    pattern: compile(
      String.raw`${BEGIN}(?:- )?["']?[a-z_][\w.-]{0,31}:(?<secret>[^\s"':|>][^\s"']{3,200})["']?${LINE_END}`,
    ),
    accepts: ({ value }) => isTyped(value) && value !== 'RANDOM',
  },
  {
    ...NAMED,
    what: 'passwords in files of words with a space between (user name, password …, as in msmtprc)',
    anchors: ['pass ', 'password ', 'passwd ', 'passphrase ', 'pass\t', 'password\t'],
    before: 130,
    after: 260,
    pattern: compile(
      String.raw`${BEGIN}(?:pass|password|passwd|passphrase)[ \t]{1,20}["']?(?<secret>[^\s"'\x60:;,(){}<>\\]{5,120})["']?(?:(?=${NEXT_LINE}(?:user(?:name)?|login|account|host|from|auth|port|tls|ssl|protocol|mda|keep|no keep|machine|server|email|domain|logfile)\b)|(?<=${firstWord('user(?:name)?|login|account|host|from|auth|port|tls|server|machine|email|domain|plugin|name|remotename')}[^\n]{0,90}\r?\n${LINE_START}(?:pass|password|passwd|passphrase)[ \t]{1,20}["']?[^\s]{5,120}["']?)${LINE_END})`,
    ),
    accepts: ({ value }) => isTyped(value),
  },
  {
    ...NAMED,
    name: 'secret',
    what: 'files of one secret that a command shows (cat .vault_pass, cat token.txt)',
    anchors: ['cat ', 'head ', 'tail ', 'type ', 'less ', 'bat ', 'more ', 'get-content '],
    before: 0,
    after: 500,
    pattern: compile(
      String.raw`(?<=^|[\n\r$>#%;&|"] {0,2}|sudo )(?:cat|head|tail|type|less|bat|more|get-content)\s(?:-\S{1,12}\s){0,2}["']?[^\s"'|;&>]{0,120}?(?:pass(?:word|wd|phrase)?s?|pwd|secrets?|tokens?|keyfile|key|credentials?|cookie|api-?key|psk|seed)(?:[._-](?:txt|key|file|secret|prod|dev|staging|local))?["']?(?:[ \t]{0,8}\r?\n${LINE_START})(?<secret>[^\s"'\x60{}()<>:,;$|*]{8,400})${LINE_END}`,
      'i',
    ),
    accepts: ({ value }) =>
      !isPlaceholder(value) &&
      !isReference(value) &&
      !isDefaultPassword(value) &&
      (isRandom(value, 12) || (/\d/.test(value) ? isTyped(value) : value.length >= 10 && !isKnownWord(value))),
  },
]

/** Where a word begins that stands first on its line. */
function firstWord(words: string): string {
  return String.raw`(?<![\w.-])(?:${words})\b`
}
