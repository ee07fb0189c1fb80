/** Codes and keys that people are given to keep: recovery codes, unseal keys, one-time seeds, PINs, licences. */
import type { Found, Rule } from '../rule.ts'
import { isPlaceholder, isRandom, isRun } from './judge-value.ts'
import { compile, END } from './shape-rule.ts'

const IS = String.raw`["'\x60*\])]{0,4}[ \t]{0,8}(?::|：|=|は|是|为|為|\b(?:is|ist|est|es|lautet)\b[ \t]{0,2}:?)[ \t]{0,8}["'\x60*]{0,3}`
const NAMED = { category: 'secret', rank: 'named', name: 'secret' } as const
const RECOVERY = 'recovery and backup codes behind their title, BitLocker and FileVault recovery keys'
const UNSEAL = 'unseal keys, recovery keys and root tokens of Vault'
const SEED = 'seeds of one-time passwords (otpauth://…, a secret key in base32)'

export const LABEL_RULES: readonly Rule[] = [
  {
    ...NAMED,
    what: RECOVERY,
    anchors: [
      'recovery key',
      'recovery password',
      'recoverypassword',
      'recoverykey',
      'recovery_key',
      'bitlocker',
      'numerical password',
      'wiederherstellung',
      'récupération',
      'recuperación',
      'numerisches kennwort',
      '回復キー',
      '恢复密钥',
      'password:',
      'kennwort:',
    ],
    before: 300,
    after: 600,
    pattern: compile(String.raw`(?<![\d-])\d{6}(?:-\d{6}){7}(?![\d-])`),
    accepts: ({ value }) => new Set(value).size > 5,
  },
  {
    ...NAMED,
    what: RECOVERY,
    anchors: [
      'recovery',
      'backup code',
      'backup_code',
      'backupcode',
      'backup-code',
      'rescue code',
      'scratch code',
      'emergency code',
      'one-time code',
      'wiederherstellung',
      'code de secours',
      'codes de secours',
      'códigos de',
      'リカバリ',
      '恢复码',
      '恢復碼',
      '备用',
      'バックアップコード',
    ],
    before: 0,
    after: 900,
    pattern: compile(
      String.raw`(?<![\w./-])(?<secret>[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){1,7}|\d{4} \d{4}|[A-Za-z0-9]{8,32}|\d{6,12})(?![\w/-])`,
    ),
    accepts: isRecoveryCode,
  },
  {
    ...NAMED,
    what: UNSEAL,
    anchors: ['unseal key', 'recovery key', 'unseal_key', 'root token', 'root_token', 'unsealkey', 'generation token'],
    before: 8,
    pattern: compile(
      String.raw`(?:unseal[ _]?key(?:s?(?:_b64|_hex)?)?|recovery key|(?:initial )?root[ _]token)(?: \d{1,2})?(?:${IS})(?<secret>[A-Za-z0-9+/=._-]{16,120})`,
      'i',
    ),
    accepts: ({ value }) => isRandom(value, 16),
  },
  {
    ...NAMED,
    what: SEED,
    anchors: ['otpauth', 'secret=', 'secret%3D'],
    before: 240,
    pattern: compile(
      String.raw`otpauth(?:-migration)?(?::|%3A)(?://|%2F%2F)[^\s"'\x60<>\x1b]{0,240}?(?:secret|data)(?:=|%3D)(?<secret>[A-Za-z2-7%+/=_-]{8,600})`,
      'i',
    ),
    accepts: ({ value }) => !isPlaceholder(value),
  },
  {
    ...NAMED,
    what: SEED,
    anchors: [
      'secret',
      'setup key',
      'manual key',
      'totp',
      'otp_',
      'mfa',
      '2fa',
      'authenticator',
      'setup code',
      'schlüssel',
      'this key',
      'the key',
      'seed',
    ],
    before: 12,
    after: 160,
    pattern: compile(
      String.raw`(?:(?:[Ss]ecret|SECRET)(?:[ _-]?(?:[Kk]ey|KEY))?|(?:[Ss]etup|[Mm]anual|[Ee]ntry|[Mm]fa|MFA|2fa|2FA|[Tt]otp|TOTP|[Oo]tp|OTP|[Aa]uthenticator)[ _-]?(?:[Kk]ey|[Cc]ode|[Ss]ecret|[Ss]eed|KEY|CODE|SECRET|SEED)|[Ss]eed|SEED|[Ss]chlüssel|(?:[Tt]his|[Tt]he) key(?: [a-z ]{2,40}(?=:))?)(?: \([^)\n]{1,40}\))?(?:${IS}|:?\s{1,12})(?<secret>[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}|[a-z2-7]{4}(?: [a-z2-7]{4}){3,15}|[A-Z2-7]{16,64}={0,6})(?![A-Za-z0-9])`,
    ),
    accepts: ({ value }) => isSeed(value),
  },
  {
    ...NAMED,
    name: 'pin',
    what: 'PINs, PUKs and TANs behind their name',
    anchors: ['pin', 'puk', 'passcode', 'tan:', '暗証番号'],
    follow: { chars: '0123456789', within: 20 },
    before: 24,
    after: 40,
    pattern: compile(
      String.raw`(?<![A-Za-z](?<![a-z](?=P)|[_-]))(?:[Pp]in(?:[ _-]?[Cc]ode|[ _-]?[Nn]umber|-value)?|PIN(?:[ _-]?(?:code|number|CODE|NUMBER|Code))?|PUK\d?|puk\d?|TAN|[Pp]asscode|暗証番号)(?:${IS}| (?=["'\x60]?\d{4,8}\b(?!\s?[%\w]))|=)(?<secret>\d{4,12})(?![\w.:-]*\w)`,
    ),
    accepts: ({ value, text, start }) =>
      !isRun(value) && !/gpio|analog|digital|board/i.test(text.slice(Math.max(0, start - 40), start)),
  },
  {
    ...NAMED,
    name: 'license-key',
    what: 'keys of licences and products, in groups',
    anchors: [
      'licen',
      'product key',
      'product_key',
      'productkey',
      'activation',
      'serial',
      'cd key',
      'cdkey',
      'lizenzschl',
      'clé de licence',
      'clave de producto',
      '/ipk',
      'プロダクトキー',
      '产品密钥',
    ],
    pattern: compile(
      String.raw`(?:(?:licen[sc]e|product|activation|serial|cd)[ _-]?(?:key|code|number|no\.?)|lizenzschlüssel|clé de licence|clave de producto|プロダクトキー|产品密钥|serial|/ipk)(?:${IS}|:?[ \t]{1,4}|[ \t]{0,4}=[ \t]{0,4})(?<secret>[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,9})(?![\w-])`,
      'i',
    ),
    accepts: ({ value }) =>
      /[A-Za-z]/.test(value) && /\d/.test(value) && new Set(value).size > 6 && !isPlaceholder(value),
  },
  {
    ...NAMED,
    what: 'the key of Rails in config/master.key',
    anchors: ['master.key', 'credentials.key', 'development.key', 'production.key', 'staging.key'],
    after: 160,
    pattern: compile(
      String.raw`\.key[^\n]{0,60}\n(?:[^\n]{0,20}\n){0,2}[^\w\n]{0,12}(?:\d{1,4}[→:\t ]\s{0,4})?(?<secret>[0-9a-f]{32})${END}`,
    ),
  },
]

