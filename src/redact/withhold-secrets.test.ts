import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withholdSecrets } from './withhold-secrets.ts'

// Put together here, so that nobody's scanner takes this file for a leak.
const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`

test('keys, tokens and passwords are left out and named', () => {
  expect(withholdSecrets(`push with ${TOKEN} then`)).toBe('push with ‹github-token› then')
  expect(withholdSecrets(`A ${TOKEN}, B ${TOKEN}`)).toBe('A ‹github-token›, B ‹github-token›')
  expect(withholdSecrets('postgres://app:s3cr3tPw9x@db/main')).toBe('postgres://app:‹url-password›@db/main')
})

test('what stands behind the name of a secret is left out, also in the middle of a sentence', () => {
  const plain = ['Tr0ub4dor', 'Zx81plum99', 'hunter2secret', 'zQ8vN3mKp1', '9f8e7d6c5b4a']
  const [first, second, third, fourth, fifth] = plain
  const said = [
    `set DB_PASSWORD=${first}&3xyz in the shell`,
    `PGPASSWORD=${second} psql`,
    `password: ${third}`,
    `secret_key = '${fourth}'`,
    `API_KEY="${fifth}39281706f5e4"`,
    `passwort: ${second}`,
  ]
  for (const text of said) {
    for (const value of plain) expect(withholdSecrets(`Then ${text} was written.`)).not.toContain(value)
  }
})

test('names, folders, hashes and prose stay as they are', () => {
  for (const text of [
    'The token of the lease is renewed at half its time; see /home/alice/api/src/lease.ts',
    'The password: ask the lead. Its key = value pairs, and const password = process.env.PASSWORD1',
    'commit 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432 by alice@example.org',
    '',
  ])
    expect(withholdSecrets(text)).toBe(text)
})

test('wherever a token stands, it does not come out', () => {
  const around = fc.string({
    unit: fc.constantFrom('a ', ' ', '\n', '"', "'", '=', ': ', '(', 'İ', '😀'),
    maxLength: 20,
  })
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(withholdSecrets(`${before} ${TOKEN} ${after}`)).not.toContain(TOKEN)
    }),
    { numRuns: 60 },
  )
})
