/** Private keys of all kinds, and what belongs to people. */
import { BASE32, DIGITS, draw, drawBase64, drawBase64Url, encodeJson, type Random, UPPER, URL_SAFE } from './pieces.ts'
import { lined, type UnseenFrame, type UnseenGroup, type UnseenKind } from './unseen-kind.ts'
import {
  armour,
  drawBytes,
  drawCard,
  drawWithCrc,
  encodeBase58Check,
  encodeBech32,
  inGroups,
  makeIban,
} from './unseen-pieces.ts'

function block(name: string, make: (random: Random) => string, publicLength: number): UnseenKind {
  return lined(name, 'keys', make, [v => v, v => `$ cat ${name}\n${v}`, v => `here is the key:\n\n${v}\n`], {
    isAnchored: true,
    publicLength,
  })
}

function key(
  name: string,
  make: (random: Random) => string,
  frames: readonly UnseenFrame[],
  publicLength = 0,
): UnseenKind {
  return lined(name, 'keys', make, frames, { publicLength })
}

/** The base64 of DER that begins as this kind of key does. */
function der(random: Random, start: string, bytes: number): string {
  return Buffer.concat([Buffer.from(start, 'hex'), drawBytes(random, bytes)]).toString('base64')
}

const PEM: readonly UnseenKind[] = [
  block('rsa-key', r => armour('RSA PRIVATE KEY', der(r, '308204a40201000282010100', 1180)), 48),
  block('pkcs8-key', r => armour('PRIVATE KEY', der(r, '308204be020100300d06092a864886f70d0101010500', 1195)), 64),
  block('pkcs8-ed25519', r => armour('PRIVATE KEY', der(r, '302e020100300506032b657004220420', 32)), 52),
  block('ec-key', r => armour('EC PRIVATE KEY', der(r, '30770201010420', 114)), 44),
  block('dsa-key', r => armour('DSA PRIVATE KEY', der(r, '308201bb020100028181', 436)), 46),
  block(
    'encrypted-key',
    r => armour('ENCRYPTED PRIVATE KEY', der(r, '308204f63028060a2a864886f70d010c0103', 1260)),
    62,
  ),
  block(
    'legacy-encrypted-key',
    r =>
      armour(
        'RSA PRIVATE KEY',
        drawBase64(r, 1180),
        `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,${r.hex(32).toUpperCase()}\n\n`,
      ),
    110,
  ),
  block(
    'openssh-key',
    r =>
      armour(
        'OPENSSH PRIVATE KEY',
        Buffer.concat([Buffer.from('openssh-key-v1\0'), drawBytes(r, 380)]).toString('base64'),
      ),
    60,
  ),
  block('pgp-key', r => armour('PGP PRIVATE KEY BLOCK', drawBase64(r, 900), '\n'), 40),
  block(
    'pgp-key-with-header',
    r => armour('PGP PRIVATE KEY BLOCK', drawBase64(r, 700), 'Version: GnuPG v2\nComment: backup\n\n'),
    80,
  ),
  block(
    'openvpn-static',
    r =>
      `-----BEGIN OpenVPN Static key V1-----\n${inGroups(r.hex(512), 32, '\n')}\n-----END OpenVPN Static key V1-----`,
    40,
  ),
  block(
    'age-plugin-key',
    r => `# created: 2026-11-16T12:00:00Z\nAGE-PLUGIN-YUBIKEY-1${draw(r, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 60)}`,
    52,
  ),
  block('minisign-key', r => `untrusted comment: minisign encrypted secret key\nRWRTY0Iy${drawBase64(r, 150)}`, 57),
]

const COINS: readonly UnseenKind[] = [
  key('bitcoin-wif', r => encodeBase58Check(Buffer.concat([Buffer.from([0x80]), drawBytes(r, 32), Buffer.from([1])])), [
    v => `bitcoin-cli importprivkey ${v}`,
    v => `the wallet key is ${v}`,
    v => `WIF=${v}`,
  ]),
  key('bitcoin-wif-old', r => encodeBase58Check(Buffer.concat([Buffer.from([0x80]), drawBytes(r, 32)])), [
    v => `privkey: ${v}`,
    v => `sweep ${v}`,
  ]),
  key(
    'xprv',
    r =>
      encodeBase58Check(
        Buffer.concat([Buffer.from('0488ade4', 'hex'), drawBytes(r, 41), Buffer.from([0]), drawBytes(r, 32)]),
      ),
    [v => `seed -> ${v}`, v => `"xprv": "${v}"`],
    4,
  ),
  key('nostr-key', r => encodeBech32('nsec', drawBytes(r, 32)), [v => `NOSTR_KEY=${v}`, v => `logged in with ${v}`], 5),
  key(
    'ethereum-key',
    r => `0x${r.hex(64)}`,
    [v => `PRIVATE_KEY=${v}`, v => `forge create A --private-key ${v}`, v => `cast wallet import a --private-key ${v}`],
    2,
  ),
  key('solana-key', r => `[${[...drawBytes(r, 64)].join(',')}]`, [
    v => `$ cat id.json\n${v}`,
    v => `SOLANA_PRIVATE_KEY=${v}`,
  ]),
  key('mnemonic', r => Array.from({ length: 12 }, () => r.pick(SEED_WORDS)).join(' '), [
    v => `MNEMONIC="${v}"`,
    v => `seed phrase: ${v}`,
    v => `recovery phrase: ${v}`,
  ]),
]

