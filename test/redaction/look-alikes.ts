/** Harmless texts that resemble secrets. None of them may change. */

import { kind, type LookAlikeKind } from './look-alike-kind.ts'
import { CODE_LOOK_ALIKES } from './look-alikes-code.ts'
import { SETTINGS_LOOK_ALIKES } from './look-alikes-settings.ts'
import { ALNUM, draw, drawBase64, drawWord, LOWER, UPPER } from './pieces.ts'

const HASHES: readonly LookAlikeKind[] = [
  kind(
    'short git sha',
    r => `commit ${r.hex(7)} fixes the parser`,
    r => `${r.hex(7)} (HEAD -> main) Fix the parser`,
  ),
  kind(
    'git sha',
    r => `commit ${r.hex(40)}`,
    r => `git show ${r.hex(40)} --stat`,
    r => `index ${r.hex(7)}..${r.hex(7)} 100644`,
  ),
  kind(
    'git sha by field',
    r => JSON.stringify({ sha: r.hex(40), head_sha: r.hex(40) }),
    r => `"gitCommit": "${r.hex(40)}"`,
  ),
  kind(
    'uuid',
    r => r.uuid(),
    r => `"uuid":"${r.uuid()}","parentUuid":"${r.uuid()}"`,
    r => `"sessionId": "${r.uuid()}"`,
  ),
  kind(
    'integrity',
    r => `"integrity": "sha512-${drawBase64(r, 64)}"`,
    r => `sha256-${drawBase64(r, 32)}`,
    r => `integrity="sha384-${drawBase64(r, 48)}"`,
  ),
  kind(
    'sha256 sum',
    r => `${r.hex(64)}  backscroll-1.2.3.tgz`,
    r => `sha256:${r.hex(64)}`,
    r => `SHA256 (a.tgz) = ${r.hex(64)}`,
  ),
  kind(
    'docker digest',
    r => `FROM node:24@sha256:${r.hex(64)}`,
    r => `Status: Downloaded; Digest: sha256:${r.hex(64)}`,
  ),
  kind(
    'md5 etag',
    r => `ETag: "${r.hex(32)}"`,
    r => `md5: ${r.hex(32)}`,
  ),
  kind(
    'go sum',
    r => `golang.org/x/text v0.14.0 h1:${drawBase64(r, 32)}`,
    r => `golang.org/x/text v0.14.0/go.mod h1:${drawBase64(r, 32)}`,
  ),
  kind('cargo lock', r => `checksum = "${r.hex(64)}"`),
  kind('pip hash', r => `    --hash=sha256:${r.hex(64)} \\`),
  kind('yarn lock', r => `  resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#${r.hex(40)}"`),
  kind(
    'subresource file name',
    r => `dist/assets/index-${draw(r, ALNUM, 8)}.js   142.10 kB`,
    r => `/_next/static/chunks/${r.hex(16)}.js`,
  ),
  kind('css class hash', r => `<div class="css-${draw(r, LOWER, 7)} Button_root__${draw(r, ALNUM, 5)}">`),
  kind('hex colour', r => `color: #${r.hex(6)}; background: #${r.hex(8)}`),
  kind('ssh fingerprint', r => `SHA256:${drawBase64(r, 32).replace('=', '')} laptop (ED25519)`),
  kind('public ssh key', r => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${drawBase64(r, 32).replace('=', '')} laptop`),
  kind(
    'certificate',
    r => `-----BEGIN CERTIFICATE-----\nMII${drawBase64(r, 90)}\n-----END CERTIFICATE-----`,
    r => `-----BEGIN PUBLIC KEY-----\nMII${drawBase64(r, 90)}\n-----END PUBLIC KEY-----`,
  ),
  kind(
    'base64 image',
    r => `data:image/png;base64,iVBORw0KGgo${drawBase64(r, 300)}`,
    r => `src: url(data:font/woff2;base64,d09GMgABAAAAA${drawBase64(r, 200)})`,
  ),
  kind(
    'source map',
    r =>
      `//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify({ version: 3, mappings: draw(r, ALNUM, 60) })).toString('base64')}`,
  ),
  kind(
    'minified code',
    r => `!function(e,t){var n=${r.below(99)};for(const o of t)e[o]=n^o.charCodeAt(0);return e.token=t,e}({},[]);`,
  ),
]

