/** Passwords as arguments of programs that take them by a flag or position of their own. */
import type { Rule } from '../rule.ts'
import { isTyped } from './judge-value.ts'
import { compile, START } from './shape-rule.ts'

const WORD = String.raw`["']?(?<secret>(?<=")[^"\n]{4,200}(?=")|(?<=')[^'\n]{4,200}(?=')|(?<!["'])[^\s"'\x60\\|;&<>\x1b]{4,200})`
/** More of the same command. */
const REST = String.raw`[^\n\r|;&]{0,120}?`

interface Login {
  readonly what: string
  readonly anchors: readonly string[]
  /** Source of the pattern up to the password. */
  readonly command: string
  readonly password?: string
}

const LOGINS: readonly Login[] = [
  {
    what: 'for registries (docker login -p …)',
    anchors: [
      'docker login',
      'podman login',
      'buildah login',
      'nerdctl login',
      'registry login',
      'oc login',
      'cf login',
      'az login',
    ],
    command: String.raw`(?:docker|podman|buildah|nerdctl|registry|oc|cf|az)\slogin\s${REST}(?<=\s)-p[ =]?`,
  },
  {
    what: 'for databases (redis-cli -a …, mongosh -p …, sqlcmd -P …)',
    anchors: ['redis-cli', 'mongosh', 'mongo ', 'mongodump', 'mongorestore', 'mongoexport', 'mongoimport', 'sqlcmd'],
    command: String.raw`(?:redis-cli\s${REST}(?<=\s)-a\s{1,3}|mongo(?:sh|dump|restore|export|import)?\s${REST}(?<=\s)-p\s{1,3}|sqlcmd\s${REST}(?<=\s)-P\s{0,3})`,
  },
  {
    what: 'for Oracle (sqlplus user/password@…)',
    anchors: ['sqlplus '],
    command: String.raw`sqlplus\s(?:-[A-Za-z]{1,4}\s){0,3}["']?[A-Za-z0-9_]{1,40}/`,
    password: String.raw`(?<secret>[^\s"'/]{4,100})(?=@)`,
  },
  {
    what: 'for archives (zip -P …, 7z -p…)',
    anchors: ['zip ', '7z ', '7za ', 'unrar ', 'rar '],
    command: String.raw`${START}(?:(?:un)?zip\s${REST}(?<=\s)-P\s{0,3}|(?:7za?|(?:un)?rar)\s${REST}(?<=\s)-(?:hp|p)(?=\S))`,
  },
  {
    what: 'for keys (openssl … -k …, pass:…, keytool -storepass …)',
    anchors: ['openssl enc', 'pass:', '-storepass', '-keypass', '-srcstorepass', '-deststorepass'],
    command: String.raw`(?:openssl\senc\s${REST}(?<=\s)-k\s{1,3}|-pass(?:in|out)?\s{1,3}["']?pass:|-(?:src|dest)?(?:store|key)pass\s{1,3})`,
  },
  {
    what: 'for directories and shares (ldapsearch -w …, smbclient -U user%…)',
    anchors: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapwhoami', 'ldapdelete', 'smbclient', 'rpcclient'],
    command: String.raw`(?:ldap(?:search|add|modify|whoami|delete)\s${REST}(?<=\s)-w\s{1,3}|(?:smb|rpc)client\s${REST}(?<=\s)-U\s{0,3}["']?[^\s%"']{1,60}%)`,
  },
  {
    what: 'of web servers (htpasswd -b …)',
    anchors: ['htpasswd -'],
    command: String.raw`htpasswd\s-[A-Za-z0-9]{0,6}b[A-Za-z0-9]{0,6}\s{1,3}[^\s]{1,120}\s{1,3}[^\s]{1,60}\s{1,3}`,
  },
  {
    what: 'of PowerShell (ConvertTo-SecureString …)',
    anchors: ['ConvertTo-SecureString'],
    command: String.raw`ConvertTo-SecureString\s{1,3}(?:-AsPlainText\s{1,3})?(?:-String\s{1,3})?(?=["'])`,
  },
]

/** Printed for another program to read. */
const PRINTED: Rule = {
  name: 'password',
  category: 'secret',
  what: 'passwords printed for a program (echo … | sudo -S, | docker login --password-stdin, | chpasswd)',
  rank: 'named',
  anchors: ['sudo -S', '--password-stdin', '| chpasswd', '|chpasswd', '--stdin'],
  before: 260,
  after: 8,
  pattern: compile(
    String.raw`(?:echo|printf)\s(?:-n\s)?(?:"?%s\\?n?"?\s)?${WORD}["']?\s{0,3}\|\s{0,3}(?:sudo\s-S|chpasswd|passwd\s--stdin|[^\n|]{1,160}--password-stdin)`,
  ),
  accepts: ({ value }) => isTyped(value.replace(/^[a-z_][a-z0-9_-]{0,31}:/, '')),
}

const SENT: Rule = {
  name: 'password',
  category: 'secret',
  what: 'passwords typed by expect (send "…\\r")',
  rank: 'named',
  anchors: ['password:"', 'password: "', 'assword:"', 'assword: "', 'assword*"'],
  pattern: compile(
    String.raw`assword[:*]?\s?"[^\n]{0,40}[\r\n]{1,2}[^\n]{0,90}?send\s(?:--\s)?"(?<secret>[^"\n\\\s]{4,200})(?:\\[nr]|[\r\n]|")`,
  ),
  accepts: ({ value }) => isTyped(value),
}

export const LOGIN_RULES: readonly Rule[] = [
  ...LOGINS.map(
    ({ what, anchors, command, password = WORD }): Rule => ({
      name: 'password',
      category: 'secret',
      what: `passwords ${what}`,
      rank: 'named',
      anchors,
      before: 8,
      pattern: compile(command + password),
      accepts: ({ value }) => isTyped(value),
    }),
  ),
  PRINTED,
  SENT,
]
