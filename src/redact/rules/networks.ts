/** Passwords and keys in the settings of networks, and of servers whose settings are words with a space between. */
import type { Rule } from '../rule.ts'
import { isDefaultPassword, isPlaceholder, isReference } from './judge-value.ts'
import { isKnownWord } from './judge-word.ts'
import { BEGIN, compile, LINE_END, NEXT_LINE } from './shape-rule.ts'

const VALUE = String.raw`["']?(?<secret>(?<=")[^"\n]{3,200}(?=")|(?<=')[^'\n]{3,200}(?=')|(?<!["'])[^\s"'\x60;<>\x1b]{3,200})`
const LEVEL = String.raw`(?:(?:encrypted|cleartext|plaintext|ascii|hex|ENC|0|5|6|7|8|9|md5|sha)\s{1,3}){0,2}`

interface Setting {
  readonly what: string
  readonly anchors: readonly string[]
  readonly pattern: string
  readonly before?: number
  readonly after?: number
  readonly name?: 'password' | 'secret'
  readonly flags?: string
}

const WIFI = 'passwords of wireless networks (psk=…, Key Content, WIFI:…;P:…;;)'
const SNMP = 'communities and keys of SNMP (rocommunity …, createUser …, snmpwalk -c …)'
const ROUTER =
  'passwords and keys of routers and switches (enable secret …, key-string …, pre-shared-key …, set password ENC …)'
const SERVER =
  'passwords in the settings of servers (requirepass …, bindpw …, ipsec.secrets, chap-secrets, sasl_passwd)'