const PROSE: readonly LookAlikeKind[] = [
  kind(
    'token counts',
    r => `the token count is ${r.below(90000)}`,
    r => `Used ${r.below(90000)} tokens: 12k input, 3k output`,
    r => `token: ${r.below(9999)}`,
  ),
  kind('usage json', r =>
    JSON.stringify({ input_tokens: r.below(9999), cache_read_input_tokens: r.below(999999), output_tokens: 12 }),
  ),
  kind(
    'token limits',
    r => `max_tokens=${r.below(9999)}`,
    r => `"max_tokens": ${r.below(9999)}, "budget_tokens": 1024`,
    () => 'MAX_THINKING_TOKENS=31999',
  ),
  kind(
    'prose about tokens',
    () => 'the token is invalid or has expired',
    () => 'Your password must have at least 12 characters',
    () => 'password: at least one capital letter',
    () => 'secret: keep it secret, keep it safe',
  ),
  kind(
    'prose about keys',
    () => 'api key: see the settings page',
    () => 'the secret is stored in the keychain',
    () => 'Set the token: Settings > Developer > Tokens',
  ),
  kind(
    'prose with bearer',
    () => 'send it as Authorization: Bearer <token>',
    () => 'uses bearer tokens for authentication',
    () => 'The Authorization: Bearer header is required',
    () => 'Basic authentication is supported',
  ),
  kind(
    'section titles',
    () => '## Token: what it is',
    () => '- **Password**: required',
    () => '| password | string | yes |',
  ),
  kind(
    'sk words',
    () => 'risk-assessment-and-mitigation-plan-for-the-team',
    () => 'task-management-system-with-dependencies',
    () => 'disk-usage-analyser-for-large-folders',
  ),
  kind('long kebab', r => `feature/${drawWord(r)}-${drawWord(r)}-${drawWord(r)}-${drawWord(r)}-${drawWord(r)}`),
  kind('long path', r => `src/surfaces/${drawWord(r)}/${drawWord(r, 4)}/${drawWord(r, 5)}.test.ts`),
]

