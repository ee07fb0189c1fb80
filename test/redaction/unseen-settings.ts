/** Secrets in files of their own kind: tables, arrays, headers, files of passwords, Kubernetes. */
import { ALNUM, BASE32, draw, drawPassword, type Random } from './pieces.ts'
import { lined, type UnseenFrame, type UnseenKind } from './unseen-kind.ts'
import { drawBytes, drawSecretWord, HEX_UPPER } from './unseen-pieces.ts'

const token = (random: Random) => draw(random, ALNUM, 32)
const hexKey = (random: Random) => random.hex(32)
const awsSecret = (random: Random) => drawBytes(random, 30).toString('base64')
const accessId = (random: Random) => `AKIA${draw(random, BASE32, 16)}`

function setting(name: string, make: (random: Random) => string, ...frames: readonly UnseenFrame[]): UnseenKind {
  return lined(name, 'settings', make, frames)
}

/** The line must begin where it begins. */
function fileLine(name: string, make: (random: Random) => string, ...frames: readonly UnseenFrame[]): UnseenKind {
  return lined(name, 'settings', make, frames, { isAnchored: true })
}

const TABLES: readonly UnseenKind[] = [
  fileLine(
    'aws-console-csv',
    awsSecret,
    (v, r) => `Access key ID,Secret access key\n${accessId(r)},${v}`,
    (v, r) => `User name,Password,Access key ID,Secret access key,Console login link\ndeploy,,${accessId(r)},${v},`,
  ),
  fileLine(
    'user-csv',
    drawSecretWord,
    v => `name,email,password\nmaria,m@acme.test,${v}`,
    v => `id;login;passwort\n7;maria;${v}`,
    v => `username\tpassword\nmaria\t${v}`,
  ),
  fileLine(
    'token-csv',
    token,
    v => `service,api_key\nbilling,${v}`,
    v => `"name","token"\n"ci","${v}"`,
  ),
  fileLine('browser-csv', drawPassword, v => `name,url,username,password\nshop,https://shop.acme.test/,maria,${v}`),
  fileLine(
    'psql-table',
    token,
    v => ` id | name  | api_token\n----+-------+----------------------------------\n  1 | maria | ${v}`,
    v => `*************************** 1. row ***************************\n      id: 1\n api_key: ${v}`,
  ),
  setting(
    'toml-array',
    token,
    v => `api_keys = ["${v}"]`,
    v => `tokens = [\n  "${v}",\n]`,
    v => `secrets = ['${v}', ]`,
  ),
  setting(
    'json-array',
    token,
    v => `{"apiKeys": ["${v}"]}`,
    v => `"accessTokens": [\n    "${v}"\n  ],`,
    v => `"passwords":["${v}"]`,
  ),
  setting(
    'yaml-array',
    token,
    v => `api_keys:\n  - ${v}\nport: 80`,
    v => `tokens: [${v}]`,
  ),
]

