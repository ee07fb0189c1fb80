/** Secrets that are known by the line or block they stand in: keys, passwords, headers, people and ids. */
import {
  ALNUM,
  BECH32,
  DIGITS,
  draw,
  drawBase64,
  drawBase64Url,
  drawPassword,
  drawWord,
  encodeJson,
  foldLines,
  LOWER,
  type Random,
  URL_SAFE,
} from './pieces.ts'
import { framed, named, type PlantedKind, shape } from './planted-kind.ts'

const KEYS = 'private keys'
const PASSWORDS = 'passwords'
const HEADERS = 'headers and cookies'
const PEOPLE = 'people and ids'

function block(label: string): (body: string) => string {
  return body => [`-----BEGIN ${label}-----`, body, `-----END ${label}-----`].join('\n')
}

const makePem = (random: Random) => foldLines(`MII${drawBase64(random, 1000)}`, 64)
const makeOpenSsh = (random: Random) => foldLines(`b3BlbnNzaC1rZXktdjE${drawBase64(random, 700)}`, 70)

const KEY_KINDS: readonly PlantedKind[] = [
  framed('pem-rsa', KEYS, makePem, block('RSA PRIVATE KEY')),
  framed('pem-pkcs8', KEYS, makePem, block('PRIVATE KEY')),
  framed('pem-encrypted', KEYS, makePem, block('ENCRYPTED PRIVATE KEY')),
  framed('pem-ec', KEYS, r => foldLines(`MHcCAQEE${drawBase64(r, 110)}`, 64), block('EC PRIVATE KEY')),
  framed('pem-openssh', KEYS, makeOpenSsh, block('OPENSSH PRIVATE KEY')),
  framed('pem-pgp', KEYS, r => foldLines(`lQOYB${drawBase64(r, 800)}`, 64), block('PGP PRIVATE KEY BLOCK')),
  framed('pem-cut-off', KEYS, makePem, body => `-----BEGIN RSA PRIVATE KEY-----\n${body}`),
  framed(
    'pem-one-line',
    KEYS,
    r => `MII${drawBase64(r, 500)}`,
    body => `-----BEGIN PRIVATE KEY----- ${body} -----END PRIVATE KEY-----`,
  ),
  framed(
    'gcp-service-account',
    KEYS,
    r => `MIIEv${drawBase64(r, 900)}`,
    body =>
      JSON.stringify(
        { type: 'service_account', private_key: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n` },
        null,
        2,
      ),
  ),
  framed(
    'putty-key',
    KEYS,
    r => foldLines(drawBase64(r, 250), 64),
    body =>
      `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: laptop\nPrivate-Lines: 6\n${body}\nPrivate-MAC: `,
  ),
  shape('age-key', KEYS, 'AGE_KEY', r => `AGE-SECRET-KEY-1${draw(r, BECH32, 58)}`),
  framed(
    'wireguard-key',
    KEYS,
    r => drawBase64(r, 32),
    value => `[Interface]\nPrivateKey = ${value}\nAddress = 10.0.0.2/32`,
    value => `PresharedKey = ${value}`,
  ),
  framed(
    'kubeconfig-key',
    KEYS,
    r => drawBase64(r, 600),
    value => `- name: dev\n  user:\n    client-key-data: ${value}`,
  ),
  shape('jwt', KEYS, 'SESSION_JWT', r =>
    [encodeJson({ alg: 'HS256', typ: 'JWT' }), encodeJson({ sub: r.uuid(), iat: r.bits() }), drawBase64Url(r, 32)].join(
      '.',
    ),
  ),
]

const makePlainPassword = (random: Random) => `${drawWord(random)}${100 + random.below(900)}`

const PASSWORD_KINDS: readonly PlantedKind[] = [
  framed(
    'url-password',
    PASSWORDS,
    makePlainPassword,
    v => `https://deploy:${v}@registry.acme-internal.net/v2/`,
    v => `ftp://backup:${v}@10.1.2.3/nightly`,
    v => `https://me:${v}@api.example.com/v1`,
    v => `http://me:${v}@localhost:8080/`,
  ),
  framed(
    'postgres-url',
    PASSWORDS,
    drawPassword,
    v => `postgres://app:${v}@db.acme-internal.net:5432/app`,
    v => `postgresql+asyncpg://app:${v}@10.0.0.7/app?sslmode=require`,
  ),
  framed('mysql-url', PASSWORDS, drawPassword, v => `mysql://root:${v}@127.0.0.1:3306/shop`),
  framed(
    'mongodb-url',
    PASSWORDS,
    drawPassword,
    v => `mongodb+srv://svc:${v}@cluster0.ab1cd.mongodb.net/?retryWrites=true`,
  ),
  framed(
    'redis-url',
    PASSWORDS,
    drawPassword,
    v => `redis://:${v}@cache.acme-internal.net:6379/0`,
    v => `rediss://default:${v}@cache.acme-internal.net:6380`,
  ),
  framed('amqp-url', PASSWORDS, drawPassword, v => `amqps://worker:${v}@mq.acme-internal.net/vhost`),
  framed(
    'git-remote-url',
    PASSWORDS,
    r => draw(r, ALNUM, 26),
    v => `origin  https://someone:${v}@github.com/acme/app.git (fetch)`,
    v => `git clone https://oauth2:${v}@gitlab.acme-internal.net/a/b.git`,
  ),
  framed(
    'adonet-string',
    PASSWORDS,
    drawPassword,
    v => `Server=tcp:sql1,1433;Database=shop;User ID=app;Password=${v};Encrypt=True;`,
    v => `Data Source=sql1;Initial Catalog=shop;uid=app;pwd=${v};`,
  ),
  framed(
    'jdbc-string',
    PASSWORDS,
    drawPassword,
    v => `jdbc:postgresql://db:5432/app?user=app&password=${encodeURIComponent(v)}`,
    v => `jdbc:oracle:thin:app/${v}@//db:1521/ORCL`,
  ),
  framed(
    'libpq-string',
    PASSWORDS,
    drawPassword,
    v => `host=db.acme-internal.net port=5432 dbname=app user=app password=${v} sslmode=require`,
  ),
  framed(
    'azure-storage',
    PASSWORDS,
    r => drawBase64(r, 64),
    v => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${v};EndpointSuffix=core.windows.net`,
  ),
  framed(
    'azure-bus',
    PASSWORDS,
    r => drawBase64(r, 32),
    v => `Endpoint=sb://bus.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${v}`,
  ),
  framed(
    'azure-sas',
    PASSWORDS,
    r => encodeURIComponent(drawBase64(r, 32)),
    v => `https://shop.blob.core.windows.net/c/a.txt?sv=2024-11-04&se=2027-01-01T00%3A00%3A00Z&sr=b&sp=r&sig=${v}`,
  ),
  named('env-password', PASSWORDS, 'DB_PASSWORD', drawPassword),
  named('env-plain-password', PASSWORDS, 'SMTP_PASS', makePlainPassword),
  named('env-secret', PASSWORDS, 'SESSION_SECRET', r => draw(r, URL_SAFE, 32)),
  named('env-token', PASSWORDS, 'INTERNAL_SERVICE_TOKEN', r => draw(r, ALNUM, 28)),
  named('env-api-key', PASSWORDS, 'WEATHER_API_KEY', r => r.hex(32)),
  named('env-access-key', PASSWORDS, 'MINIO_ACCESS_KEY', r => draw(r, ALNUM, 20)),
  named('env-private-key', PASSWORDS, 'WALLET_PRIVATE_KEY', r => `0x${r.hex(64)}`),
  named('env-encryption-key', PASSWORDS, 'ENCRYPTION_KEY', r => drawBase64(r, 32)),
  named('env-passphrase', PASSWORDS, 'GPG_PASSPHRASE', drawPassword),
  named('env-credential', PASSWORDS, 'REGISTRY_CREDENTIALS', r => draw(r, ALNUM, 30)),
  named('camel-client-secret', PASSWORDS, 'clientSecret', r => draw(r, ALNUM, 40)),
  named('camel-password', PASSWORDS, 'dbPassword', drawPassword),
  named('kebab-api-key', PASSWORDS, 'api-key', r => draw(r, ALNUM, 32)),
  framed(
    'password-flag',
    PASSWORDS,
    drawPassword,
    v => `mytool login --user app --password ${v} --yes`,
    v => `mytool login --password='${v}'`,
    v => `docker login -u app --password ${v} registry.acme-internal.net`,
  ),
  framed(
    'token-flag',
    PASSWORDS,
    r => draw(r, ALNUM, 32),
    v => `mytool deploy --token ${v}`,
    v => `mytool deploy --api-key=${v}`,
  ),
  framed(
    'mysql-flag',
    PASSWORDS,
    drawPassword,
    v => `mysql -u root -p${v} shop -e 'select 1'`,
    v => `mysqldump -uroot -p'${v}' shop`,
  ),
  framed(
    'sshpass',
    PASSWORDS,
    drawPassword,
    v => `sshpass -p '${v}' ssh root@10.0.0.4`,
    v => `sshpass -p ${v} scp a root@10.0.0.4:`,
  ),
  framed(
    'curl-user',
    PASSWORDS,
    drawPassword,
    v => `curl -s -u admin:${v} https://nexus.acme-internal.net/x`,
    v => `curl --user 'admin:${v}' https://nexus.acme-internal.net/x`,
  ),
  framed(
    'git-credential',
    PASSWORDS,
    r => draw(r, ALNUM, 30),
    v => `protocol=https\nhost=git.acme-internal.net\nusername=someone\npassword=${v}`,
  ),
  framed(
    'netrc',
    PASSWORDS,
    drawPassword,
    v => `machine api.acme-internal.net login app password ${v}`,
    v => `machine api.acme-internal.net\n  login app\n  password ${v}`,
  ),
  framed(
    'npmrc',
    PASSWORDS,
    r => r.uuid(),
    v => `//registry.acme-internal.net/:_authToken=${v}`,
  ),
  framed(
    'npmrc-basic',
    PASSWORDS,
    r => drawBase64(r, 24),
    v => `//registry.acme-internal.net/:_auth=${v}`,
    v => `//registry.acme-internal.net/:_password="${v}"`,
  ),
  framed('pypirc', PASSWORDS, drawPassword, v => `[pypi]\nusername = someone\npassword = ${v}`),
  framed(
    'docker-auth',
    PASSWORDS,
    r => Buffer.from(`someone:${drawPassword(r)}`).toString('base64'),
    v => JSON.stringify({ auths: { 'https://index.docker.io/v1/': { auth: v } } }),
  ),
  framed(
    'htpasswd',
    PASSWORDS,
    r => `$2y$10$${draw(r, `${ALNUM}./`, 53)}`,
    v => `admin:${v}`,
  ),
  framed(
    'shadow-hash',
    PASSWORDS,
    r => `$6$${draw(r, ALNUM, 16)}$${draw(r, `${ALNUM}./`, 86)}`,
    v => `root:${v}:19700:0:99999:7:::`,
  ),
]

const HEADER_KINDS: readonly PlantedKind[] = [
  framed(
    'bearer',
    HEADERS,
    r => draw(r, URL_SAFE, 40),
    v => `Authorization: Bearer ${v}`,
    v => `curl -H "Authorization: Bearer ${v}" https://api.acme-internal.net/`,
    v => `headers: { Authorization: 'Bearer ${v}' }`,
  ),
  framed(
    'basic',
    HEADERS,
    r => Buffer.from(`app:${drawPassword(r)}`).toString('base64'),
    v => `Authorization: Basic ${v}`,
    v => `< proxy-authorization: Basic ${v}`,
  ),
  framed(
    'token-header',
    HEADERS,
    r => r.hex(40),
    v => `Authorization: token ${v}`,
    v => `PRIVATE-TOKEN: ${v}`,
  ),
  framed(
    'api-key-header',
    HEADERS,
    r => draw(r, ALNUM, 32),
    v => `x-api-key: ${v}`,
    v => `curl -H 'X-API-Key: ${v}' https://api.acme-internal.net/`,
    v => `"x-goog-api-key": "${v}"`,
    v => `X-Auth-Token: ${v}`,
  ),
  framed(
    'cookie',
    HEADERS,
    r => draw(r, URL_SAFE, 43),
    v => `Cookie: theme=dark; session=${v}; lang=en`,
    v => `curl -b 'sid=${v}' https://app.acme-internal.net/`,
  ),
  framed(
    'set-cookie',
    HEADERS,
    r => draw(r, URL_SAFE, 43),
    v => `set-cookie: connect.sid=s%3A${v}; Path=/; HttpOnly; SameSite=Lax`,
  ),
  framed(
    'url-token',
    HEADERS,
    r => draw(r, ALNUM, 32),
    v => `https://api.acme-internal.net/v1/items?page=2&access_token=${v}`,
    v => `GET /feed?api_key=${v}&format=json HTTP/1.1`,
  ),
  framed(
    'slack-webhook',
    HEADERS,
    r => `T${draw(r, '0123456789ABCDEFGH', 10)}/B${draw(r, '0123456789ABCDEFGH', 10)}/${draw(r, ALNUM, 24)}`,
    v => `https://hooks.slack.com/services/${v}`,
  ),
  framed(
    'discord-webhook',
    HEADERS,
    r => `1${draw(r, DIGITS, 17)}/${draw(r, URL_SAFE, 68)}`,
    v => `https://discord.com/api/webhooks/${v}`,
  ),
  framed(
    'teams-webhook',
    HEADERS,
    r => `${r.uuid()}@${r.uuid()}/IncomingWebhook/${r.hex(32)}/${r.uuid()}`,
    v => `https://acme.webhook.office.com/webhookb2/${v}`,
  ),
  framed(
    'zapier-hook',
    HEADERS,
    r => `${draw(r, '123456789', 8)}/${draw(r, LOWER + DIGITS, 7)}`,
    v => `https://hooks.zapier.com/hooks/catch/${v}/`,
  ),
  framed(
    'sentry-dsn',
    HEADERS,
    r => r.hex(32),
    v => `https://${v}@o447951.ingest.sentry.io/5429219`,
  ),
]

const PEOPLE_KINDS: readonly PlantedKind[] = [
  shape(
    'email',
    PEOPLE,
    'CONTACT',
    r => `${drawWord(r)}.${drawWord(r, 2)}@${drawWord(r)}.${r.pick(['com', 'io', 'co.uk', 'de'])}`,
  ),
  framed(
    'git-author',
    PEOPLE,
    r => `${drawWord(r)}@${drawWord(r)}.com`,
    v => `Author: Some One <${v}>\nDate:   Mon Nov 2 10:00:00 2026`,
    v => `git config user.email "${v}"`,
  ),
  shape('request-id', PEOPLE, 'REQUEST', r => `req_011C${draw(r, ALNUM, 20)}`),
  framed(
    'request-field',
    PEOPLE,
    r => r.uuid(),
    v => `{"requestId":"${v}"}`,
    v => `x-request-id: ${v}`,
    v => `"request_id": "${v}"`,
  ),
  framed(
    'organisation-id',
    PEOPLE,
    r => r.uuid(),
    v => `{"organizationUuid":"${v}","role":"admin"}`,
    v => `anthropic-organization-id: ${v}`,
    v => `"organization_id": "${v}"`,
  ),
  framed(
    'account-id',
    PEOPLE,
    r => r.uuid(),
    v => `{"accountUuid":"${v}"}`,
    v => `"account_uuid": "${v}"`,
  ),
  framed(
    'user-id',
    PEOPLE,
    r => r.hex(64),
    v => `"userID": "${v}"`,
    v => `{"anonymousId":"${v}"}`,
  ),
]

export const PLANTED_FRAMES: readonly PlantedKind[] = [
  ...KEY_KINDS,
  ...PASSWORD_KINDS,
  ...HEADER_KINDS,
  ...PEOPLE_KINDS,
]