const SETTINGS: readonly Setting[] = [
  {
    what: WIFI,
    anchors: ['psk', 'wpa_passphrase', 'sae_password', 'wep_key', 'wep-key', 'leap-password', 'wpa-psk'],
    before: 24,
    pattern: String.raw`(?<![A-Za-z])(?:(?:wpa|wifi|wlan|ap|hostapd)?[_-]?psk\d?|wpa_passphrase|sae_password(?:s)?|(?:wep[_-]key\d?)|leap-password)\s{0,3}[=:]\s{0,3}${VALUE}`,
  },
  {
    what: WIFI,
    anchors: [
      'Key Content',
      'Schlüsselinhalt',
      'Contenu de la cl',
      'Contenido de la clave',
      'Contenuto chiave',
      'Conteúdo da Chave',
      'キー コンテンツ',
      '关键内容',
      'Содержимое ключа',
    ],
    pattern: String.raw`(?:Key Content|Schlüsselinhalt|Contenu de la cl.|Contenido de la clave|Contenuto chiave|Conteúdo da Chave|キー コンテンツ|关键内容|Содержимое ключа)[ \t\xa0]{0,30}[:：][ \t]{0,4}(?<secret>[^\s\x1b][^\r\n\x1b]{2,70}?)(?=[ \t]*(?:$|[\r\n\x1b│|"]))`,
  },
  {
    what: WIFI,
    anchors: ['wifi-sec.', '802-11-wireless-security.', '802-1x.'],
    before: 0,
    pattern: String.raw`(?:wifi-sec|802-11-wireless-security|802-1x)\.(?:psk|wep-key\d?|leap-password|(?:private-key-|phase2-private-key-)?password|pin)[ \t]{0,30}[ :=][ \t]{0,30}${VALUE}`,
  },
  {
    what: WIFI,
    anchors: [
      'option key',
      'option psk',
      'option password',
      'option secret',
      'option preshared_key',
      'wireless.',
      'network.',
    ],
    before: 0,
    pattern: String.raw`(?:option[ \t]{1,8}(?:key\d?|psk|password|passwd|secret|auth_secret|preshared_key|private_key)[ \t]{1,8}|(?:wireless|network)\.[@\w[\]-]{1,60}\.(?:key\d?|password|psk|sae_password|private_key|preshared_key)\s?=\s?)(?=["'])${VALUE}`,
  },
  {
    what: WIFI,
    anchors: ['WIFI:'],
    pattern: String.raw`WIFI:(?:[STHREAI]\d?:(?:[^;\n\\]|\\.){0,64};){0,4}P:"?(?<secret>(?:[^;\n\\"]|\\.){4,70})"?;`,
  },
  {
    what: WIFI,
    anchors: ['keyMaterial>', 'sharedKey>'],
    pattern: String.raw`<keyMaterial>\s{0,20}(?<secret>[^<>\n]{4,300}?)\s{0,20}</`,
  },
  {
    what: SNMP,
    name: 'secret',
    anchors: [
      'snmp-server community',
      'rocommunity',
      'rwcommunity',
      'com2sec',
      'set snmp community',
      'snmp community',
      'trap2sink',
      'trapsink',
      'snmp-agent community',
    ],
    before: 8,
    pattern: String.raw`(?:snmp(?:-server|-agent)? community\s{1,3}(?:(?:read|write)\s{1,3}(?:cipher\s{1,3}|simple\s{1,3})?|name\s{1,3})?|r[ow]community6?\s{1,8}|com2sec6?\s{1,8}(?:-Cn\s\S{1,60}\s{1,8})?\S{1,60}\s{1,8}\S{1,60}\s{1,8}|trap2?sink\s{1,8}\S{1,90}\s{1,8})${VALUE}`,
  },
  {
    what: SNMP,
    name: 'secret',
    anchors: [
      'createUser ',
      'snmp-server user',
      'snmpusm',
      'usmUser',
      'snmpwalk',
      'snmpget',
      'snmpset',
      'snmptrap',
      'snmpbulkwalk',
      'net-snmp-create-v3-user',
    ],
    pattern: String.raw`(?<=(?:createUser|snmp-server user|snmp(?:walk|get|set|trap|bulkwalk|getnext)|net-snmp-create-v3-user)\s[^\n]{0,240})(?<=\s)(?:(?:auth\s{1,3})?(?:MD5|SHA(?:-?\d{3})?)\s{1,3}|(?:priv\s{1,3})?(?:DES|3DES|AES)\s{1,3}(?:\d{3}\s{1,3})?|-[cAX]\s{0,3})${VALUE}`,
    flags: 'i',
  },
  {
    what: SNMP,
    name: 'secret',
    anchors: ['community:', 'community" :', 'community":', "community':", 'community =', 'community='],
    before: 240,
    after: 200,
    pattern: String.raw`(?<=(?:snmp|auths?["']?:|version["']?\s?[:=])[^]{0,200})community["']?\s{0,3}[:=]\s{0,3}${VALUE}`,
    flags: 'i',
  },
  {
    what: ROUTER,
    anchors: ['passwd ', 'password '],
    before: 4,
    after: 120,
    pattern: String.raw`${BEGIN}(?:enable[ \t]{1,4})?pass(?:wd|word)[ \t]{1,4}(?<secret>[^\s"']{6,100})[ \t]{1,4}(?:encrypted|pbkdf2|nt-encrypted)\b`,
  },
  {
    what: ROUTER,
    name: 'secret',
    anchors: [
      'tacacs server ',
      'radius server ',
      'ldap server ',
      'aaa group server',
      'tacacs-server ',
      'radius-server ',
      'aaa-server ',
    ],
    before: 0,
    after: 300,
    pattern: String.raw`(?:tacacs|radius|ldap|aaa(?:[ -]group)?)[ -]server\s[^\n]{0,90}?(?:${NEXT_LINE}(?!exit|!)[^\n]{0,80}?){0,4}(?:\s|${NEXT_LINE})(?:key|secret)[ \t]{1,4}(?!chain|\d{1,2}[ \t]*(?:$|[\r\n]))${LEVEL}${VALUE}`,
  },
  {
    what: ROUTER,
    anchors: ['auth_pass', 'auth-pass', 'authpass', 'auth_password'],
    before: 0,
    after: 120,
    pattern: String.raw`auth[_-]?pass(?:word)?[ \t]{1,20}${VALUE}${LINE_END}`,
  },
  {
    what: ROUTER,
    anchors: [
      'enable secret',
      'enable password',
      'password 0 ',
      'password 7 ',
      'secret 0 ',
      'secret 5 ',
      'secret 8 ',
      'secret 9 ',
      'secret sha512 ',
      'chap password',
      'sent-username',
      'username ',
    ],
    pattern: String.raw`(?:enable (?:secret|password)\s{1,3}(?:level \d{1,2}\s{1,3})?|(?<=\s)(?:password|secret)\s(?=[05789]\s|sha512\s)|chap password\s{1,3}|sent-username\s{1,3}\S{1,60}\s{1,3}password\s{1,3}|username\s{1,3}\S{1,60}\s{1,3}(?:privilege\s{1,3}\d{1,2}\s{1,3}|role\s{1,3}\S{1,30}\s{1,3})?(?:password|secret)\s{1,3}(?![=:]))(?:(?:[05789]|sha512)\s{1,3})?${VALUE}`,
    before: 90,
  },
  {
    what: ROUTER,
    name: 'secret',
    anchors: [
      'key-string',
      'pre-shared-key',
      'isakmp key',
      '-server key',
      'authentication-key',
      'message-digest-key',
      'standby ',
      'psksecret',
      'shared-secret',
      'radius-server',
      'ike-key',
      'hello-authentication',
      'tacacs',
      'wpa-psk',
      'preshared-key',
    ],
    pattern: String.raw`(?:key-string\s{1,3}|(?:local-|remote-|wpa2?-)?pre-?shared-key\s{1,3}(?:local\s{1,3}|remote\s{1,3}|ascii-text\s{1,3}|hexadecimal\s{1,3})?|pre-?shared-key\s{0,3}=\s{0,3}|isakmp key\s{1,3}|(?:tacacs|radius)(?:-server)?(?:\s{1,3}host\s{1,3}\S{1,60})?\s{1,3}key\s{1,3}|authentication-key\s{1,3}(?:\d{1,3}\s{1,3}md5\s{1,3})?|message-digest-key\s{1,3}\d{1,3}\s{1,3}md5\s{1,3}|standby\s{1,3}\d{1,3}\s{1,3}authentication\s{1,3}(?:text\s{1,3}|md5\s{1,3}key-string\s{1,3})?|psksecret\s{1,3}|shared-secret\s{1,3}|wpa-psk\s{1,3}(?:ascii|hex)\s{1,3})${LEVEL}${VALUE}`,
    before: 24,
  },
  {
    what: ROUTER,
    anchors: [
      'neighbor ',
      'set password',
      'set passwd',
      'set psksecret',
      'set secret',
      'encrypted-password',
      'plain-text-password-value',
      '"$9$',
      ' $9$',
      '"$8$',
      'set passphrase',
      'line vty',
      'line con',
    ],
    pattern: String.raw`(?:neighbor\s{1,3}\S{1,45}\s{1,3}password\s{1,3}|set (?:password|passwd|psksecret|secret|passphrase|auth-pwd|priv-pwd)\s{1,3}(?!to\b|for\b|as\b|in\b)(?=ENC\s|["']|\S{6,}[ \t]*(?:$|[\r\n]))|(?:encrypted-password|plain-text-password-value)\s{1,3}|(?=["'\s]\$[89]\$)\s?|line (?:vty|con)[^\n]{0,30}\n(?:[ \t]+[a-z][^\n]{0,60}\n){0,4}[ \t]+password\s{1,3})${LEVEL}${VALUE}`,
    flags: 'm',
    before: 40,
  },
  {
    what: ROUTER,
    anchors: ['password=', 'secret=', 'pre-shared-key=', 'passphrase=', 'ipsec-secret='],
    before: 40,
    pattern: String.raw`(?<=\s)(?:[a-z0-9]{1,12}-){0,3}(?:password|secret|passphrase|pre-shared-key)=(?<=(?:^|[\s/])(?:add|set)\s[^\n]{0,240})${VALUE}`,
  },
  {
    what: SERVER,
    anchors: [
      'requirepass',
      'masterauth',
      'bindpw',
      'rootpw',
      'authtok',
      'olcRootPW',
      'sentinel auth-pass',
      'bind_passwd',
      'root-password',
      'passwd/',
      'ldap_bind_pw',
      'ldapbindpw',
      'ldap.bindpw',
    ],
    before: 24,
    pattern: String.raw`(?:requirepass|masterauth|(?:ldap_?)?bind_?(?:pw|passwd)|olcRootPW|rootpw(?:[ \t]{1,4}--(?:plaintext|iscrypted))?|d-i[ \t]{1,8}[\w-]{1,30}/[\w-]{0,40}pass(?:word|wd|phrase)(?:-crypted|-again)?[ \t]{1,8}(?:password|string)|ldap_default_authtok|sentinel auth-pass\s{1,3}\S{1,60})["']?\s{0,8}[:= \t]\s{0,8}${VALUE}`,
    flags: 'i',
  },
  {
    what: SERVER,
    name: 'secret',
    anchors: ['erlang_cookie', 'erlang.cookie', 'erl_cookie', 'release_cookie', 'erlangcookie'],
    before: 24,
    pattern: String.raw`(?:erlang[_.]?|erl_|release_)cookie["']?\s{0,3}[:=]\s{0,3}${VALUE}`,
    flags: 'i',
  },
  {
    what: SERVER,
    anchors: ['user default on', 'acl setuser'],
    pattern: String.raw`(?:user default on|acl setuser \S{1,60})\s[^\n]{0,60}?>(?<secret>[^\s"']{4,200})`,
    flags: 'i',
  },
  {
    what: SERVER,
    name: 'secret',
    anchors: [': PSK ', ': EAP ', ': XAUTH ', ': NTLM ', ':PSK "', ': RSA ', ': ECDSA ', ': P12 '],
    before: 120,
    pattern: String.raw`:\s?(?:(?:PSK|EAP|XAUTH|NTLM)\s{1,4}(?:0[xs])?|(?:RSA|ECDSA|P12)\s{1,4}\S{1,90}\s{1,4}(?="))${VALUE}`,
  },
  {
    what: SERVER,
    anchors: ['pptpd', 'l2tpd', 'pppoe', 'pppd', '" * ', '"\t*\t', 'chap-secrets', 'pap-secrets'],
    before: 120,
    pattern: String.raw`${BEGIN}(?:["'](?=[^\n]{1,90}[ \t]["'])|(?=[^\n"']{1,60}[ \t](?:\*|x?l2tpd|pptpd|pppoe|pppd)[ \t]{1,20}\S{4,90}[ \t]{1,20}[\d*]))[\w.@\\-]{1,60}["']?[ \t]{1,20}["']?(?:pptpd|x?l2tpd|pppoe|pppd|\*)["']?[ \t]{1,20}${VALUE}["']?(?:[ \t]{1,20}["']?(?:\*|\d{1,3}(?:\.\d{1,3}){3})["']?)?${LINE_END}`,
  },
  {
    what: SERVER,
    anchors: [':587', ':465', ':25 ', ':2525', ']:25'],
    before: 90,
    pattern: String.raw`(?<=^|\n)\[?[\w.-]{3,80}\]?:(?:587|465|25|2525)[ \t]{1,12}[^\s:]{1,80}:(?<secret>[^\s]{4,200})(?=[ \t]*(?:$|[\r\n]))`,
  },
  {
    what: SERVER,
    anchors: ['register =>', 'register=>'],
    pattern: String.raw`register\s?=>\s?[\w.+-]{1,60}(?:@[\w.-]{1,60})?:(?<secret>[^\s@:]{4,100})(?::[\w.-]{1,60})?@`,
  },
  {
    what: SERVER,
    anchors: ['AUTH PLAIN ', 'AUTH LOGIN '],
    pattern: 'AUTH (?:PLAIN|LOGIN) (?<secret>[A-Za-z0-9+/]{8,400}={0,2})',
  },
  {
    what: SERVER,
    anchors: ['auth-user-pass>'],
    pattern: String.raw`<auth-user-pass>\s{1,4}[^\s<]{1,90}\s{1,4}(?<secret>[^\s<]{4,200})`,
  },
  {
    what: SERVER,
    anchors: [':5432:', ':5433:', ':6432:', ':5439:', ':25060:', ':5434:', ':6543:', ':*:'],
    before: 120,
    pattern: String.raw`(?<=^|[\n\s"'])(?:[\w.*-]|\[[0-9a-f:]{2,40}\]){1,120}:(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*@+-]{1,64}:(?<secret>(?:[^\s"'\\:]|\\.){4,200})(?=$|[\s"'])`,
  },
]

export const NETWORK_RULES: readonly Rule[] = SETTINGS.map(
  ({ what, anchors, pattern, before = 8, after, name = 'password', flags = '' }): Rule => ({
    name,
    category: 'secret',
    what,
    rank: 'named',
    anchors,
    before,
    ...(after !== undefined && { after }),
    pattern: compile(pattern, flags),
    accepts: ({ value }) => isSet(value),
  }),
)

/** A program takes it as it stands, so that only what stands for a value is none. */
function isSet(value: string): boolean {
  if (isPlaceholder(value) || isDefaultPassword(value) || isReference(value) || /^[-/%]|[,(]$/.test(value)) return false
  if (/^\d{1,4}$|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+[;,]?$/.test(value)) return false
  return !/^[\p{L}_-]+$/u.test(value) || (value.length >= 4 && !isKnownWord(value))
}
