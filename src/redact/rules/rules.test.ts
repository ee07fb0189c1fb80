import { describe, expect, test } from 'vitest'
import { createRedactor } from '../create-redactor.ts'
import { isRandom } from './judge-value.ts'
import { RULES } from './table.ts'

function checkKept(text: string): void {
  expect(listFound(text)).toEqual([])
}

function checkTaken(text: string, rule: string, value: string): void {
  expect(listFound(text)).toContainEqual([rule, value])
}

function listFound(text: string): readonly (readonly [string, string])[] {
  const redactor = createRedactor({ identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] })
  redactor.learnText(text, { session: '', agentId: undefined, line: 1 })
  return redactor.seal().hits.map(({ rule, value }) => [rule, value])
}

/** Put together here, so that the file holds no key. */
const RANDOM = ['q7Rk0ZtW', 'bXv3Lm9P', 'yD5nHs2J', 'fC8wTa4G', 'eU6x'].join('')

describe('the table of rules', () => {
  test('has names that make placeholders and says what each rule takes out', () => {
    for (const { name, what } of RULES) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(what).not.toBe('')
    }
  })
  test('has patterns the engine can run: global, and with places where a group is the value', () => {
    for (const { name, pattern, fields } of RULES) {
      expect(pattern ?? fields, name).toBeDefined()
      if (pattern)
        expect(pattern.flags.replace(/[imu]/g, ''), name).toBe(pattern.source.includes('(?<secret>') ? 'dg' : 'g')
      if (fields) expect(fields.global, name).toBe(false)
    }
  })
  test('has no anchor that stands everywhere', () => {
    for (const { name, anchors } of RULES) {
      for (const anchor of anchors) expect(anchor.length, name).toBeGreaterThanOrEqual(anchor === '@' ? 1 : 2)
    }
  })
})

describe('a name with a value', () => {
  test('is taken out where the value was drawn at random', () => {
    checkTaken(`WEATHER_API_KEY=${RANDOM}`, 'secret', RANDOM)
    checkTaken(`apiKey: '${RANDOM}',`, 'secret', RANDOM)
  })
  test('is kept where the value is a name, a word, a call or a place', () => {
    checkKept('apiKey: config.providers.weather.apiKey,')
    checkKept('token = create_session_token_for_user(request)')
    checkKept('SECRET_KEY_FILE=/run/secrets/session_key_2026')
    checkKept('tokenEndpoint: "https://auth.acme.dev/oauth2/v1/token"')
  })
  test('is kept where the name means no access', () => {
    checkKept(`nextPageToken: "${RANDOM}"`)
    checkKept(`cacheKey: "${RANDOM}"`)
  })
})

describe('a password', () => {
  test('needs less than randomness, because of its name', () => {
    checkTaken('DB_PASSWORD=kamorisul', 'password', 'kamorisul')
    checkTaken('password: "kamori-77!"', 'password', 'kamori-77!')
    checkTaken(`postgres://app:${['kamori', '77'].join('')}@db.acme.dev/app`, 'url-password', 'kamori77')
  })
  test('that everybody uses is kept', () => {
    checkKept('POSTGRES_PASSWORD=postgres')
    checkKept('password: "changeme"')
    checkKept('mysql://root:root@localhost/test')
  })
  test('is not the result of a test', () => {
    checkKept('    --- PASS: TestIsShadowBranch/7_hex_chars_numeric (0.00s)')
  })
})

