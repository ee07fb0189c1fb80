import { expect, test } from 'vitest'
import { createRedactor } from '../src/redact/create-redactor.ts'

const OPTIONS = { identity: { homes: [], users: [], hosts: [] }, words: [], keep: [] }

/** Made here, so that no value of this form stands in the repository. */
const TOKEN = ['Qx7', 'LmZ2', 'vR9t', 'Kp4W', 'bN8s', 'Yd3F', 'hJ6c', 'T5gA'].join('')
const LINE = `export DEPLOY_API_KEY="${TOKEN}"`
const TABLE = `id;login;password\n7;maria;${TOKEN}`

test.each([
  ['in a box that is wider than its rows', box(foldAt(`step 3 of 9, the environment: ${LINE}`, 50, ''))],
  ['where a wrapped line goes on behind an indentation', foldAt(`step 3 of 9, the environment: ${LINE}`, 60, '    ')],
  [
    'in a wrapped line inside of JSON',
    JSON.stringify({ out: foldAt(`step 3 of 9, the environment: ${LINE}`, 60, '') }),
  ],
  ['in a table inside of JSON inside of JSON', JSON.stringify({ a: JSON.stringify({ b: TABLE }) })],
  [
    'in a table that is a parameter of a URL in a URL',
    `to=${encodeURIComponent(`https://a.test/?m=${encodeURIComponent(TABLE)}`)}`,
  ],
  ['in a form that is sent', `msg=${`curl -u maria:${TOKEN} x`.replaceAll(' ', '+')}&kind=1`],
  ['on a page', `<pre>${LINE.replaceAll('"', '&quot;')}</pre>`],
  ['in a table on a page', `<pre>${TABLE}</pre>`],
  ['where a diff marks words', LINE.replace(TOKEN, `[-changeme-]{+${TOKEN}+}`)],
  ['in a table found by grep twice in one line', TABLE.replaceAll(/^/gm, 'conf/app.txt:12:')],
])('a secret is found %s', (_, text) => {
  const redacted = redact(text)
  expect(redacted).toContain('‹')
  for (const piece of [TOKEN.slice(0, 12), TOKEN.slice(-12)]) expect(redacted).not.toContain(piece)
})

test('lines of a program that are as long as a terminal is wide and go on indented stay as they are', () => {
  const text = `${'const readSecretsOfTheAccountFrom = (where) =>'.padEnd(72, ' +')}\n    loadFile2(where, { token: 3 })\n`
  expect(redact(text)).toBe(text)
})

function redact(text: string): string {
  const redactor = createRedactor(OPTIONS)
  redactor.learnText(text, { session: 's', agentId: undefined, line: 1 })
  return redactor.seal().redactText(text)
}

function foldAt(text: string, width: number, indent: string): string {
  return text.replace(new RegExp(`[^\\n]{${width}}(?=[^\\n])`, 'g'), `$&\n${indent}`)
}

function box(text: string): string {
  const rows = text.split('\n')
  const width = Math.max(...rows.map(row => row.length))
  const line = '─'.repeat(width + 2)
  return [`┌${line}┐`, ...rows.map(row => `│ ${row.padEnd(width)} │`), `└${line}┘`].join('\n')
}