const TITLE =
  /(?:(?:recovery|backup|rescue|scratch|emergency|one-time)[ _-]?(?:codes?|keys?)|recoveryCodes?|backupCodes?|wiederherstellungs(?:codes?|schlüssel)|codes? de (?:secours|récupération)|c[oó]digos? de (?:recuperaci[oó]n|seguridad|respaldo|recupera[cç][aã]o)|リカバリー?(?:コード|キー)|バックアップコード|恢复码|恢復碼|备用(?:码|验证码|代码))[^\n]{0,160}/iu

/** In a list below its title, or behind it. What stands between may only be more of the list. */
function isRecoveryCode({ value, text, start }: Found): boolean {
  if (isPlaceholder(value) || (/^[\d -]+$/.test(value) && isRun(value.replace(/\D/g, '')))) return false
  const around = text.slice(Math.max(0, start - 700), start)
  let last: RegExpExecArray | undefined
  for (const match of around.matchAll(new RegExp(TITLE, 'giu'))) last = match
  if (!last) return false
  const title = last[0]
  const between = around.slice(last.index + last[0].length)
  if (
    between
      .split('\n')
      .slice(1)
      .some(line => (line.match(/[A-Za-z]{3,}(?![\w-]*\d)/g) ?? []).length > 3)
  )
    return false
  const isSameLine = !between.includes('\n')
  if (isSameLine && !/[:=[(]|\bare\b|\bis\b/.test(title)) return false
  const digits = value.replace(/\D/g, '').length
  if (digits === value.replace(/[- ]/g, '').length) return digits >= 6 && (!isSameLine || /[:=[]/.test(title))
  return digits > 0
    ? /[A-Za-z]/.test(value) && !/^(?:20\d\d|v\d)/.test(value)
    : isRandom(value, 10) || (/^[a-z]{4,6}-[a-z]{4,6}(?:-[a-z]{4,6})*$/.test(value) && !isSameLine)
}

function isSeed(value: string): boolean {
  const text = value.replace(/[ =-]/g, '')
  return (
    text.length >= 16 &&
    !isPlaceholder(text) &&
    new Set(text).size >= 6 &&
    (/\d/.test(text) || isRandom(text, 16) || /^[A-Z]{16,}$/.test(text))
  )
}
