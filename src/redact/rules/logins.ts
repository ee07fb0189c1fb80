/** Passwords as arguments of programs that take them by a flag or position of their own. */
import type { Rule } from '../rule.ts'
import { isTyped } from './judge-value.ts'
import { compile, START } from './shape-rule.ts'

const WORD = String.raw`["']?(?<secret>(?<=")[^"\n]{4,200}(?=")|(?<=')[^'\n]{4,200}(?=')|(?<!["'])[^\s"'\x60\\|;&<>\x1b]{4,200})`
/** More of the same command, also on its next line. */
const REST = String.raw`(?:[^\n\r|;&\\]|\\\r?\n?){0,160}?`
const ARGUMENT = String.raw`["']?[^\s"']{1,90}["']?\s{1,3}`

interface Login {
  readonly what: string
  readonly programs: readonly string[]
  /** Source of the pattern between the program and the password. */
  readonly flags: string
  readonly password?: string
}

const LOGINS: readonly Login[] = [
  {
    what: 'registries (docker login -p …)',
    programs: [
      ...['docker', 'podman', 'buildah', 'nerdctl', 'registry', 'oc', 'cf', 'az', 'oras', 'crane auth'].map(
        program => `${program} login`,
      ),
      'twine upload',
      'poetry publish',
      'cypher-shell',
      'evil-winrm',
      'crackmapexec',
      'netexec',
      'smbmap',
      'rdesktop',
      'cqlsh',
      'beeline',
      'arangosh',
      'useradd',
      'usermod',
      'psexec',
      'certutil',
      'unlock-keychain',
      'set-keychain-password',
      'ncftp',
      'ncftpput',
      'ncftpget',
      'racadm',
      'doveadm pw',
    ],
    flags: String.raw`(?<=\s)-p[ =]?\s{0,2}`,
  },
  {
    what: 'databases and devices (redis-cli -a …, mongosh -p …, sqlcmd -P …, ipmitool -P …)',
    programs: [
      'mongosh',
      'mongo',
      'mongodump',
      'mongorestore',
      'mongoexport',
      'mongoimport',
      'influx',
      'neo4j-admin',
      'hydra',
      'medusa',
    ],
    flags: String.raw`(?<=\s)-p\s{1,3}`,
  },
  {
    what: 'databases and devices (redis-cli -a …, mongosh -p …, sqlcmd -P …, ipmitool -P …)',
    programs: [
      'sqlcmd',
      'bcp',
      'osql',
      'isql',
      'tsql',
      'freebcp',
      'ipmitool',
      'mosquitto_pub',
      'mosquitto_sub',
      'mqttx',
      'kcadm.sh',
      'pkcs11-tool',
      'security import',
    ],
    flags: String.raw`(?<=\s)(?:-P\s{0,3}|--?pw\s{1,3})`,
  },
  {
    what: 'databases and devices (redis-cli -a …, mongosh -p …, sqlcmd -P …, ipmitool -P …)',
    programs: ['redis-cli', 'keydb-cli', 'valkey-cli'],
    flags: String.raw`(?<=\s)-a\s{1,3}`,
  },
  {
    what: 'remote shells and desktops (plink -pw …, xfreerdp /p:…)',
    programs: ['plink', 'pscp', 'psftp', 'putty', 'kitty'],
    flags: String.raw`(?<=\s)-pw\s{1,3}`,
  },
  {
    what: 'remote shells and desktops (plink -pw …, xfreerdp /p:…)',
    programs: ['xfreerdp', 'xfreerdp3', 'wfreerdp', 'signtool', 'cmdkey', 'wmic', 'winrs', 'schtasks', 'net use'],
    flags: String.raw`(?<=\s)[/-](?:p|pass|password|rp)(?::|\s{1,2})`,
  },
  {
    what: 'Oracle (sqlplus user/password@…)',
    programs: ['sqlplus', 'expdp', 'impdp', 'exp', 'imp', 'sqlldr', 'rman target', 'rman catalog'],
    flags: String.raw`(?:-[A-Za-z]{1,4}\s){0,3}["']?[A-Za-z0-9_]{1,40}/`,
    password: String.raw`(?<secret>[^\s"'/@]{4,100})(?=@|["']?\s)`,
  },
  { what: 'archives (zip -P …, 7z -p…)', programs: ['zip', 'unzip'], flags: String.raw`(?<=\s)-P\s{0,3}` },
  {
    what: 'archives (zip -P …, 7z -p…)',
    programs: ['7z', '7za', '7zz', 'rar', 'unrar'],
    flags: String.raw`(?<=\s)-(?:hp|p)(?=\S)`,
  },
  {
    what: 'keys (openssl … -k …, pass:…, keytool -storepass …, ssh-keygen -N …)',
    programs: ['openssl enc'],
    flags: String.raw`(?<=\s)-k\s{1,3}`,
  },
  {
    what: 'keys (openssl … -k …, pass:…, keytool -storepass …, ssh-keygen -N …)',
    programs: ['ssh-keygen'],
    flags: String.raw`(?<=\s)-[NP]\s{1,3}`,
  },
  {
    what: 'keys (openssl … -k …, pass:…, keytool -storepass …, ssh-keygen -N …)',
    programs: ['openssl', 'apksigner'],
    flags: String.raw`(?<=[\s-])(?:pass(?:in|out|word)?|ks-pass|key-pass)\s{1,3}["']?pass:`,
  },
  {
    what: 'keys (openssl … -k …, pass:…, keytool -storepass …, ssh-keygen -N …)',
    programs: ['keytool', 'jarsigner', 'apksigner', 'keystore', 'pkcs12'],
    flags: String.raw`(?<=\s)-(?:src|dest)?(?:store|key)pass(?:wd)?\s{1,3}(?!(?:file|env):)`,
  },
  {
    what: 'directories and shares (ldapsearch -w …, smbclient -U user%…, lftp -u user,…)',
    programs: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapwhoami', 'ldapdelete', 'ldappasswd', 'ldapcompare'],
    flags: String.raw`(?<=\s)(?:-w|(?<=ldappasswd\s[^\n]{0,160})-[as])\s{1,3}`,
  },
  {
    what: 'directories and shares (ldapsearch -w …, smbclient -U user%…, lftp -u user,…)',
    programs: ['smbclient', 'rpcclient', 'winexe', 'net rpc', 'net ads', 'smbget'],
    flags: String.raw`(?<=\s)(?:-U|--user)[ =]{0,3}["']?[^\s%"']{1,60}%`,
  },
  {
    what: 'directories and shares (ldapsearch -w …, smbclient -U user%…, lftp -u user,…)',
    programs: ['lftp'],
    flags: String.raw`(?<=\s)-u\s{0,3}["']?[^\s,"']{1,60},`,
  },
  {
    what: 'a user beside them (ab -A user:…, skopeo --creds user:…)',
    programs: ['ab', 'skopeo', 'etcdctl', 'siege', 'hey', 'wrk', 'aria2c', 'svn', 'mosquitto_rr', 'kcadm'],
    flags: String.raw`(?<=\s)(?:-[Aa]|--(?:src-|dest-)?creds|--user|-u)[ =]{1,2}["']?[^\s:"'$]{1,60}:`,
  },
  {
    what: 'users that are made (htpasswd -b …, rabbitmqctl add_user …, net user …)',
    programs: ['htpasswd -', 'mosquitto_passwd -'],
    flags: String.raw`[A-Za-z0-9]{0,6}b[A-Za-z0-9]{0,6}\s{1,3}${ARGUMENT}${ARGUMENT}`,
  },
  {
    what: 'users that are made (htpasswd -b …, rabbitmqctl add_user …, net user …)',
    programs: [
      'htpasswd -nb',
      'htpasswd -bn',
      'htpasswd -nbB',
      'htpasswd -bnB',
      'htpasswd -nbm',
      'ftp> user',
      'rabbitmqctl add_user',
      'rabbitmqctl change_password',
      'rabbitmqctl authenticate_user',
      'net user',
      'samba-tool user create',
      'samba-tool user add',
      'dscl . -passwd',
      'wpa_passphrase',
    ],
    flags: `${ARGUMENT}(?![-/])`,
  },
  {
    what: 'users that are made (htpasswd -b …, rabbitmqctl add_user …, net user …)',
    programs: ['-setairportnetwork', 'poetry config'],
    flags: `(?:en\\d|http-basic\\.\\S{1,60})\\s${ARGUMENT}`,
  },
  {
    what: 'users that are made (htpasswd -b …, rabbitmqctl add_user …, net user …)',
    programs: ['mc alias set'],
    flags: `${ARGUMENT}${ARGUMENT}${ARGUMENT}`,
  },
  {
    what: 'a network (nmcli … password …, net use … )',
    programs: ['nmcli'],
    flags: String.raw`(?<=\s)(?:password|wifi-sec\.psk|802-11-wireless-security\.psk|wifi-sec\.wep-key0|psk)\s{1,3}`,
  },
  {
    what: 'a network (nmcli … password …, net use … )',
    programs: ['net use'],
    flags: String.raw`(?:[A-Za-z*]:?\s{1,2})?["']?\\\\[^\s"']{1,120}["']?\s{1,3}(?:/user:\S{1,60}\s{1,3})?(?![/-])`,
  },
  {
    what: 'documents (pdftk … input_pw …, qpdf --encrypt …)',
    programs: ['pdftk'],
    flags: String.raw`(?<=\s)(?:input|owner|user)_pw\s{1,3}(?:PROMPT\s)?`,
  },
  {
    what: 'documents (pdftk … input_pw …, qpdf --encrypt …)',
    programs: ['qpdf'],
    flags: String.raw`(?<=\s)--encrypt\s{1,3}(?:${ARGUMENT})?`,
  },
  {
    what: 'hashes that are made (openssl passwd …, mkpasswd …, slappasswd -s …)',
    programs: ['openssl passwd', 'mkpasswd', 'slappasswd', 'grub-mkpasswd-pbkdf2', 'htpasswd -n', 'wpa_passphrase'],
    flags: String.raw`(?:-(?:salt|m|h|S|R|c)\s\S{1,60}\s{1,3}|--method=\S{1,30}\s|-[\w-]{1,12}\s{1,3}){0,4}(?![-|<$])`,
  },
  {
    what: 'one-time passwords and signed updates (oathtool --totp …, nsupdate -y …)',
    programs: ['oathtool', 'totp', 'otp-cli'],
    flags: String.raw`(?<=\s)(?:--totp(?:=\w{3,8})?|--hotp|-b|--base32)\s{1,3}(?:-b\s{1,3}|--base32\s{1,3}|-d\s?\d\s{1,3}){0,3}(?!-)`,
  },
  {
    what: 'one-time passwords and signed updates (oathtool --totp …, nsupdate -y …)',
    programs: ['nsupdate', 'dig', 'rndc', 'delv'],
    flags: String.raw`(?<=\s)-y\s{1,3}["']?(?:hmac-[\w-]{3,12}:)?[\w.-]{1,80}:`,
  },
  {
    what: 'PowerShell (ConvertTo-SecureString …)',
    programs: ['ConvertTo-SecureString'],
    flags: String.raw`(?:-AsPlainText\s{1,3})?(?:-Force\s{1,3})?(?:-String\s{1,3})?(?=["'])`,
  },
  {
    what: 'vaults (rclone obscure …, vault login …, keyvault secret set --value …)',
    programs: ['rclone obscure', 'vault login', 'operator unseal', 'op signin', 'add-generic-password'],
    flags: String.raw`(?:-a\s\S{1,60}\s{1,3}|-s\s\S{1,60}\s{1,3}|-w\s{1,3}){0,3}(?![-/$])`,
  },
  {
    what: 'vaults (rclone obscure …, vault login …, keyvault secret set --value …)',
    programs: [
      'keyvault secret set',
      'secretsmanager create-secret',
      'secretsmanager put-secret-value',
      'ssm put-parameter',
    ],
    flags: String.raw`(?<=\s)--(?:value|secret-string)[ =](?!["']?[{[])`,
  },
  {
    what: 'chats and mail by hand (AUTH …, PASS …)',
    programs: ['config set requirepass', 'config set masterauth', 'rediscli auth', '> auth', '6379> auth'],
    flags: '',
  },
  {
    what: 'chats and mail by hand (AUTH …, PASS …)',
    programs: ['USER'],
    flags: String.raw`[^\s]{1,80}\s{0,3}\r?\n(?:[^\n]{0,90}\n)?[^\w\n]{0,6}PASS\s`,
  },
]