const IDS: readonly LookAlikeKind[] = [
  kind(
    'tool use id',
    r => `toolu_01${draw(r, ALNUM, 22)}`,
    r => JSON.stringify({ tool_use_id: `toolu_01${draw(r, ALNUM, 22)}` }),
  ),
  kind(
    'message id',
    r => `msg_01${draw(r, ALNUM, 22)}`,
    r => JSON.stringify({ id: `msg_01${draw(r, ALNUM, 22)}` }),
  ),
  kind(
    'task and agent id',
    r => `agentId: a${r.hex(16)}`,
    r => `shell id: b${r.hex(6)}`,
  ),
  kind(
    'model name',
    () => 'claude-sonnet-4-5-20250929',
    () => 'claude-opus-4-1@20250805',
    () => 'gpt-4.1-mini-2025-04-14',
  ),
  kind(
    'version at',
    () => 'typescript@5.9.3',
    () => '@types/node@24.19.2',
    () => 'pnpm@9.12.0+sha512',
    () => 'uses: actions/checkout@v4',
    () => 'npx create-app@latest',
  ),
  kind(
    'decorator',
    () => '@app.route("/login")',
    () => '@Injectable()',
    () => 'class A:\n    @property\n    def token(self): ...',
    () => '@pytest.mark.parametrize',
  ),
  kind(
    'git remote',
    () => 'git@github.com:acme/app.git',
    () => 'ssh://git@gitlab.com/acme/app.git',
    () => 'origin\tgit@bitbucket.org:acme/app.git (push)',
  ),
  kind(
    'example e-mail',
    () => 'alice@example.com',
    () => 'test@test.com',
    () => 'user@example.org',
    () => 'noreply@anthropic.com',
    () => 'bob@mail.example',
    () => 'you@localhost',
  ),
  kind(
    'no-reply e-mail',
    () => 'Co-Authored-By: Claude <noreply@anthropic.com>',
    () => 'github-actions[bot]@users.noreply.github.com',
  ),
  kind(
    'e-mail pattern',
    () => '/^[^@]+@[^@]+\\.[^@]+$/',
    () => 'name@host',
    () => 'foo@2x.png',
    () => 'icon@3x.webp',
  ),
  kind(
    'scoped package',
    () => '@anthropic-ai/claude-code',
    () => 'import x from "@scope/name.js"',
    () => 'node_modules/@babel/core/lib/index.js',
  ),
  kind(
    'timestamps and numbers',
    r => `"timestamp":"2026-11-16T12:3${r.below(9)}:00.000Z"`,
    r => `pid ${r.below(99999)} port 54321`,
    () => '1763296440000',
  ),
  kind(
    'ip and port',
    () => 'http://127.0.0.1:8080/',
    () => 'listening on 0.0.0.0:3000',
    () => '10.0.0.2:5432',
    () => 'fe80::1ff:fe23:4567:890a',
  ),
  kind(
    'semantic words',
    r => `${drawWord(r, 4)}${drawWord(r, 4)}${drawWord(r, 4)}`,
    r => `${drawWord(r)}_${drawWord(r)}_${drawWord(r)}_${drawWord(r)}`,
  ),
  kind(
    'camel case name',
    () => 'shouldThrowWhenTheTokenIsMissingFromTheRequest',
    () => 'createSessionTokenRepositoryFactoryBean',
    () => 'AbstractSingletonProxyFactoryBean',
  ),
  kind(
    'upper constant',
    () => 'ERR_HTTP2_INVALID_CONNECTION_HEADERS',
    () => 'OAUTH_TOKEN_ENDPOINT_AUTH_METHOD_NOT_SUPPORTED',
  ),
  kind(
    'url without password',
    () => 'https://api.acme.dev/v1/users?page=2&sort=name',
    () => 'http://host:3000/path@2',
    () => 'https://github.com/acme/app/blob/main/a.ts#L10-L20',
    () => 'https://medium.com/@someone/a-title-here',
  ),
  kind(
    'clock in a url',
    () => 'https://a.dev/x?t=12:30@noon',
    () => 'http://localhost:3000?mail=a@b',
    () => 'docker://postgres:16-alpine@sha256:abc',
    () => 'file:///srv/a:b@c',
  ),
  kind(
    'ansi and table',
    () => '\u001b[32mpass\u001b[0m token.test.ts (12 tests)',
    () => '| token | 12 | 0.4 ms |',
  ),
  kind(
    'xml and svg',
    r => `<path d="M${r.below(99)}.5 12a2 2 0 01-2 2H6a2 2 0 01-2-2V8z"/>`,
    () => '<xs:element name="password" type="xs:string"/>',
  ),
  kind(
    'sql',
    () => 'SELECT token, secret FROM sessions WHERE user_id = 1',
    () => 'password VARCHAR(255) NOT NULL',
    () => "ALTER TABLE users ADD COLUMN api_key TEXT DEFAULT ''",
  ),
  kind(
    'regex of keys',
    () => '(password|secret|token)\\s*[:=]\\s*\\S+',
    () => '/api[_-]?key/i',
  ),
  kind(
    'upper hex guid',
    r => `{${r.uuid().toUpperCase()}}`,
    r => `ProjectGuid: ${r.uuid().toUpperCase()}`,
  ),
  kind(
    'alphabets',
    () => UPPER + LOWER,
    () => `const ALPHABET = '${UPPER}${LOWER}0123456789+/'`,
    () => "CHARS = 'abcdefghijklmnopqrstuvwxyz0123456789'",
  ),
]

export const LOOK_ALIKES: readonly LookAlikeKind[] = [
  ...HASHES,
  ...PROSE,
  ...CODE_LOOK_ALIKES,
  ...SETTINGS_LOOK_ALIKES,
  ...IDS,
]
