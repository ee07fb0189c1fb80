import { beforeAll, describe, expect, test } from 'vitest'
import { createRedactor } from '../src/redact/create-redactor.ts'
import type { RedactorOptions } from '../src/redact/redaction.ts'
import { RULES } from '../src/redact/rules/table.ts'

const OPTIONS: RedactorOptions = {
  identity: { homes: ['/home/mkluge'], users: ['mkluge'], hosts: ['castle-7'] },
  words: ['aaaaab', 'ba+/=%&'],
  keep: [],
}
const PLACE = { session: 'hostile', agentId: undefined, line: 1 }
/** What takes time in proportion to the text needs a tenth of this on a slow machine; its square would need hours. */
const LONG_MS = 30_000
const SHORT_MS = 15_000

function fill(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

/** Milliseconds for both passes and the last look. */
function timeRedaction(text: string): number {
  const started = performance.now()
  const redactor = createRedactor(OPTIONS)
  redactor.learnValue({ text, lines: [text.slice(0, 1000), text.slice(0, 1000)] }, PLACE)
  const redaction = redactor.seal()
  const redacted = redaction.redactText(text)
  redaction.requireClean(redacted)
  return performance.now() - started
}

const PIECES: Readonly<Record<string, string>> = {
  'one letter': 'a',
  'equals signs': '=',
  'beginnings of keys': '-----BEGIN',
  'beginnings of keys, one a line': `-----BEGIN ${'RSA'} PRIVATE KEY-----\n`,
  base64: 'QUJD',
  'base64 of text': Buffer.from(fill('hello world, token=abc ', 1200)).toString('base64'),
  'base64 of text in lines': `${Buffer.from(fill('hello world, token=abc ', 57)).toString('base64')}\n`,
  backslashes: '\\',
  'escaped line ends': '\\n',
  'escaped quotes': '\\"',
  'line ends': '\n',
  'lines of a diff': '\n+',
  'lines of a box': ' │\n│ ',
  spaces: ' ',
  'percent signs': '%25',
  ampersands: '&amp;',
  colours: '\u001b[0m',
  'at signs': 'a@',
  'beginnings of links of a terminal': '\u001b]8;;',
  'colours as text': '\\u001b[1m',
  'letters by number': '\\u0061',
  'hexadecimal digits': '6162',
  'bytes in a list': '0x61, ',
  'lines of a dump': '00000000: 6161 6161 6161\n',
  'encoded at every depth': '%2525252541%5Cu0041 ',
  'characters nobody sees': 'a\u200b',
  'lines of one length': `${'k='.repeat(30)}\n`,
  'numbered lines': '1→\n2→\n',
  'numbers in numbers': '1→1→1→1→1→1→1→1→\n2→2→2→2→2→2→2→2→\n',
  'heads of hunks': '@@ -1,9 +1,9 @@\n',
  'beginnings of lines of grep': 'aaaa-1-1-1\n',
  'signs of a diff': '+a\n-a\n',
  addresses: '://a:',
  'home folders': '/home/',
  'a known host in lines': 'castle-\n7\n',
  'beginnings of a known word': 'aaaa\n',
  placeholders: '‹user-1›',
  'nested objects': '{"password":"',
}

describe('a text of 1 MB takes time in proportion to its length', () => {
  beforeAll(() => void timeRedaction('warm up'))

  test.each(Object.entries(PIECES))('if it is made of %s', { timeout: LONG_MS * 2 }, (_name, piece) => {
    expect(timeRedaction(fill(piece, 1_000_000))).toBeLessThan(LONG_MS)
  })
})

describe('the anchors of every rule', () => {
  const families = Map.groupBy(RULES, ({ name }) => name)
  test.each([...families])('of %s may be repeated as often as they like', { timeout: SHORT_MS * 2 }, (_name, rules) => {
    const anchors = rules.flatMap(rule => rule.anchors).slice(0, 8)
    for (const anchor of anchors) expect(timeRedaction(fill(anchor, 60_000))).toBeLessThan(SHORT_MS)
  })
})
