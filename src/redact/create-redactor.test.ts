import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRedactor } from './create-redactor.ts'
import { type Redaction, RedactionFailure, type RedactorOptions } from './redaction.ts'
import type { Rule } from './rule.ts'

const NOBODY: RedactorOptions = { identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] }
const PLACE = { session: 'test', agentId: undefined, line: 1 }
/** Put together here, so that no scanner takes the test for a leak. */
const TOKEN = ['gh', 'p_', 'a1B2c3D4e5F6'.repeat(3)].join('')
const PASSWORD = ['tr0ub4dor', '&3x!Q'].join('')

function learn(values: readonly unknown[], options: Partial<RedactorOptions> = {}, rules?: readonly Rule[]): Redaction {
  const redactor = createRedactor({ ...NOBODY, ...options }, rules)
  for (const [index, value] of values.entries()) redactor.learnValue(value, { ...PLACE, line: index + 1 })
  return redactor.seal()
}

/** A text as it is after everything in it was learned. */
function checkText(text: string, options: Partial<RedactorOptions> = {}): string {
  return learn([text], options).redactText(text)
}

describe('secrets', () => {
  test('have the same placeholder in texts, names, arrays and JSON inside of strings', () => {
    const value = { text: `use ${TOKEN}`, [TOKEN]: 1, list: ['a', TOKEN], json: JSON.stringify({ deep: `"${TOKEN}"` }) }
    const redacted = learn([value]).redactValue(value)
    expect(redacted).toEqual({
      text: 'use ‹github-token-1›',
      '‹github-token-1›': 1,
      list: ['a', '‹github-token-1›'],
      json: '{"deep":"\\"‹github-token-1›\\""}',
    })
  })

  test('are known by the name of their field', () => {
    const value = { config: { password: PASSWORD }, note: `it is ${PASSWORD}.` }
    expect(learn([value]).redactValue(value)).toEqual({
      config: { password: '‹password-1›' },
      note: 'it is ‹password-1›.',
    })
  })

  test('that are too short to be searched everywhere go in their own context alone', () => {
    const short: Rule = {
      name: 'password',
      category: 'secret',
      what: 'any password',
      rank: 'general',
      anchors: ['password='],
      pattern: /password=(?<secret>\w+)/dg,
      fields: /^password$/,
    }
    const redaction = learn([{ password: 'fido7' }], {}, [short])
    expect(redaction.redactText('password=fido7, and fido7 the dog')).toBe('password=‹password-1›, and fido7 the dog')
    expect(redaction.redactValue({ password: 'fido7', dog: 'fido7' })).toEqual({
      password: '‹password-1›',
      dog: 'fido7',
    })
    expect(() => redaction.requireClean('fido7 the dog')).not.toThrow()
  })

  test('get the better of two names, whatever was found first', () => {
    const texts = [`SECRET_VALUE=${TOKEN}`, `see ${TOKEN}`]
    for (const order of [texts, texts.toReversed()]) {
      const { hits } = learn(order)
      expect(hits.map(({ rule, count }) => `${rule} ${count}`)).toEqual(['github-token 2'])
    }
  })

  test('are counted, with the first places and what stands around the first of them', () => {
    const [hit] = learn([`one\ntwo ${TOKEN} three`, { again: TOKEN }]).hits
    expect(hit).toMatchObject({ rule: 'github-token', category: 'secret', count: 2, value: TOKEN })
    expect(hit?.places.map(({ line }) => line)).toEqual([1, 2])
    expect(hit?.context.slice(hit.contextAt)).toBe(`${TOKEN} three`)
    expect(hit?.context.slice(0, hit.contextAt)).toBe('two ')
    expect(hit?.masked).not.toContain(TOKEN.slice(4, 10))
  })

  test('that stand in the lines of a diff go line by line, and the marks stay', () => {
    const body = Array.from({ length: 4 }, (_, index) => createHash('sha384').update(`${index}`).digest('base64'))
    const key = [`-----BEGIN ${'PRIVATE'} KEY-----`, ...body, `-----END ${'PRIVATE'} KEY-----`]
    const value = { lines: [' before', ...key.map(line => `+${line}`), ' after'], one: body[2] }
    const redacted = learn([value]).redactValue(value)
    expect(redacted.lines).toHaveLength(value.lines.length)
    expect(redacted.lines.at(0)).toBe(' before')
    expect(redacted.lines.at(3)).toMatch(/^\+‹private-key-1›$/)
    expect(redacted.lines.at(-1)).toBe(' after')
    expect(redacted.one).toBe('‹private-key-1›')
  })

  test('do not hide in base64, and the run they stand in goes as a whole', () => {
    const dump = Buffer.from(`HOME=/x\nGITHUB_TOKEN=${TOKEN}\nTERM=xterm\n`).toString('base64')
    expect(checkText(`data: ${dump}`)).toBe('data: ‹github-token-1›')
  })

  test('are never seen in ids and hashes', () => {
    const texts = [
      '2f1c7b64-9d3e-4c55-8a7f-0b1e2d3c4f5a',
      'commit da39a3ee5e6b4b0d3255bfef95601890afd80709',
      '"integrity": "sha512-WyMGzvZ4ZfXyTdKDUGuq0sgBjFkqGEuy2sv5zAGXT7PCu8eyVnIr7kwJNtEvKoDYdC5GzvAk2hEDWC3vZLRAyQ=="',
      'toolu_01AbCdEfGhIjKlMnOpQrStUv',
      'msg_01AbCdEfGhIjKlMnOpQrStUv',
    ]
    expect(texts.map(text => checkText(text))).toEqual(texts)
  })
})