const SEED_WORDS =
  'abandon ability able about above absent absorb abstract absurd abuse access accident account accuse achieve acid acoustic acquire across act action actor actress actual adapt add addict address adjust admit adult advance advice aerobic affair afford afraid again age agent'.split(
    ' ',
  )

const OTHERS: readonly UnseenKind[] = [
  key('jwk-private', r => drawBase64Url(r, 32), [
    (v, r) => `{"kty":"EC","crv":"P-256","x":"${drawBase64Url(r, 32)}","y":"${drawBase64Url(r, 32)}","d":"${v}"}`,
  ]),
  key('jwk-symmetric', r => drawBase64Url(r, 32), [v => `{"kty":"oct","alg":"HS256","k":"${v}"}`]),
  key('wireguard', r => drawBytes(r, 32).toString('base64'), [
    v => `[Interface]\nPrivateKey = ${v}\nListenPort = 51820`,
    v => `wg set wg0 private-key <(echo ${v})`,
  ]),
  key(
    'google-service-account',
    r => der(r, '308204be020100300d06092a864886f70d0101010500', 1195),
    [
      v =>
        `{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\n${inGroups(v, 64, '\\n')}\\n-----END PRIVATE KEY-----\\n"}`,
    ],
    64,
  ),
  key(
    'kubeconfig-key',
    r => Buffer.from(armour('EC PRIVATE KEY', der(r, '30770201010420', 114))).toString('base64'),
    [v => `    client-key-data: ${v}`],
    100,
  ),
  key(
    'jwt',
    r =>
      `${encodeJson({ alg: 'HS256', typ: 'JWT' })}.${encodeJson({ sub: draw(r, DIGITS, 10), iat: 1_790_000_000 })}.${draw(r, URL_SAFE, 43)}`,
    [v => `id_token: ${v}`, v => `wscat -c "wss://a.acme-internal.net?jwt=${v}"`],
    60,
  ),
  key('tls-master-secret', r => r.hex(96), [(v, r) => `CLIENT_RANDOM ${r.hex(64)} ${v}`]),
  key(
    'aws-account-row',
    r => `AKIA${draw(r, BASE32, 16)}`,
    [v => `found ${v} in a commit`, v => `x${v}`, v => `"aws_id":"${v}"`],
    4,
  ),
  key('letter-before-token', r => `ghp_${drawWithCrc(r, 30)}`, [v => `n${v}`, v => `\\n${v}\\n`, v => `u${v}`], 4),
  key(
    'apple-p8',
    r => armour('PRIVATE KEY', der(r, '308193020100301306072a8648ce3d020106082a8648ce3d030107047930770201010420', 114)),
    [v => `$ cat AuthKey_${'ABC1234DEF'}.p8\n${v}`],
    90,
  ),
]

function person(name: string, make: (random: Random) => string, ...frames: readonly UnseenFrame[]): UnseenKind {
  return lined(name, GROUP, make, frames)
}
const GROUP: UnseenGroup = 'people'

const PEOPLE: readonly UnseenKind[] = [
  person(
    'card-visa',
    r => drawCard(r, r.pick(['4539', '4716', '4024']), 16),
    v => `card_number=${v}`,
    v => `charge failed for card ${v} exp 04/29`,
    v => `"pan": "${v}"`,
  ),
  person(
    'card-visa-spaced',
    r => inGroups(drawCard(r, r.pick(['4539', '4916']), 16), 4),
    v => `Card: ${v}`,
    v => `my card ${v} was charged twice`,
  ),
  person(
    'card-mastercard-dashed',
    r => inGroups(drawCard(r, r.pick(['5212', '5391', '5478']), 16), 4, '-'),
    v => `credit card: ${v}`,
    v => `| 7 | ${v} | 04/29 |`,
  ),
  person(
    'card-amex',
    r => drawCard(r, r.pick(['3491', '3728']), 15),
    v => `amex ${v}`,
    v => `INSERT INTO cards VALUES (7, '${v}');`,
  ),
  person(
    'iban-german',
    r => makeIban('DE', draw(r, DIGITS, 18)),
    v => `IBAN: ${v}`,
    v => `please pay to ${v}`,
    v => `"iban": "${v}"`,
  ),
  person(
    'iban-spaced',
    r => inGroups(makeIban('FR', draw(r, DIGITS, 20) + draw(r, DIGITS, 3)), 4),
    v => `IBAN ${v}`,
    v => `Konto: ${v}`,
  ),
  person(
    'iban-british',
    r => makeIban('GB', draw(r, UPPER, 4) + draw(r, DIGITS, 14)),
    v => `refund account ${v}`,
    v => `iban=${v}`,
  ),
  person(
    'mail',
    r =>
      `${r.pick(['lena', 'tomas', 'yuki'])}.${draw(r, 'abcdefghijklmnop', 7)}@${r.pick(['gmx.de', 'gmail.com', 'proton.me'])}`,
    v => `${v} cannot log in`,
    v => `To: ${v}`,
    v => `user ${v} not found`,
  ),
]

export const UNSEEN_KEYS: readonly UnseenKind[] = [...PEM, ...COINS, ...OTHERS, ...PEOPLE]
