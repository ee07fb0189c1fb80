/** Secrets typed in a shell, and in addresses, headers and keys written in less usual ways. */
import {
  ALNUM,
  DIGITS,
  draw,
  drawBase64,
  drawBase64Url,
  drawHardPassword,
  drawWord,
  encodeJson,
  foldLines,
  type Random,
  URL_SAFE,
} from './pieces.ts'
import { framed, type PlantedKind, shape } from './planted-kind.ts'

const COMMANDS = 'commands'
const KEYS = 'private keys'
const HEADERS = 'headers and cookies'
const PEOPLE = 'people and ids'

const makeToken = (random: Random) => draw(random, ALNUM, 32)
const makeSimplePassword = (random: Random) => `${drawWord(random)}${draw(random, ALNUM, 4)}${100 + random.below(900)}`

const COMMAND_KINDS: readonly PlantedKind[] = [
  framed(
    'registry-login',
    COMMANDS,
    drawHardPassword,
    v => `docker login -u app -p ${v} reg.acme-internal.net`,
    v => `podman login reg.acme-internal.net -u app -p '${v}'`,
    v => `echo "${v}" | docker login -u app --password-stdin reg.acme-internal.net`,
  ),
  framed(
    'database-client',
    COMMANDS,
    drawHardPassword,
    v => `redis-cli -h cache -a ${v} ping`,
    v => `mongosh -u root -p ${v} --host db1`,
    v => `PGPASSWORD=${v} psql -h db1 -c 'select 1'`,
    v => `sqlcmd -S db1 -U sa -P '${v}' -Q 'select 1'`,
    v => `sqlplus app/${v}@db1`,
  ),
  framed(
    'archive-password',
    COMMANDS,
    drawHardPassword,
    v => `zip -P ${v} a.zip b`,
    v => `7z a -p${v} a.7z b`,
    v => `unzip -P '${v}' a.zip`,
  ),
  framed(
    'key-password',
    COMMANDS,
    drawHardPassword,
    v => `openssl enc -aes-256-cbc -k ${v} -in a -out b`,
    v => `openssl rsa -passin pass:${v} -in k.pem`,
    v => `keytool -list -keystore a.jks -storepass ${v}`,
    v => `gpg --batch --passphrase '${v}' -d x.gpg`,
  ),
  framed(
    'system-password',
    COMMANDS,
    drawHardPassword,
    v => `echo '${v}' | sudo -S apt update`,
    v => `echo "root:${v}" | chpasswd`,
    v => `htpasswd -bc .htpasswd someone ${v}`,
    v => `ldapsearch -x -D cn=admin -w ${v} -b dc=a`,
    v => `smbclient //nas/share -U app%${v}`,
    v => `expect "password:"\nsend "${v}\\r"`,
  ),
  framed(
    'settings-command',
    COMMANDS,
    makeToken,
    v => `setx API_TOKEN "${v}"`,
    v => `set -gx API_TOKEN ${v}`,
    v => `setenv API_TOKEN ${v}`,
    v => `set API_TOKEN=${v}`,
    v => `npm config set //reg.acme-internal.net/:_authToken ${v}`,
    v => `git config --global gitlab.token ${v}`,
    v => `gh secret set DEPLOY_TOKEN --body "${v}"`,
    v => `gh secret set DEPLOY_TOKEN -b${v}`,
  ),
  framed(
    'aws-configure',
    COMMANDS,
    r => drawBase64(r, 30),
    v => `aws configure set aws_secret_access_key ${v}`,
    v => `AWS Secret Access Key [None]: ${v}`,
    v => `aws configure set aws_secret_access_key "${v}" --profile dev`,
  ),
  framed(
    'http-client',
    COMMANDS,
    makeToken,
    v => `curl -u ${v}: https://api.acme-internal.net/v1`,
    v => `http -a admin:${v} https://api.acme-internal.net/v1`,
    v => `wget --http-password=${v} https://api.acme-internal.net/v1`,
  ),
  framed(
    'dsn',
    COMMANDS,
    makeSimplePassword,
    v => `app:${v}@tcp(db1:3306)/shop?parseTime=true`,
    v => `DATABASE_DSN=app:${v}@db.acme-internal.net:5432/shop`,
  ),
  framed(
    'odd-url-password',
    COMMANDS,
    r => `p${r.pick(['/', "'", '@', '%23', 'ä'])}${makeSimplePassword(r)}`,
    v => `postgres://app:${v}@db.acme-internal.net/shop`,
    v => `DATABASE_URL=mysql://app:${v}@db1:3306/shop`,
  ),
  framed(
    'url-of-address',
    COMMANDS,
    makeSimplePassword,
    v => `https://someone@example.com:${v}@git.acme-internal.net/a.git`,
    v => `amqp://${v}:${v}@mq.acme-internal.net/`,
  ),
]

