import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../create-redactor.ts'

const OPTIONS = { identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] }
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Drawn by a seed, so that a run can be repeated. */
let state = 20_011
function draw(length: number, letters = LETTERS): string {
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return letters.charAt(Math.floor((state / 2_147_483_648) * letters.length))
  }).join('')
}

function redact(text: string): string {
  const redactor = createRedactor(OPTIONS)
  redactor.learnText(text, { session: '', agentId: undefined, line: 1 })
  return String(redactor.seal().redactValue(text))
}

function checkTaken(value: string, line: string): void {
  expect(redact(line.replace('@', value)), line).not.toContain(value)
}

describe('a token of a service that no row names', () => {
  test('is taken out where its beginning says what it is', () => {
    checkTaken(`acme_live_${draw(24)}`, 'tried @ again')
    checkTaken(`sk_acme_${draw(30)}`, 'tried @ again')
    checkTaken(`acme_pat_${draw(40, '0123456789abcdef')}`, "init('@')")
    checkTaken(`acme-secret-${draw(36, 'abcdefghijklmnopqrstuvwxyz0123456789')}`, 'loaded: @')
  })
  test('is taken out where 32 letters of both cases and digits stand behind any beginning', () => {
    checkTaken(`qzx_${draw(36)}`, 'tried @ again')
    checkTaken(`QZXT-${draw(44)}`, "init('@')")
  })
  test('is none where it is a key for publishing, an id, a hash or the place in a list', () => {
    for (const text of [
      `pk_live_${draw(40)}`,
      `acme_publishable_${draw(40)}`,
      `toolu_01${draw(22)}`,
      `chatcmpl-${draw(34)}`,
      `chunk_${draw(40)}`,
      `sha512-${draw(86)}==`,
      `cursor_${draw(40)}`,
      `conn_${btoa('arrayconnection of the page behind:120')}`,
      `layer_${draw(64, '0123456789abcdef')}`,
      `key_01${draw(24, 'abcdefghjkmnpqrstvwxyz0123456789')}`,
      'test_parse_X509_SHA256_rsa_AES128_of_certificates',
      `_ZN4llvm12${draw(3)}_createFunctionPassManager32ForTarget`,
    ])
      expect(redact(text), text).toBe(text)
  })
})

describe('a key without an armour', () => {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  test('is taken out behind its name', () => {
    checkTaken(hex(32), 'private key (hex): @')
    checkTaken(hex(32), 'AES-256 key: @')
    checkTaken(randomBytes(32).toString('base64'), 'master key = "@"')
    checkTaken(draw(32, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), 'oathtool --totp -b @')
    checkTaken('k5xw g2lt n5xg 6zlu mfwg k3dj m4qh i33x', 'Your 2FA secret is: @')
    checkTaken(hex(48), `CLIENT_RANDOM ${hex(32)} @`)
    checkTaken(`doIF${draw(400)}`, 'ptt /ticket:@')
    checkTaken(draw(344), '<RSAKeyValue><D>@</D></RSAKeyValue>')
    checkTaken(hex(16), `root:500:${hex(16)}:@:::`)
  })
  test('is none behind the name of a public one', () => {
    for (const text of [`public key: ${hex(32)}`, `key id: ${hex(32)}`, `the master key has a hash: ${hex(32)}`])
      expect(redact(text), text).toBe(text)
  })
})