/** A user by `-u` and a password by `-p`, whatever the program. */
const FLAG = String.raw`--?[A-Za-z][\w-]{0,30}(?:[= ]["']?[^\s"'|;&-][^\s"'|;&]{0,80}["']?)?\s{1,3}`
const BESIDE_USER: Rule = {
  name: 'password',
  category: 'secret',
  what: 'passwords by a flag beside that of a user (-u … -p …)',
  rank: 'named',
  anchors: ['-u ', '-U ', '-user ', '--user ', '-l ', '-login ', '--username '],
  before: 0,
  after: 260,
  pattern: compile(
    String.raw`(?<=\s)-(?:u|U|l|-?user|-?login|-username)\s{1,3}["']?[^\s"'|;&-][^\s"'|;&]{0,80}["']?\s{1,3}(?:${FLAG}){0,3}-(?:p|P|w|W|pw)(?:\s{1,3}|=)${WORD}`,
  ),
  accepts: ({ value }) => isTyped(value) && !/^[\d.:]+$|:\d+$|^\d+:|=/.test(value),
}

/** Tools that take `domain/user:password@host`. */
const TARGET: Rule = {
  name: 'password',
  category: 'secret',
  what: 'users and passwords before a host (domain/user:…@host, as Impacket takes them)',
  rank: 'named',
  anchors: ['.py ', 'impacket-', '-target '],
  before: 40,
  after: 260,
  pattern: compile(
    String.raw`(?:\.py|impacket-\w{2,20}|-target)\s(?:[^\s|;&]{1,60}\s){0,5}["']?[\w.-]{1,60}/[\w.$-]{1,60}:(?<secret>[^\s"':/]{4,120})(?:@[\w.-]{1,120})?(?=["']?(?:\s|$|["',)\\]))`,
  ),
  accepts: ({ value }) => isTyped(value),
}

