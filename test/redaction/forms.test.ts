import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/create-redactor.ts'
import { crcSum, hasBase58Sum } from '../../src/redact/rules/forms/checksums.ts'
import { TOKEN_FORMS } from '../../src/redact/rules/forms/forms.ts'
import { anchorOf, type TokenForm } from '../../src/redact/rules/forms/token-form.ts'
import { makeToken } from './make-token.ts'
import { OPTIONS } from './measure.ts'
import { ALNUM, createRandom, draw } from './pieces.ts'

type Finding = readonly [rule: string, value: string]

function findIn(text: string): readonly Finding[] {
  const redactor = createRedactor(OPTIONS)
  redactor.learnText(text, { session: '', agentId: undefined, line: 1 })
  return redactor.seal().hits.map(({ rule, value }) => [rule, value])
}

function titleOf({ name, what }: TokenForm): string {
  return `${name}, ${what}`
}

const random = createRandom(20)
const made = TOKEN_FORMS.flatMap(form => Array.from({ length: 4 }, () => ({ form, value: makeToken(random, form) })))

describe('the table of forms', () => {
  test('says of every row where the fact is public and when it was written down', () => {
    expect(TOKEN_FORMS.length).toBeGreaterThan(300)
    for (const form of TOKEN_FORMS) {
      expect(form.source.where, titleOf(form)).not.toBe('')
      expect(form.source.date, titleOf(form)).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })
  test('looks for texts of three letters or more', () => {
    for (const form of TOKEN_FORMS) {
      for (const text of anchorOf(form.parts)?.texts ?? []) expect(text.length, titleOf(form)).toBeGreaterThan(2)
    }
  })
  test('finds the values made from each row, whole and under one name', () => {
    const text = made.map(({ value }) => `see ${value} there`).join('\n')
    const found = new Map(findIn(text).map(([rule, value]) => [value, rule]))
    const missed = made.filter(({ value }) => !found.has(value)).map(({ form, value }) => `${titleOf(form)}: ${value}`)
    expect(missed).toEqual([])
    const others = made.filter(({ form, value }) => found.get(value) !== form.name)
    expect(others.map(({ form, value }) => `${titleOf(form)}: ${value} is ${found.get(value)}`)).toEqual([])
  })
})

/** As GitHub and npm make them, by the checksum of the platform rather than by ours. */
function makeSummed(prefix: string): string {
  const body = draw(random, ALNUM, 30)
  return `${prefix}${body}${toBase62(crc32(body)).padStart(6, '0')}`
}

function toBase62(number: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return number < 62 ? digits.charAt(number) : toBase62(Math.floor(number / 62)) + digits.charAt(number % 62)
}

/** As a wallet writes it: version, payload and the beginning of a double hash, in base 58. */
function toBase58Check(bytes: Buffer): string {
  const hash = (data: Buffer) => createHash('sha256').update(data).digest()
  let number = BigInt(`0x${Buffer.concat([bytes, hash(hash(bytes)).subarray(0, 4)]).toString('hex')}`)
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (; number > 0n; number /= 58n) text = digits.charAt(Number(number % 58n)) + text
  return text
}

function drawBytes(count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => random.below(256)))
}

function checkTaken(value: string, rule: string): void {
  for (const text of [`here it is: ${value}`, `"${value}"`, `KEY=${value}\n`])
    expect(findIn(text), text).toEqual([[rule, value]])
}

describe('a token with a checksum', () => {
  test('has the sum that other software computes', () => {
    for (let i = 0; i < 20; i++) {
      const token = makeSummed('ghp_')
      expect(crcSum(token.slice(4, -6))).toBe(token.slice(-6))
      const wif = toBase58Check(Buffer.concat([Buffer.from([0x80]), drawBytes(32), Buffer.from([1])]))
      expect(hasBase58Sum(wif)).toBe(true)
      expect(hasBase58Sum(wif.slice(0, -1) + (wif.endsWith('1') ? '2' : '1'))).toBe(false)
    }
  })
  test('is taken out', () => {
    for (let i = 0; i < 5; i++) {
      checkTaken(makeSummed('gho_'), 'github-token')
      checkTaken(makeSummed('npm_'), 'npm-token')
      checkTaken(toBase58Check(Buffer.concat([Buffer.from([0x80]), drawBytes(32), Buffer.from([1])])), 'wallet-key')
      checkTaken(toBase58Check(Buffer.concat([Buffer.from([0x80]), drawBytes(32)])), 'wallet-key')
      const extended = Buffer.concat([Buffer.from('0488ade4', 'hex'), drawBytes(41), Buffer.from([0]), drawBytes(32)])
      checkTaken(toBase58Check(extended), 'wallet-key')
    }
  })
  test('is none where only the letters of a wallet are right', () => {
    const address = toBase58Check(Buffer.concat([Buffer.from([0]), drawBytes(20)]))
    expect(findIn(`pay to ${address}, hash ${draw(random, ALNUM, 52)} and K${draw(random, ALNUM, 51)}`)).toEqual([])
  })
})

describe('a letter before a token', () => {
  test('does not hide it where its beginning is its own', () => {
    for (const before of ['x', 'n', 'Token', 'tok_x']) {
      for (const [rule, value] of [
        ['github-token', makeSummed('ghp_')],
        ['npm-token', makeSummed('npm_')],
        ['gitlab-token', `glpat-${draw(random, ALNUM, 20)}`],
        ['neon-key', `napi_${draw(random, ALNUM, 64)}`],
        ['anthropic-key', `sk-ant-api03-${draw(random, ALNUM, 93)}AA`],
      ] as const) {
        expect(findIn(`see ${before}${value}.`), before).toContainEqual([rule, value])
      }
    }
  })
  test('makes another word of what has a short beginning, and of words', () => {
    const short = draw(random, ALNUM, 24)
    for (const text of [
      `task-${short}`,
      `desk_${short}`,
      `monkey_${random.hex(64)}`,
      `xghp_${'count_of_tokens'.repeat(3)}`,
    ])
      expect(findIn(`see ${text} there`), text).toEqual([])
  })
})

describe('what is no token', () => {
  test('is kept: hashes, ids, names of classes, models and files, public keys', () => {
    const texts = [
      `commit ${random.hex(40)}`,
      `sha512-${Buffer.from(random.hex(128), 'hex').toString('base64')}`,
      `sha256:${random.hex(64)}`,
      `id ${random.uuid()} and ${random.uuid().toUpperCase()}`,
      'sk-folding-cube sk-circle-fade-dot sk-chase-dot-before sk-learn-estimator-container-2',
      'claude-opus-4-20250514 gpt-4o-mini-2024-07-18 gemini-2.5-flash-lite-preview-09-2025',
      'key_press_handler_for_modal_dialog_with_focus_trap live_reload_server_for_tests',
      'pk_live_51H8 pk_test_TYooMQauvdEDq54NiTphI7jx',
      `phc_${draw(random, ALNUM, 43)} pub-c-${random.uuid()} sb_publishable_${draw(random, ALNUM, 31)}`,
      `pk-lf-${random.uuid()}`,
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'pat.test(value) sat.length st.name.first.last.abcdef live_migration_of_databases_to_cloud',
    ]
    for (const text of texts) expect(findIn(text), text).toEqual([])
  })
})
