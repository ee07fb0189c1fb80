import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../src/redact/create-redactor.ts'
import type { Redaction } from '../src/redact/redaction.ts'
import { ALNUM, createRandom, draw } from './redaction/pieces.ts'

const NOBODY = { identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] }
const PLACE = { session: 'views', agentId: undefined, line: 1 }
const ESC = '\u001b'

/** Made when the test runs, so that no file holds one. */
const random = createRandom(20, 1)
const PASSWORD = `${draw(random, ALNUM, 9)}7x!${draw(random, ALNUM, 6)}`
const KEY = `${draw(random, ALNUM, 20)}4k${draw(random, ALNUM, 18)}`
const LINE = `DB_PASSWORD=${PASSWORD}`

function learn(...texts: readonly string[]): Redaction {
  const redactor = createRedactor(NOBODY)
  for (const text of texts) redactor.learnText(text, PLACE)
  return redactor.seal()
}

function valuesIn(text: string): readonly string[] {
  return learn(text).hits.map(({ value }) => value)
}

function redact(text: string): string {
  return learn(text).redactText(text)
}

const hex = (text: string) => Buffer.from(text).toString('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const number = (text: string, write: (row: string, at: number) => string) =>
  text
    .split('\n')
    .map((row, at) => write(row, at + 1))
    .join('\n')

describe('a name and its value are found', () => {
  const coloured: Readonly<Record<string, string>> = {
    'as jq -C writes them': `${ESC}[34;1m"db_password"${ESC}[0m${ESC}[1;39m:${ESC}[0m ${ESC}[0;32m"${PASSWORD}"${ESC}[0m`,
    'as grep marks half of the name': `DB_${ESC}[01;31m${ESC}[KPASS${ESC}[m${ESC}[KWORD=${PASSWORD}`,
    'as grep marks half of the value': `DB_PASSWORD=${PASSWORD.slice(0, 4)}${ESC}[01;31m${ESC}[K${PASSWORD.slice(4, 9)}${ESC}[m${ESC}[K${PASSWORD.slice(9)}`,
    'as bat numbers and boxes them': `${ESC}[38;5;238m   1${ESC}[0m   ${ESC}[38;5;238m│${ESC}[0m ${ESC}[38;2;1;2;3mDB_PASSWORD${ESC}[0m${ESC}[38;2;4;5;6m=${ESC}[0m${PASSWORD}${ESC}[0m`,
    'as git diff --color writes them': `${ESC}[36m@@ -1 +1 @@${ESC}[m\n${ESC}[32m+${ESC}[m${ESC}[32m${LINE}${ESC}[m`,
    'inside a link of the terminal': `DB_PASS${ESC}]8;;https://a.acme-internal.net${ESC}\\WORD=${ESC}]8;;${ESC}\\${PASSWORD}`,
    'with colours written as JSON writes them': JSON.stringify({
      log: `${ESC}[33mDB_PASSWORD${ESC}[0m=${ESC}[32m${PASSWORD}${ESC}[0m`,
    }),
  }
  test.each(Object.entries(coloured))('between colours: %s', (_name, text) => {
    expect(valuesIn(text)).toEqual([PASSWORD])
  })

  test('with characters between that nobody sees', () => {
    const text = [...LINE].join('\u200b')
    expect(valuesIn(text)).toEqual([PASSWORD])
    expect(redact(text).replaceAll('\u200b', '')).toBe('DB_PASSWORD=‹password-1›')
  })

  test.each([40, 47, 60, 76])('cut at %i characters, wherever the cut falls', width => {
    for (let lead = 1; lead < width; lead++) {
      const text = `${'and so on '.repeat(20).slice(0, 200 + lead)} ${LINE} ${'and more '.repeat(12)}`
      const cut = text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n')
      expect(valuesIn(cut), cut).toEqual([PASSWORD])
    }
  })

  const encoded: Readonly<Record<string, string>> = {
    'for a URL': `next=${encodeURIComponent(`https://x/?a=1&access_token=${KEY}`)}&page=2`,
    'for a URL twice': `next=${encodeURIComponent(encodeURIComponent(`https://x/?access_token=${KEY}`))}`,
    'as a form sends it': `q=${encodeURIComponent(`api_key: "${KEY}"`).replaceAll('%20', '+')}`,
    'in hexadecimal digits': `decode('${hex(`API_KEY=${KEY}`)}')`,
    'in capital digits with 0x': `0x${hex(`API_KEY=${KEY}`).toUpperCase()}`,
    'as bytes of a program': `"${hex(`API_KEY=${KEY}`).replace(/../g, '\\x$&')}"`,
    'as a list of bytes': hex(`API_KEY=${KEY}`).replace(/../g, '0x$&, '),
    'as letters by number': [...`API_KEY=${KEY}`].map(char => `\\u00${hex(char)}`).join(''),
    'in base64 of JSON': base64(JSON.stringify({ api_key: KEY })),
    'in base64 of a URL': base64(encodeURIComponent(`{"api_key":"${KEY}"}`)),
    'in a URL of base64': encodeURIComponent(base64(`\n\nAPI_KEY=${KEY}\n\n??`)),
    'in hexadecimal digits of base64': hex(base64(`API_KEY=${KEY}`)),
  }
  test.each(Object.entries(encoded))('written %s', (_name, text) => {
    expect(valuesIn(text)).toEqual([KEY])
    const redacted = redact(text)
    expect(redacted).not.toContain(KEY)
    expect(redacted).not.toContain(hex(KEY))
    expect(redacted).toMatch(/‹(?:secret|url-token)-1›/)
  })

  test('in a dump of bytes', () => {
    const rows = hex(`API_KEY=${KEY}`)
      .match(/.{1,32}/g)
      ?.map((row, at) => `${(at * 16).toString(16).padStart(8, '0')}: ${row.replace(/.{4}/g, '$& ')}`)
    expect(valuesIn((rows ?? []).join('\n'))).toEqual([KEY])
  })
})

describe('lines that a program numbered or signed', () => {
  const body =
    randomBytes(600)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  const kind = 'PGP PRIVATE KEY BLOCK'
  const armour = [`-----BEGIN ${kind}-----`, '', ...body, '=aB3d', `-----END ${kind}-----`].join('\n')
  const numbered: Readonly<Record<string, string>> = {
    'the client numbers': number(armour, (row, at) => `${String(at).padStart(6)}→${row}`),
    'cat -n numbers': number(armour, (row, at) => `${String(at).padStart(6)}\t${row}`),
    'numbers with a colon': number(armour, (row, at) => `${at}: ${row}`),
    'bat numbers': number(armour, (row, at) => `${String(at).padStart(4)}   │ ${row}`),
    'grep -n numbers': number(armour, (row, at) => `keys/a.asc:${at}:${row}`),
    'numbers of a diff': number(
      `@@ -0,0 +1,${armour.split('\n').length} @@\n${armour.replace(/^/gm, '+')}`,
      (row, at) => `${at}\t${row}`,
    ),
  }
  test.each(Object.entries(numbered))('hide no private key of OpenPGP: %s', (_name, text) => {
    const redacted = redact(text)
    for (const line of body) expect(redacted).not.toContain(line)
    expect(redacted).toContain('‹private-key-1›')
  })

  test('hide no e-mail address that stands first', () => {
    const address = 'maria.kofler@castle-works.org'
    for (const sign of '+-') expect(redact(`@@ -1 +1 @@\n${sign}${address}\n`)).toContain(`${sign}‹email-1›`)
    for (const sign of '+-') expect(redact(`seen\n${sign}${address}\n`)).toContain(`${sign}‹email-1›`)
  })
})

describe('what is read in another way', () => {
  test('is taken out with what stands between its letters, and nothing else', () => {
    const text = `a ${ESC}[1mDB_PASSWORD${ESC}[0m=${PASSWORD.slice(0, 5)}${ESC}[31m${PASSWORD.slice(5)}${ESC}[0m b`
    expect(redact(text)).toBe(`a ${ESC}[1mDB_PASSWORD${ESC}[0m=‹password-1›${ESC}[0m b`)
    expect(redact(`x ${hex(LINE)} y`)).toBe('x ‹password-1› y')
    const url = `/a?next=${encodeURIComponent(`/b?c=1&access_token=${KEY}`)}&d=2`
    expect(redact(url)).toBe(url.replace(KEY, '‹url-token-1›'))
  })

  test('is known again in every other way', () => {
    const ways = [
      [...KEY].join('\u200d'),
      `${KEY.slice(0, 9)}${ESC}[1m${KEY.slice(9)}`,
      hex(`seen ${KEY}`),
      hex(KEY).replace(/../g, '\\x$&'),
      encodeURIComponent(base64(`${KEY} again`)),
    ]
    const redaction = learn(`API_KEY=${KEY}`, ...ways)
    for (const way of ways) expect(redaction.redactText(way)).toBe('‹secret-1›')
  })

  test('is seen by the last look, too', () => {
    const redaction = learn(`API_KEY=${KEY}`)
    const ways = [
      `${KEY.slice(0, 9)}${ESC}[1m${KEY.slice(9)}`,
      [...KEY].join('\u2060'),
      hex(`seen ${KEY}`),
      base64(`seen ${KEY} here`),
      JSON.stringify(hex(KEY).replace(/../g, '\\u00$&')),
      encodeURIComponent(base64(`${KEY} again`)),
    ]
    for (const way of ways)
      expect(() => redaction.requireClean(`<p>${way}</p>`), way).toThrow('would have been written')
    expect(() => redaction.requireClean(`<p>${hex('nothing to be seen here')} %41%42</p>`)).not.toThrow()
  })

  test('adds no word of the next line to a value that ends with its line', () => {
    // 60 characters, as many as some programs cut at.
    const token = ['gh', 'p_', draw(random, ALNUM, 36)].join('')
    expect(redact(`Push the plums with ${token}\nand tell nobody`)).toBe(
      'Push the plums with ‹github-token-1›\nand tell nobody',
    )
  })

  test('makes no secret of what is none', () => {
    const digest = hex(draw(random, ALNUM, 16)).slice(0, 40)
    const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
    const harmless = [
      // A name at the end of one line, a digest at the beginning of the next.
      `The build compares each file with the one before, by its key\n${digest} dist/app.js\n`,
      'THE_LONGEST_LINE_OF_ALL_NAMES_THE_VARIABLE_OF_THE=PASSWORD\nLANG=en_US.UTF-8\nPORT=3000\n',
      `    1\tsecret\n    2\t${id}\n    3\tend`,
      `"integrity": "sha512-${base64(draw(random, ALNUM, 64))}"\n`,
      'The password is asked for by the program itself, which sends\nnothing2do over the network before that; the token and the key\nare4ever in the vault.',
      `https://a.acme-internal.net/?q=password%3A%20required&page=2`,
      `${ESC}[31m-  entry: ${id}${ESC}[0m\n${ESC}[32m+  token: string${ESC}[0m`,
    ]
    for (const text of harmless) expect(valuesIn(text), text).toEqual([])
  })
})