describe('a password inside an address', () => {
  const value = ['kamori', '77'].join('')
  const isTaken = (address: string) => listFound(address).some(([, found]) => found === value)

  test('is taken out whatever the host', () => {
    const hosts = ['localhost', '127.0.0.1:5432', '10.0.0.3', '[::1]:6379', '[2001:db8::1]', 'db', 'db.acme.dev']
    const made = ['example.com', 'api.EXAMPLE.org:8443', 'example.test', 'host', '$DB_HOST', '{host}', '<host>', '%s']
    for (const host of [...hosts, ...made, '/app?host=/var/run', 'example.com?mail=me@example.com'])
      expect(isTaken(`postgres://app:${value}@${host}/app`), host).toBe(true)
  })
  test('is taken out whatever the scheme and the user', () => {
    for (const scheme of [
      'postgres',
      'rediss',
      'amqp',
      'mongodb+srv',
      'https',
      'smtp',
      'ftp',
      'x',
      'postgresql+psycopg2cffi',
    ])
      expect(isTaken(`${scheme}://app:${value}@localhost/x`), scheme).toBe(true)
    for (const user of ['', 'me%40acme.dev', 'someone@example.com', value])
      expect(isTaken(`redis://${user}:${value}@example.com:6379/0`), user).toBe(true)
    checkTaken('postgres://shop:shop@localhost/shop', 'url-password', 'shop')
    checkTaken(`mysql://admin:${'hunter2'}@localhost/x`, 'url-password', 'hunter2')
  })
  test('is taken out among parameters, encoded, and with signs in it', () => {
    expect(isTaken(`jdbc:postgresql://localhost:5432/app?user=app&password=${value}`)).toBe(true)
    expect(isTaken(`jdbc:sqlserver://localhost:1433;user=sa;password=${value};`)).toBe(true)
    expect(isTaken(`?next=postgres%3A%2F%2Fapp%3A${value}%40example.com%2Fapp`)).toBe(true)
    checkTaken('https://me:pa%24%24w0rd@192.168.1.1:8443/x', 'url-password', 'pa$$w0rd')
    checkTaken('postgres://app:p@ss77@example.com/x', 'url-password', 'p@ss77')
  })
  test('is kept where a word, a sign or a variable stands for it', () => {
    const words = ['password', 'pass', 'PASSWORD', '***', '<password>', '[PASSWORD]', '{password}', 'your_password']
    for (const word of [...words, '$PASSWORD', ['$', '{PASSWORD}'].join(''), '%s', 'postgres'])
      checkKept(`postgres://user:${word}@localhost/x`)
  })
  test('is none in what looks like an address with one', () => {
    checkKept('git@github.com:acme/app.git and ssh://git@github.com:22/acme/app.git')
    checkKept('npm:pkg@1.2.3 npm:@scope/pkg@1.2.3 https://unpkg.com/react@18.2.0/umd')
    checkKept('http://localhost:3000?email=a@b http://host:8080/a@b http://localhost:3000#a@b')
    checkKept('?u=https%3A%2F%2Flocalhost%3A3000%3Fmail%3Da%40b')
    checkKept('at 2026-03-01T10:00:00@host, https://a.dev/x?t=12:30@noon')
    checkKept('docker://postgres:16-alpine@sha256:abc')
  })
})

describe('a name beside a value', () => {
  test('counts in pairs, elements, arguments, blocks and columns', () => {
    checkTaken(`- name: API_TOKEN\n  value: "${RANDOM}"`, 'secret', RANDOM)
    checkTaken(`<apiKey>${RANDOM}</apiKey>`, 'secret', RANDOM)
    checkTaken(`os.getenv("SECRET_KEY", "${RANDOM}")`, 'secret', RANDOM)
    checkTaken(`session_secret: |-\n    ${RANDOM}\n`, 'secret', RANDOM)
    checkTaken(`api_token                    = "${RANDOM}"`, 'secret', RANDOM)
    checkTaken(`SECRET_KEY_BASE=${RANDOM}`, 'secret', RANDOM)
  })
  test('is kept in lists of names, patterns and references', () => {
    checkKept("['TEXT', 'PASSWORD', 'CHECKBOX']")
    checkKept("longopt_pat = r'[a-zA-Z](?:[a-zA-Z0-9-]*)'")
    checkKept('- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      key: password')
    checkKept('password=None,')
  })
  test('may be a command', () => {
    checkTaken('docker login -u app -p kamori-77! reg.acme.dev', 'password', 'kamori-77!')
    checkTaken('mysql -uroot --password=kamorisulten shop', 'password', 'kamorisulten')
    checkTaken("CREATE USER app WITH PASSWORD 'kamori-77!'", 'password', 'kamori-77!')
    checkKept('docker run -p 8080:8080 app')
    checkKept('mysql -u root -p shop < dump.sql')
  })
})

describe('an e-mail address', () => {
  test('is taken out in text, links and addresses', () => {
    checkTaken('Author: K <kamori@sulten.io>', 'email', 'kamori@sulten.io')
    checkTaken('[mail](mailto:kamori@sulten.io)', 'email', 'kamori@sulten.io')
  })
  test('of nobody is kept', () => {
    checkKept('Co-Authored-By: Claude <noreply@anthropic.com>')
    checkKept('git clone git@github.com:acme/app.git')
    checkKept('alice@example.com, bob@mail.test, icon@2x.png, react@19.1.0, x@self.weight')
  })
})

describe('a random value', () => {
  test('is told from words in any style of writing', () => {
    expect(isRandom(RANDOM, 16)).toBe(true)
    for (const words of [
      'createSessionTokenRepository',
      'my-database-credentials-for-tests',
      'ERR_HTTP2_INVALID_CONNECTION_HEADERS',
      'auth.session.token.refresh.v2',
      'getUserByIdAndTokenOrThrow',
      'NotImplementedYetException',
    ]) {
      expect(isRandom(words, 16), words).toBe(false)
    }
  })
  test('is no version, date, row of one letter or alphabet', () => {
    for (const value of [
      '1.2.3-beta.20261116',
      '2026-11-16T12:30:00.000Z',
      '0000000000000000',
      'abcdefghijklmnop0123',
    ]) {
      expect(isRandom(value, 16), value).toBe(false)
    }
  })
})