const KEY_KINDS: readonly PlantedKind[] = [
  framed(
    'pem-tail',
    KEYS,
    r => foldLines(`M${drawBase64(r, 400)}`, 64),
    body => `${body}\n-----END RSA PRIVATE KEY-----`,
    body => `${body}\n-----END PRIVATE KEY-----`,
  ),
  framed(
    'ssh2-armour',
    KEYS,
    r => foldLines(drawBase64(r, 300), 70),
    body =>
      `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "laptop"\n${body}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
  ),
  framed(
    'pem-in-code',
    KEYS,
    r => drawBase64(r, 300),
    body =>
      `const k = '-----BEGIN PRIVATE KEY-----\\n' +\n${foldLines(body, 64).replace(/^(.*)$/gm, "  '$1\\n' +")}\n  '-----END PRIVATE KEY-----'`,
  ),
  framed(
    'jwk',
    KEYS,
    r => drawBase64Url(r, 32),
    v => JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'f83OJ3D2', y: 'x_FEzRu9', d: v }),
    v => JSON.stringify({ keys: [{ kty: 'oct', alg: 'HS256', k: v }] }, null, 2),
  ),
  shape('jwe', KEYS, 'SESSION_JWE', r =>
    [
      encodeJson({ alg: 'RSA-OAEP', enc: 'A256GCM' }),
      drawBase64Url(r, 128),
      drawBase64Url(r, 12),
      drawBase64Url(r, 120),
      drawBase64Url(r, 16),
    ].join('.'),
  ),
  shape('firebase-key', KEYS, 'FCM_KEY', r => `AAAA${draw(r, ALNUM, 7)}:APA91b${draw(r, URL_SAFE, 134)}`),
  framed(
    'twilio-pair',
    KEYS,
    r => r.hex(32),
    (v, r) => `new twilio('AC${r.hex(32)}', '${v}')`,
    (v, r) => `Client("AC${r.hex(32)}", "${v}")`,
  ),
]

const HEADER_KINDS: readonly PlantedKind[] = [
  framed(
    'cookie-jar',
    HEADERS,
    makeToken,
    v => `.acme-internal.net\tTRUE\t/\tTRUE\t1893456000\tsessionid\t${v}`,
    v => `#HttpOnly_app.acme-internal.net\tFALSE\t/\tTRUE\t0\tid\t${v}`,
  ),
  framed(
    'short-cookie',
    HEADERS,
    r => `q7${draw(r, ALNUM, 10)}`,
    v => `Cookie: sid=${v}`,
    v => `Set-Cookie: session=${v}; Path=/; HttpOnly`,
  ),
  framed(
    'link-of-once',
    HEADERS,
    makeToken,
    v => `https://app.acme-internal.net/cb?code=${v}&state=x`,
    v => `https://app.acme-internal.net/reset-password/${v}`,
    v => `https://app.acme-internal.net/login?ticket=${v}`,
  ),
  framed(
    'aws-signature',
    HEADERS,
    r => r.hex(64),
    v =>
      `Authorization: AWS4-HMAC-SHA256 Credential=ID/20261116/eu-central-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${v}`,
  ),
]

const PEOPLE_KINDS: readonly PlantedKind[] = [
  framed(
    'arn-account',
    PEOPLE,
    r => `7${draw(r, DIGITS, 11)}`,
    v => `arn:aws:iam::${v}:role/deploy`,
    v => `arn:aws:lambda:eu-central-1:${v}:function:shop`,
  ),
  framed(
    'organisation-line',
    PEOPLE,
    r => r.uuid(),
    v => `Organization: ${v}`,
    v => `Organization ID: ${v}`,
  ),
  framed(
    'odd-address',
    PEOPLE,
    r => `${drawWord(r)}.${drawWord(r, 2)}@${drawWord(r)}.${r.pick(['museum', 'berlin', 'rs', 'md'])}`,
    v => `Author: Some One <${v}>`,
    v => `<a href="mailto:${v}">write</a>`,
  ),
]

export const PLANTED_COMMANDS: readonly PlantedKind[] = [
  ...COMMAND_KINDS,
  ...KEY_KINDS,
  ...HEADER_KINDS,
  ...PEOPLE_KINDS,
]