/** Printed for another program to read. */
const PRINTED: Rule = {
  name: 'password',
  category: 'secret',
  what: 'passwords printed for a program (echo … | sudo -S, | docker login --password-stdin, | chpasswd)',
  rank: 'named',
  anchors: [
    'sudo -S',
    '-stdin',
    'chpasswd',
    '--stdin',
    '| passwd',
    '| kinit',
    '| smbpasswd',
    'passphrase-fd',
    '| cryptsetup',
    'secret put',
    'secret set',
    '| pw ',
    'keepassxc-cli',
    '| gpg',
    '| openssl',
    '| su ',
    '| veracrypt',
    '| gocryptfs',
    '| encfs',
    '| vncpasswd',
    '| restic',
    '| borg',
    '| pass ',
    '| smbclient',
    '| htpasswd',
    '| ssh-add',
    '| openconnect',
    '| bw ',
    '| op ',
    '| age ',
    '| fscrypt',
    '| zfs ',
    '| clevis',
    '| secret-tool',
    'env add',
    'secrets:set',
    'secrets create',
    'secrets versions',
  ],
  before: 260,
  after: 120,
  pattern: compile(
    String.raw`(?:echo|printf)\s(?:-[ne]{1,2}\s)?(?:["']?%s\\?n?["']?\s)?${WORD}["']?\s{0,3}\|\s{0,3}(?:(?:sudo\s)?(?:chpasswd|passwd|kinit|smbpasswd|cryptsetup|keepassxc-cli|gpg|openssl|su\s|veracrypt|gocryptfs|encfs|vncpasswd|restic|borg|pass\s|smbclient|htpasswd|ssh-add|openconnect|bw\s|op\s|age\s|fscrypt|zfs\s|clevis|secret-tool|pw\s)|[^\n|]{1,80}(?:env add|secrets:set|secrets create|secrets versions add)|sudo\s[^\n|]{0,40}-S|[^\n|]{1,160}(?:-stdin|passphrase-fd)|(?:gh|wrangler|npx wrangler|fly|flyctl)\ssecrets?\s(?:put|set))`,
  ),
  accepts: ({ value }) => isTyped(value.replace(/^[a-z_][a-z0-9_-]{0,31}:/, '').replace(/\\n.*$/, '')),
}

