import { describe, test } from 'vitest'
import { checkKept, checkTaken } from '../../../test/redaction/check-found.ts'

/** Letters alone, put together here. */
const WORD = ['Regen', 'bogen', 'fisch'].join('')
const CAMEL = ['Silver', 'Falcon', 'castle'].join('')
const RANDOM = ['q7Rk0ZtW', 'bXv3Lm9P', 'yD5nHs2J'].join('')
const HEX = ['0123abcd', '98fe7654', '5a6b7c8d', 'e1f2a3b4'].join('')

describe('a secret in code', () => {
  test('is taken out behind the user in a call or a pair', () => {
    checkTaken(WORD, `new NetworkCredential("anna", "${WORD}")`, `auth=("anna", "${WORD}")`)
    checkTaken(WORD, `Credentials("Realm", "nexus.acme.dev", "anna", "${WORD}")`, `smtp.login('anna', '${WORD}')`)
    checkTaken(WORD, `mysqli_connect("db", "anna", "${WORD}", "shop")`)
  })
  test('is taken out where a test types it into a page', () => {
    checkTaken(WORD, `cy.get('#password').type('${WORD}')`, `page.getByLabel('Password').fill('${WORD}')`)
    checkTaken(WORD, `await page.fill('input[name=password]', '${WORD}')`)
    checkKept("page.fill('#password', password)", "cy.get('#name').type('somebody')", 'login("anna", "wrong")')
  })
  test('in CamelCase is taken out among settings, and kept among types', () => {
    checkTaken(CAMEL, `database:\n  user: app\n  password: ${CAMEL}\n`)
    checkKept(`interface Login {\n  password: HashedValueType\n  name: string\n}`)
  })
})

describe('a secret in a file', () => {
  test('of lines without names is taken out', () => {
    checkTaken(HEX, `anna:acme realm:${HEX}`)
    checkTaken(WORD, `open ftp.acme.dev\nuser anna ${WORD}\nbinary`, `user anna\npassword ${WORD}\nhost mail`)
    checkTaken(WORD, `chpasswd:\n  list: |\n    root:${WORD}`)
    checkKept(`digest: sha256:${HEX}${HEX}`)
  })
  test('that a command shows is taken out', () => {
    checkTaken(RANDOM, `$ cat .vault_pass\n${RANDOM}`, `$ cat /run/secrets/api_token\n${RANDOM}`)
    checkKept('$ cat passwords.md\nintroduction', '$ cat token.ts\nimport {')
  })
  test('in a drawn table is taken out below its head', () => {
    checkTaken(WORD, `+----+----------+\n| id | password |\n+----+----------+\n|  1 | ${WORD} |\n+----+----------+`)
    checkTaken(RANDOM, ` id | api_token\n----+----------\n  1 | ${RANDOM}`)
    checkKept('| name | token |\n|---|---|\n| a | getSessionToken |')
  })
  test('in a text of JSON ends and begins as a line does', () => {
    checkTaken(CAMEL, JSON.stringify({ ok: true, stdout: `smtp_password: ${CAMEL}`, code: 0 }))
    checkTaken(WORD, JSON.stringify({ stdout: `name,password\nanna,${WORD}` }))
  })
})

describe('the line below a name', () => {
  test('is no value of a name without one', () => {
    checkKept('DB_PASSWORD=\nLANG=en_US.UTF-8', 'user = app\nPORT=1\npassword = getpass()')
  })
})

describe('a password in an address', () => {
  test('may begin with a sign, be long, and hold a quote, a slash or another @', () => {
    const odd = ['$ecret', '99'].join('')
    checkTaken(odd, `postgres://app:${odd}@db/x`)
    checkTaken(`it'sM3here`, `https://app:it'sM3here@db.acme.dev/x`)
    checkTaken(RANDOM.repeat(20), `postgres://app:${RANDOM.repeat(20)}@db/x`)
    checkTaken(['p@ss', 'w0rd9'].join('/'), `postgres://app:${['p@ss', 'w0rd9'].join('/')}@host/db`)
  })
  test('is none where something is filled in', () => {
    checkKept('postgres://$USER:$PASS@db/x', 'postgres://%s:%s@db/x', ['postgres://u', '%(pw)s@db/x'].join(':'))
    checkKept('docker%3A%2F%2Fpostgres%3A16-alpine%40sha256%3Aabcdef0123456789')
  })
})

describe('a sentence', () => {
  test('gives a password away that somebody should type', () => {
    checkTaken(WORD, `try the password ${WORD} instead`, `It asks for a password, type ${WORD}`)
    checkTaken(WORD, `mot de passe du wifi : « ${WORD} »`, `le mdp est ${WORD}`, `Password (again): ${WORD}`)
    checkTaken(WORD, `Der WLAN-Schlüssel ist ${WORD}`, `Use anna / ${WORD} as login and password.`)
    checkKept('try the password manager instead', 'use password authentication for now', 'enter password again')
  })
})
