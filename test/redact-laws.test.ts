import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../src/redact/create-redactor.ts'
import type { Redaction, RedactorOptions } from '../src/redact/redaction.ts'
import type { Rule } from '../src/redact/rule.ts'

const NOBODY: RedactorOptions = { identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] }
const PLACE = { session: 'laws', agentId: undefined, line: 1 }
/** Put together here, so that no scanner takes the test for a leak. */
const GITHUB = ['gh', 'p_'].join('')

function seal(texts: readonly string[], options: Partial<RedactorOptions> = {}, rules?: readonly Rule[]): Redaction {
  const redactor = createRedactor({ ...NOBODY, ...options }, rules)
  for (const text of texts) redactor.learnText(text, PLACE)
  return redactor.seal()
}

/** Knows a secret by what stands around it, so that the laws hold for any secret and whatever the real rules are. */
const PLANTED: Rule = {
  name: 'planted',
  category: 'secret',
  what: 'what a test has planted',
  rank: 'named',
  anchors: ['<planted>'],
  pattern: /<planted>(?<secret>.+)<end>/dg,
}

function plant(value: string): Redaction {
  const redactor = createRedactor(NOBODY, [PLANTED])
  redactor.learnText(`<planted>${value}<end>`, PLACE)
  return redactor.seal()
}

/** Passwords with every character that some encoding writes another way, and tokens. */
const password = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019/+=&<>"\'%$!#@?;:,.|~^*()[]{}-_\\'), minLength: 13, maxLength: 40 })
  .map(text => `q7${text}Kz`)
const token = fc
  .string({
    unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
    minLength: 36,
    maxLength: 36,
  })
  .map(text => GITHUB + text)
const secret = fc.oneof(password, token)
const around = fc.string({ unit: fc.constantFrom(...'abc def.,"(\n=: '), maxLength: 40 })

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: text => text,
  'JSON once': text => JSON.stringify(text).slice(1, -1),
  'JSON twice': text => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  'JSON four times': text => [1, 2, 3, 4].reduce(one => JSON.stringify({ v: one }), text),
  'JSON with escaped slashes': text => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in ASCII': text =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[&<>']/g, sign => `\\u00${hex(sign)}`),
  URL: text => encodeURIComponent(text),
  'URL twice': text => encodeURIComponent(encodeURIComponent(text)),
  HTML: text => escapeHtml(text),
  'HTML twice': text => escapeHtml(escapeHtml(text)),
  base64: text => Buffer.from(text).toString('base64'),
  'base64 for URLs': text => Buffer.from(text).toString('base64url'),
  'base64 of a line': text => Buffer.from(`export NAME='${text}'\nOTHER=1\n`).toString('base64'),
  'base64 after one character': text => Buffer.from(`x${text}`).toString('base64'),
  'base64 after two characters': text => Buffer.from(`xy${text} z`).toString('base64'),
  'base64 twice': text => Buffer.from(`A=${Buffer.from(`B='${text}'`).toString('base64')}\n`).toString('base64'),
  'base64 in lines': text => inLines(Buffer.from(`export A='${'x'.repeat(40)}'\nB='${text}'\n`).toString('base64')),
}
const GUTTERS = [
  '',
  ' ',
  '        ',
  '\t',
  '│ ',
  '> ',
  '+',
  '+ ',
  '- ',
  '# ',
  '// ',
  '* ',
  '    12→',
  '12\t',
  '7: ',
  ' 3 | ',
  '  4 +',
]

describe('a value that was found', () => {
  test.each(Object.entries(ENCODINGS))('is taken out written as %s', (_name, encode) => {
    const law = fc.property(secret, around, around, (value, before, after) => {
      const text = plant(value).redactText(`${before} ${encode(value)} ${after}`)
      expect(text).not.toContain(value)
      expect(text).not.toContain(encode(value))
      expect(text).toMatch(/‹planted-\d›/)
    })
    fc.assert(law, { numRuns: 300 })
  })

  test('is taken out wrapped at any place, with anything at the left of the lines', () => {
    const gutter = fc.constantFrom(...GUTTERS)
    const end = fc.constantFrom('\n', '\r\n', ' \n', ' │\n', '\\n', '\\\\n', '\\r\\n')
    const widths = fc.array(fc.integer({ min: 3, max: 30 }), { minLength: 1, maxLength: 3 })
    const law = fc.property(secret, gutter, end, widths, (value, left, line, parts) => {
      const text = plant(value).redactText(`said ${wrap(value, parts, line + left)} and more`)
      expect(text).toMatch(/^said ‹planted-\d› and more$/)
    })
    fc.assert(law, { numRuns: 2000 })
  })

  test('is no longer in what requireClean lets pass, and stops it otherwise', () => {
    const law = fc.property(secret, around, (value, before) => {
      const redaction = plant(value)
      const text = `${before} ${value}`
      expect(() => redaction.requireClean(redaction.redactText(text))).not.toThrow()
      expect(() => redaction.requireClean(text)).toThrow('would have been written')
    })
    fc.assert(law, { numRuns: 200 })
  })
})

describe('redaction', () => {
  const value = `${GITHUB}${'a1B2c3D4e5F6'.repeat(3)}`
  const seeds = [
    value,
    '/home/maria/.ssh/id',
    'maria@castle:~/x$',
    'DB_PASSWORD=tr0ub4dor&3x!',
    'a.person@mail.example',
    '‹word-1›',
  ]
  const text = fc
    .array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(...seeds, '\n', ' ', '"', '\\', '‹', '›', '='),
        fc.string({ unit: 'grapheme' }),
      ),
    )
    .map(parts => parts.join(''))
  const redaction = seal([...seeds], { words: ['Castle Moat'] })

  test('done twice gives what it gave once', () => {
    const law = fc.property(text, one => {
      const once = redaction.redactText(one)
      expect(redaction.redactText(once)).toBe(once)
    })
    fc.assert(law, { numRuns: 2000 })
  })

  test('leaves a value without hits the very same', () => {
    const plain = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(plain, one => {
        const result = redaction.redactValue(one)
        expect(JSON.stringify(result) === JSON.stringify(one)).toBe(result === one)
      }),
      { numRuns: 500 },
    )
  })

  test('gives the same value the same placeholder, and finds the same values in any order', () => {
    const texts = seeds.map((seed, index) => `${index}: ${seed} and ${seeds[(index + 1) % seeds.length]}`)
    const expected = valuesOf(seal(texts))
    expect(expected.length).toBeGreaterThan(4)
    const law = fc.property(fc.shuffledSubarray(texts, { minLength: texts.length }), shuffled => {
      const other = seal(shuffled)
      expect(valuesOf(other)).toEqual(expected)
      expect(other.redactText(`${value} ${value}`)).toBe('‹github-token-1› ‹github-token-1›')
    })
    fc.assert(law, { numRuns: 30 })
  })
})

function valuesOf(redaction: Redaction): readonly string[] {
  return redaction.hits.map(({ rule, value }) => `${rule} ${value}`).sort()
}

function wrap(value: string, parts: readonly number[], line: string): string {
  const pieces: string[] = []
  let at = 0
  for (const part of parts) {
    if (at + part >= value.length) break
    pieces.push(value.slice(at, at + part))
    at += part
  }
  return [...pieces, value.slice(at)].join(line)
}

function inLines(text: string): string {
  return text.replaceAll(/.{60}/g, '$&\n')
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(2, '0')
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
  return text.replaceAll(/[&<>"']/g, sign => `&${names[sign]};`)
}