const HANDED: Rule = {
  ...PRINTED,
  anchors: ['<<<'],
  before: 200,
  pattern: compile(
    String.raw`(?:sudo\s[^\n|]{0,90}-S|-stdin|-stdinpass|chpasswd|passwd|cryptsetup|keepassxc-cli|gpg|openssl|veracrypt|kinit|env add|secrets? (?:put|set|create|add)|secrets:set|[A-Z0-9_]{0,40}(?:SECRET|TOKEN|PASSWORD|PASS|API_KEY|PRIVATE_KEY)(?=[ '"]))[^\n|<]{0,90}<<<\s?${WORD}`,
  ),
}

const SENT: Rule = {
  name: 'password',
  category: 'secret',
  what: 'passwords typed by expect (send "…\\r")',
  rank: 'named',
  anchors: ['assword:', 'assword"', "assword'", 'assword*', 'assphrase'],
  pattern: compile(
    String.raw`ass(?:word|phrase)[^"'\n]{0,24}["'][^\n]{0,40}?(?:[\r\n]{1,2}[^\n]{0,90}?)?send(?:line)?[\s(]{1,2}(?:--\s)?["'](?<secret>[^"'\n\\\s]{4,200})(?:\\[nr]|[\r\n]|["'])`,
  ),
  accepts: ({ value }) => isTyped(value),
}

export const LOGIN_RULES: readonly Rule[] = [
  ...LOGINS.map(
    ({ what, programs, flags, password = WORD }): Rule => ({
      name: 'password',
      category: 'secret',
      what: `passwords for ${what}`,
      rank: 'named',
      anchors: programs.map(program => (/[-<]$/.test(program) ? program : `${program} `)),
      before: 8,
      pattern: compile(
        `${START}(?:${programs.map(toSource).join('|')})${flags.startsWith('[A-Za-z0-9]{0,6}b') ? '' : '(?:\\.exe)?\\s{1,3}'}${flags.startsWith('(?<=') ? REST : ''}${flags}${password}`,
      ),
      accepts: ({ value }) => isTyped(value),
    }),
  ),
  BESIDE_USER,
  TARGET,
  PRINTED,
  HANDED,
  SENT,
]

function toSource(program: string): string {
  return program.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')
}