describe('people', () => {
  test('lose their home folders, however they are written', () => {
    const text = 'cd /home/maria/work; C:\\Users\\maria\\x; file:///home/maria/y; ~/.claude/projects/-home-maria-work'
    expect(checkText(text)).toBe('cd ~/work; ~\\x; file://~/y; ~/.claude/projects/-~-work')
  })

  test('lose their names where a home folder told them, and the host of their prompt', () => {
    const text = 'maria@castle:~/x$ ls /home/maria/.ssh # Maria at castle, not mariachi'
    expect(checkText(text)).toBe('‹user-1›@‹host-1›:~/x$ ls ~/.ssh # ‹user-1› at ‹host-1›, not mariachi')
  })

  test('keep everyday words, even where somebody is called so', () => {
    expect(checkText('/home/dev/work and dev mode; /home/max/work and Math.max')).toBe(
      '~/work and dev mode; ~/work and Math.max',
    )
    expect(checkText('the route /home/dashboard shows a dashboard')).toBe('the route ~ shows a dashboard')
  })

  test('are known from the machine before a line is read', () => {
    const identity = { homes: ['/root', '/data/people/maria'], users: ['mkluge'], hosts: ['castle.example.net'] }
    const text = 'ls /root/x /data/people/maria/y /rooted; mkluge on castle, castle.example.net'
    const redaction = learn([text], { identity })
    expect(redaction.redactText(text)).toBe('ls ~/x ~/y /rooted; ‹user-1› on ‹host-1›, ‹host-1›')
    expect(redaction.hits.find(({ rule }) => rule === 'user')).toMatchObject({ value: 'mkluge', count: 1 })
    expect(learn([], { identity }).hits).toEqual([])
  })
})

describe('options', () => {
  test('words go in any case, inside of names and over line ends', () => {
    const text = 'Acme, acmeClient, ACME_KEY, project\n  falcon and Project Falcon'
    expect(checkText(text, { words: ['acme', 'Project Falcon', '  '] })).toBe(
      '‹word-1›, ‹word-1›Client, ‹word-1›_KEY, ‹word-2› and ‹word-2›',
    )
    expect(checkText('abc abcd ABC_x', { words: ['abc'] })).toBe('‹word-1› abcd ‹word-1›_x')
  })

  test('what somebody wants to keep stays', () => {
    const text = `${TOKEN} /home/maria/work maria`
    expect(checkText(text, { keep: [TOKEN, 'Maria'] })).toBe(`${TOKEN} ~/work maria`)
    expect(checkText(text, { keep: ['/home/maria'] })).toBe('‹github-token-1› /home/‹user-1›/work ‹user-1›')
  })
})

describe('requireClean', () => {
  const redaction = learn([`password: ${PASSWORD}`, `password: ${'github'}-token-1`, TOKEN, '/home/maria/work'], {
    words: ['token'],
  })

  test('stops what still holds a value, also escaped', () => {
    for (const text of [
      TOKEN,
      `x${TOKEN}y`,
      JSON.stringify(`"${PASSWORD}"`),
      PASSWORD.replace('&', '&amp;'),
      '/home/maria/x',
    ]) {
      expect(() => redaction.requireClean(text)).toThrow(RedactionFailure)
    }
  })

  test('says nothing of a value in its message', () => {
    expect(() => redaction.requireClean(TOKEN)).toThrow('What stands for ‹github-token-1› would have been written')
  })

  test('lets placeholders pass, whatever words stand in them', () => {
    expect(() => redaction.requireClean(redaction.redactText(`${TOKEN} token`))).not.toThrow()
  })
})

describe('failure', () => {
  test('of a rule ends everything, and its message holds no text', () => {
    const broken: Rule = {
      name: 'broken',
      category: 'secret',
      what: 'a rule that fails',
      rank: 'shape',
      anchors: ['boom'],
      pattern: /boom/g,
      accepts: ({ text }) => {
        throw new Error(text)
      },
    }
    const redactor = createRedactor(NOBODY, [broken])
    expect(() => redactor.learnText('say boom', PLACE)).toThrow(RedactionFailure)
    expect(() => redactor.learnText('say boom', PLACE)).toThrow(/^Redaction failed$/)
    expect(() => redactor.seal().redactValue({ a: ['say boom'] })).toThrow(RedactionFailure)
  })

  test('is to learn after the first pass has ended', () => {
    const redactor = createRedactor(NOBODY)
    redactor.seal()
    expect(() => redactor.learnText('late', PLACE)).toThrow(RedactionFailure)
  })
})