const FILES: readonly UnseenKind[] = [
  fileLine(
    'pgpass',
    drawSecretWord,
    v => `db1.acme-internal.net:5432:shop:app:${v}`,
    v => `*:*:*:app:${v}`,
  ),
  fileLine(
    'netrc',
    drawSecretWord,
    v => `machine api.acme-internal.net\n  login maria\n  password ${v}`,
    v => `machine a.acme-internal.net login maria password ${v}`,
  ),
  fileLine(
    'my-cnf',
    drawSecretWord,
    v => `[client]\nuser=app\npassword=${v}`,
    v => `[mysqldump]\npassword = "${v}"`,
  ),
  fileLine('git-credentials', token, v => `https://maria:${v}@git.acme-internal.net`),
  fileLine('htdigest', hexKey, v => `maria:acme realm:${v}`),
  fileLine(
    'shadow',
    r => `$y$j9T$${draw(r, ALNUM, 22)}$${draw(r, ALNUM, 43)}`,
    v => `maria:${v}:19700:0:99999:7:::`,
  ),
  fileLine(
    'smbpasswd',
    r => draw(r, HEX_UPPER, 32),
    (v, r) => `maria:1001:${draw(r, HEX_UPPER, 32)}:${v}:[U          ]:LCT-66F0A1B2:`,
  ),
  setting(
    'django-hash',
    r => `pbkdf2_sha256$${600_000 + r.below(400_000)}$${draw(r, ALNUM, 22)}$${drawBytes(r, 32).toString('base64')}`,
    v => `  "password": "${v}",`,
    v => `auth_user: maria ${v}`,
  ),
  setting(
    'werkzeug-hash',
    r => `scrypt:32768:8:1$${draw(r, ALNUM, 16)}$${r.hex(128)}`,
    v => `password_hash = '${v}'`,
    v => `maria|${v}`,
  ),
  setting(
    'phpass-hash',
    r => `$P$B${draw(r, ALNUM, 30)}`,
    v => `INSERT INTO wp_users VALUES (1,'maria','${v}','maria');`,
  ),
  setting(
    'wordpress-salt',
    r => `${draw(r, ALNUM, 20)}${r.pick(['|', '^', ')', '#'])}${draw(r, ALNUM, 24)}~${draw(r, ALNUM, 18)}`,
    v => `define('AUTH_KEY',         '${v}');`,
    v => `define( 'NONCE_SALT', '${v}' );`,
  ),
  setting(
    'laravel-key',
    r => `base64:${drawBytes(r, 32).toString('base64')}`,
    v => `APP_KEY=${v}`,
    v => `'key' => env('APP_KEY', '${v}'),`,
  ),
  setting(
    'rails-master-key',
    hexKey,
    v => `RAILS_MASTER_KEY=${v}`,
    v => `$ cat config/master.key\n${v}`,
  ),
  setting(
    'rails-secret-base',
    r => r.hex(128),
    v => `production:\n  secret_key_base: ${v}`,
    v => `SECRET_KEY_BASE=${v}`,
  ),
  setting(
    'symfony-secret',
    r => r.hex(32),
    v => `APP_SECRET=${v}`,
    v => `framework:\n    secret: '${v}'`,
  ),
  setting(
    'fernet-key',
    r => `${drawBytes(r, 32).toString('base64url')}=`,
    v => `AIRFLOW__CORE__FERNET_KEY=${v}`,
    v => `fernet_key = ${v}`,
  ),
  setting(
    'define-key',
    token,
    v => `#define API_KEY "${v}"`,
    v => `#define MQTT_TOKEN    "${v}"`,
    v => `static const char *kApiSecret = "${v}";`,
  ),
  setting(
    'jenkins-secret',
    r => r.hex(32),
    v => `java -jar agent.jar -url http://ci:8080/ -secret ${v} -name a`,
    v => `<apiToken>${v}</apiToken>`,
  ),
  setting(
    'maven-settings',
    drawSecretWord,
    v => `<server>\n  <id>nexus</id>\n  <username>ci</username>\n  <password>${v}</password>\n</server>`,
  ),
  setting(
    'gradle-properties',
    drawSecretWord,
    v => `RELEASE_STORE_PASSWORD=${v}`,
    v => `signing.password=${v}`,
    v => `nexusPassword=${v}`,
  ),
  setting(
    'composer-auth',
    token,
    v => `{"http-basic": {"repo.acme.test": {"username": "ci", "password": "${v}"}}}`,
    v => `"github-oauth": { "github.com": "${v}" }`,
  ),
  setting(
    'pypirc',
    token,
    v => `[nexus]\nrepository = https://nexus.acme-internal.net\nusername = ci\npassword = ${v}`,
  ),
  setting('nuget-config', drawSecretWord, v => `<add key="ClearTextPassword" value="${v}" />`),
  setting(
    'kafka-jaas',
    drawSecretWord,
    v =>
      `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="${v}";`,
    v => `  password="${v}"\n  user_app="${v}";`,
  ),
]

const KUBERNETES: readonly UnseenKind[] = [
  setting(
    'kubernetes-data',
    token,
    v => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  blob: ${b64(v)}`,
    v => `kind: Secret\ndata:\n  license.txt: ${b64(v)}\n  zone: ZXU=`,
  ),
  setting(
    'kubernetes-odd-key',
    drawSecretWord,
    v => `kind: Secret\ntype: Opaque\ndata:\n  value1: ${b64(v)}`,
    v => `{"kind":"Secret","data":{"settings.ini":"${b64(`login=${v}`)}"}}`,
  ),
  setting(
    'kubernetes-string-data',
    drawSecretWord,
    v => `apiVersion: v1\nkind: Secret\nstringData:\n  conn: ${v}`,
    v => `kind: Secret\nstringData:\n  smtp: "${v}"`,
  ),
  setting(
    'compose-secret',
    drawSecretWord,
    v => `services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD=${v}`,
    v => `    command: redis-server --requirepass ${v}`,
  ),
  setting(
    'helm-set',
    drawSecretWord,
    v => `helm upgrade db bitnami/postgresql --set auth.postgresPassword=${v}`,
    v => `kubectl create secret generic db --from-literal=password=${v}`,
  ),
  setting(
    'sealed-token',
    token,
    v => `kubectl config set-credentials ci --token=${v}`,
    v => `kubeadm join 10.0.4.2:6443 --token ${v.slice(0, 6)}.${v.slice(6)}`,
  ),
]

export const UNSEEN_SETTINGS: readonly UnseenKind[] = [...TABLES, ...FILES, ...KUBERNETES]

function b64(text: string): string {
  return Buffer.from(text).toString('base64')
}
