/** Keys without an armour: numbers in hex or base64 behind what they are, and the files of other programs that hold some. */

import type { Rule } from '../rule.ts'
import { isPlaceholder, isRandom } from './judge-value.ts'
import { compile, END } from './shape-rule.ts'

const MARK = String.raw`(?:[\s"'\x60+,;>|│┃#*/%-]|\d{1,6}[→:\t|│-]|\x1b\[[0-9;]{0,12}[mK])`
const BREAK = `${MARK}{1,90}`

/** Names of keys that are nothing but bytes. */
const KEY_NAMES = [
  'private',
  'priv',
  'secret',
  'master',
  'encryption',
  'decryption',
  'signing',
  'session',
  'shared',
  'symmetric',
  'data',
  'root',
  'aes',
  'hmac',
  'chacha20',
  'xchacha20',
  'ed25519',
  'x25519',
  'secp256k1',
  'validator',
  'deployer',
  'wrapping',
  'cipher',
]
const RAW = `(?:0x)?(?:[0-9a-f]{32,192}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==|[A-Za-z0-9_-]{43})`

export const RAW_KEY_RULES: readonly Rule[] = [
  {
    name: 'private-key',
    category: 'secret',
    what: 'raw keys in hex or base64 behind their name (private key (hex): …, master key …, AES-256 key …)',
    rank: 'named',
    anchors: [
      'privkey',
      'priv key',
      ...['key', 'key_hex', 'key_base64'].flatMap(end => [` ${end}`, `_${end}`, `-${end}`]),
    ],
    follow: { chars: '0123456789', within: 60 },
    before: 24,
    after: 320,
    pattern: compile(
      String.raw`(?<![A-Za-z0-9](?<!\[[0-9;]{0,8}m))(?:[A-Za-z0-9]{1,16}[ _-])?(?:(?:${KEY_NAMES.join('|')})(?:[ _-]?(?:128|192|256|512))?[ _-]?key|priv[ _-]?key)(?:[ _-](?:hex|base64|b64|seed|bytes|material))?["'\]]{0,2}(?: ?\((?!pub)[A-Za-z0-9 ,/-]{1,24}\))?["'\]]{0,2}\s{0,4}(?:[:=]|=>|:=| is| was|->)\s{0,4}(?:b?["'\x60]|bytes\.fromhex\(["']|Buffer\.from\(["']|hex!\(["'])?(?<secret>${RAW})(?![A-Za-z0-9+/=])`,
      'i',
    ),
    accepts: ({ value }) => !isPlaceholder(value) && isRandom(value.replace(/^0x/, ''), 32),
  },
  {
    name: 'private-key',
    category: 'secret',
    what: 'static keys of OpenVPN and keys of tls-crypt',
    rank: 'shape',
    anchors: ['BEGIN OpenVPN'],
    before: 8,
    after: 6000,
    pattern: compile(
      `-{4,5}BEGIN OpenVPN (?:Static key V1|tls-crypt-v2 (?:client|server) key)-{4,5}${BREAK}(?<secret>[A-Za-z0-9+/=]{32,90}(?:${BREAK}[A-Za-z0-9+/=]{32,90}){0,60}(?:${BREAK}[A-Za-z0-9+/]{1,31}={0,2}(?=${BREAK}-{4,5}END))?)`,
    ),
  },
  {
    name: 'private-key',
    category: 'secret',
    what: 'secret keys of Tor services',
    rank: 'shape',
    anchors: ['ed25519v1-secret: type0 ==', 'ED25519-V3:', ':descriptor:x25519:'],
    pattern: compile(
      String.raw`(?:ed25519v1-secret: type0 ==\s{0,4}|ED25519-V3:|:descriptor:x25519:)(?<secret>[A-Za-z0-9+/]{80,88}={0,2}|[A-Z2-7]{52}${END})`,
    ),
  },
  {
    name: 'tls-secret',
    category: 'secret',
    what: 'secrets of TLS sessions (SSLKEYLOGFILE, Master-Key, PRE_MASTER_SECRET)',
    rank: 'named',
    anchors: [
      'CLIENT_RANDOM',
      'TRAFFIC_SECRET',
      'EXPORTER_SECRET',
      'Master-Key',
      'Resumption PSK',
      'PMS_CLIENT_RANDOM',
    ],
    pattern: compile(
      String.raw`(?:(?:CLIENT_RANDOM|[A-Z]{2,12}(?:_HANDSHAKE|_EARLY)?_TRAFFIC_SECRET(?:_\d{1,3})?|(?:EARLY_)?EXPORTER_SECRET)\s{1,4}[0-9a-fA-F]{64}\s{1,4}|(?:Master-Key|Resumption PSK)\s{0,4}:\s{0,4})(?<secret>[0-9a-fA-F]{64,128})${END}`,
    ),
  },
  {
    name: 'kerberos-ticket',
    category: 'secret',
    what: 'tickets of Kerberos in base64 (doI…)',
    rank: 'shape',
    anchors: ['doIB', 'doIC', 'doID', 'doIE', 'doIF', 'doIG', 'doIH', 'doII'],
    before: 0,
    after: 3000,
    pattern: compile(`(?<![A-Za-z0-9+/=_-])doI[B-I][A-Za-z0-9+/]{200,6000}={0,2}`),
    accepts: ({ value }) => isRandom(value, 100),
  },
  {
    name: 'private-key',
    category: 'secret',
    what: 'private parts of RSA keys in XML',
    rank: 'named',
    anchors: ['<D>', '<DP>', '<DQ>', '<InverseQ>', 'RSAKeyValue', 'RSAParameters'],
    before: 1200,
    after: 4000,
    pattern: compile(String.raw`<(?:D|P|Q|DP|DQ|InverseQ)>\s{0,40}(?<secret>[A-Za-z0-9+/\s]{40,1500}={0,2})\s{0,40}<`),
    accepts: ({ value }) => isRandom(value.replaceAll(/\s/g, ''), 40),
  },
  {
    name: 'wireguard-key',
    category: 'secret',
    what: 'keys that WireGuard prints or is given by a command',
    rank: 'named',
    anchors: ['wg genkey', 'wg genpsk', 'wg set ', 'wg pubkey'],
    after: 300,
    pattern: compile(
      String.raw`(?:wg gen(?:key|psk)[\s>|+#-]{1,60}|(?:private|preshared)-key <\((?:echo|printf|cat <<<)\s{1,4}["']?|echo\s{1,4}["']?(?=\S{44}["']?\s{0,4}\|\s{0,4}wg pubkey))(?<secret>[A-Za-z0-9+/]{43}=)`,
    ),
  },
  {
    name: 'password-hash',
    category: 'secret',
    what: 'hashes of passwords of Windows and Samba (LM:NT)',
    rank: 'shape',
    anchors: [':::', ':[U', ':LCT-'],
    before: 84,
    after: 24,
    pattern: compile(String.raw`(?<=:\d{1,10}:)[0-9a-fA-F]{32}:[0-9a-fA-F]{32}(?=:(?:::|\[))`),
  },
  {
    name: 'otp-secret',
    category: 'secret',
    what: 'secrets of one-time passwords behind a name (TOTP, 2FA secret, setup key, oathtool)',
    rank: 'named',
    anchors: ['2fa', 'mfa', 'otp', 'setup key', 'setup-key', 'two-factor', 'authenticator', 'base32'],
    follow: { chars: '234567', within: 100 },
    pattern: compile(
      String.raw`(?:[Oo][Tt][Pp]|2[Ff][Aa]|[Mm][Ff][Aa]|[Ss]etup[ -][Kk]ey|[Tt]wo-[Ff]actor|[Aa]uthenticator|[Bb]ase32)[^\n]{0,60}?(?<![A-Za-z0-9+/_=-](?<!=))(?<secret>[A-Z2-7]{16,64}={0,6}(?![A-Za-z0-9_-])|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4}(?![A-Za-z0-9_-])|(?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4}(?![A-Za-z0-9_-]))`,
    ),
    accepts: ({ value }) => /[2-7].*[2-7]/.test(value) && !isPlaceholder(value) && !/\b[2-7]{4}\b/.test(value),
  },
]
