/** Secrets inside addresses and connection strings. */
import type { Found, Rule } from '../rule.ts'
import { isDefaultPassword, isPlaceholder, isRandom } from './judge-value.ts'
import { compile, START } from './shape-rule.ts'

/** A name, a number, what is filled in later, or a socket, and not the digest of an image: no host makes it no password. */
const HOST = String.raw`(?!sha\d{3}(?::|%3A|[0-9a-f]))[A-Za-z0-9[$%_.{</-]`

const WEBHOOK = { category: 'secret', rank: 'shape' } as const

export const ADDRESS_RULES: readonly Rule[] = [
  {
    name: 'url-password',
    category: 'secret',
    what: 'passwords in addresses (scheme://user:password@host)',
    rank: 'named',
    anchors: ['://'],
    follow: { chars: '@', within: 1400 },
    before: 34,
    after: 1500,
    pattern: compile(
      String.raw`${START}[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s:/?#"'\x60<>\\\x1b]{0,400}:(?<secret>(?:[^\s/"'\x60<>\\\x1b@]|(?<=\w)'(?=\w)){1,1000}(?:@[^\s/?#,;&"'\x60<>\\\x1b@]{0,80}){0,3})@${HOST}`,
    ),
    accepts: isPassword,
  },
  {
    name: 'url-password',
    category: 'secret',
    what: 'the same with a slash or a quote in the password, for databases',
    rank: 'named',
    anchors: [
      'postgres://',
      'postgresql://',
      'mysql://',
      'mariadb://',
      'mongodb://',
      'mongodb+srv://',
      'redis://',
      'rediss://',
      'amqp://',
      'amqps://',
      'mssql://',
      'sqlserver://',
      'clickhouse://',
    ],
    before: 24,
    pattern: compile(
      String.raw`://[^\s:/?#"'\x60<>\\\x1b]{0,80}:(?!\d{1,5}/)(?<secret>[^\s"'\x60<>\\\x1b@]{1,100}(?:(?:@[^\s?#,;&"'\x60<>\\\x1b@/]{0,100})?/|(?<=[A-Za-z0-9])'(?=[A-Za-z0-9]))[^\s?#,&"'\x60<>\\\x1b@]{1,100})@${HOST}`,
    ),
    accepts: isPassword,
  },
  {
    name: 'url-password',
    category: 'secret',
    what: 'passwords of data sources without a scheme (user:password@tcp(host), DSN=user:password@host:port/)',
    rank: 'named',
    anchors: ['@tcp(', '@unix(', '_dsn=', 'dsn: ', 'dsn = ', 'dsn="'],
    before: 180,
    pattern: compile(
      String.raw`(?:(?<![\w.%-])[\w.%-]{1,60}:(?<secret>(?<=(?<!//[^\s]{0,80}):)[^\s"'\x60@\x1b]{3,100})@(?:(?:tcp|unix)\(|(?<=dsn["']?\s?[=:]\s?["']?[^\s"']{1,180})[\w.-]{1,120}(?::\d{2,5})?/))`,
      'i',
    ),
    accepts: isPassword,
  },
  {
    name: 'url-token',
    category: 'secret',
    what: 'tokens in place of a user in addresses (https://token@host, https://token:x-oauth-basic@host)',
    rank: 'named',
    anchors: ['://'],
    follow: { chars: '@', within: 320 },
    pattern: compile(`://(?<secret>[A-Za-z0-9_.-]{16,255})(?::x-oauth-basic|:)?@[A-Za-z0-9]`),
    accepts: ({ value }) => isRandom(value, 16),
  },
  {
    name: 'url-token',
    category: 'secret',
    what: 'tokens and signatures among the parameters of an address',
    rank: 'named',
    anchors: [
      'token=',
      'key=',
      'sig=',
      'signature=',
      'secret=',
      'auth=',
      'password=',
      'credential=',
      'jwt=',
      '?code=',
      '&code=',
      'ticket=',
    ],
    before: 24,
    pattern: compile(
      String.raw`[?&](?:[A-Za-z]{1,12}[_-]){0,3}(?:[a-z]{0,8}token|(?:api|access|secret|app|auth|private|subscription)?_?-?key|sig|signature|[a-z]{0,8}secret|auth|password|credential|jwt|code|ticket)=(?<secret>[^\s&"'\x60<>#\\)]{8,2000})`,
      'i',
    ),
    accepts: ({ value, match }) =>
      isRandom(value, 16) ||
      (/password=/i.test(match?.[0] ?? '') && !isDefaultPassword(value) && !isPlaceholder(value)),
  },
  {
    name: 'url-token',
    category: 'secret',
    what: 'links that work once (/reset-password/…, /invite/…, /verify/…)',
    rank: 'named',
    anchors: [
      'reset-password/',
      'password-reset/',
      '/invite/',
      '/verify/',
      '/verify-email/',
      '/confirm/',
      '/magic-link/',
      '/activate/',
    ],
    before: 8,
    pattern: compile(
      `/(?:reset-password|password-reset|invite|verify|verify-email|confirm|magic-link|activate)/(?<secret>[A-Za-z0-9_-]{20,400})`,
    ),
    accepts: ({ value }) => isRandom(value, 20),
  },
  {
    name: 'connection-password',
    category: 'secret',
    what: 'passwords and keys in connection strings (Password=…;, AccountKey=…;, libpq, JDBC)',
    rank: 'named',
    anchors: ['password', 'pwd', 'AccountKey', 'SharedAccessKey', 'SharedAccessSignature'],
    follow: { chars: '=', within: 3 },
    before: 300,
    pattern: compile(
      String.raw`(?:(?:;[ \t]?|&|\?)(?:password|pwd)[ \t]?=[ \t]?|(?:account|sharedaccess)key[ \t]?=[ \t]?|sharedaccesssignature=|(?:host|hostaddr|dbname|user|port|server|uid|user id)[ \t]?=[^\s;=,]{1,80}[; \t][ \t]?(?:[a-z_ ]{2,24}[ \t]?=[^\s;=,]{1,80}[; \t][ \t]?){0,6}(?:password|pwd)[ \t]?=[ \t]?)(?<secret>[^\s;"'\x60&<>\\]{3,200})`,
      'i',
    ),
    accepts: isPassword,
  },
  {
    name: 'connection-password',
    category: 'secret',
    what: 'passwords in JDBC addresses of Oracle (user/password@)',
    rank: 'named',
    anchors: ['jdbc:oracle:'],
    pattern: compile(String.raw`jdbc:oracle:[a-z]{2,8}:[^\s/@"']{1,60}/(?<secret>[^\s@"']{3,100})@`),
    accepts: isPassword,
  },
  {
    name: 'connection-password',
    category: 'secret',
    what: 'passwords of a git credential (protocol=, host=, password=)',
    rank: 'named',
    anchors: ['password='],
    before: 300,
    pattern: compile(
      String.raw`(?:protocol|host|username)=[^\n\r]{1,200}[\r\n]{1,2}[+>\s]{0,8}(?:\d{1,5}→)?(?:(?:protocol|host|username|path)=[^\n\r]{1,200}[\r\n]{1,2}[+>\s]{0,8}(?:\d{1,5}→)?){0,3}password=(?<secret>[^\s]{3,300})`,
    ),
    accepts: isPassword,
  },
  {
    ...WEBHOOK,
    name: 'slack-webhook',
    what: 'Slack webhooks',
    anchors: ['hooks.slack.com/'],
    pattern: compile(
      String.raw`hooks\.slack\.com/(?:services|workflows|triggers)/(?<secret>[A-Z0-9]{3,20}/[A-Za-z0-9]{3,24}/[A-Za-z0-9/]{10,80})`,
    ),
    accepts: ({ value }) => isRandom(value.split('/').at(-1) ?? '', 10),
  },
  {
    ...WEBHOOK,
    name: 'discord-webhook',
    what: 'Discord webhooks',
    anchors: ['/api/webhooks/'],
    pattern: compile(String.raw`discord(?:app)?\.com/api/webhooks/(?<secret>\d{15,21}/[A-Za-z0-9_-]{50,90})`),
  },
  {
    ...WEBHOOK,
    name: 'teams-webhook',
    what: 'Microsoft Teams webhooks',
    anchors: ['webhook.office.com/'],
    pattern: compile(
      String.raw`webhook\.office\.com/webhookb2/(?<secret>[0-9a-f-]{36}@[0-9a-f-]{36}/IncomingWebhook/[0-9a-zA-Z]{20,60}/[0-9a-f-]{36})`,
    ),
  },
  {
    ...WEBHOOK,
    name: 'zapier-webhook',
    what: 'Zapier and Make webhooks',
    anchors: ['hooks.zapier.com/', '.make.com/'],
    pattern: compile(
      String.raw`(?:hooks\.zapier\.com/hooks/catch/(?<secret>\d{4,12}/[a-z0-9]{5,16})|hook\.[a-z0-9.]{2,12}\.make\.com/[a-z0-9]{24,40})`,
    ),
  },
]

/** Filled in later: `${…}`, `$NAME`, `$name`, `%s`, `%(name)s`, `%NAME%`. */
const VARIABLE = /^\$[({]|^\$[A-Z_][A-Z0-9_]*$|^\$[A-Za-z_]+$|^\$\d$|^%(?:\d\$)?[a-z@]$|^%\(|^%\w+%$/

/** Neither the host nor the user tells: `app:app@localhost` may be somebody's password too. */
function isPassword({ value, match }: Found): boolean {
  if (
    (isPlaceholder(value) && !/^\$(?=.*\d)[a-z]/.test(value)) ||
    VARIABLE.test(value) ||
    /\(\?|^x-oauth-basic$|^.{1,2}$/.test(value)
  )
    return false
  if (isDefaultPassword(value) && !isChosen(value)) return false
  // A port, and what follows it.
  return !(match?.[0].includes('://') && /^\d{1,5}(?:$|[?#])/.test(value))
}

/** Everybody's choice, and yet a choice: no word that stands for a password in a text about addresses. */
function isChosen(value: string): boolean {
  return /^(?:letmein|welcome|qwerty|hunter|iloveyou)[\d!@#$_,-]*$|^\d{6,}$/i.test(value)
}
