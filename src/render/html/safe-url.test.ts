import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html, markupOf } from './safe-html.ts'
import { externalLink, safeUrl } from './safe-url.ts'

test('lets addresses of the web, of mail and of files beside the page through', () => {
  for (const url of [
    'https://example.com/a?b=1&c=2#d',
    'HTTP://EXAMPLE.COM',
    'mailto:a@example.com',
    'src/a.ts#L3',
    './a.md',
    '../a.md',
    '/docs/a b.md'.replace(' ', '%20'),
    '#place',
    '?q=1',
    'https://example.com/ü',
  ])
    expect(safeUrl(url), url).toBe(url)
})

test('refuses every other scheme, however it is written', () => {
  for (const url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\x01javascript:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'x-scheme:1',
    'c:/windows',
  ])
    expect(safeUrl(url), url).toBeUndefined()
})

test('refuses hosts without a scheme and addresses with hidden characters', () => {
  for (const url of [
    '//example.com',
    '/\\example.com',
    '\\\\example.com',
    '/.//example.com',
    '..//example.com',
    'a/../..//example.com',
    'https:example.com',
    'https://',
    'https:///a',
    '',
  ])
    expect(safeUrl(url), url).toBeUndefined()
  for (const url of ['https://a\u202eb.com', 'https://a b.com', 'https://a\u200bb.com', `https://${'a'.repeat(3000)}`])
    expect(safeUrl(url), url).toBeUndefined()
})

test('what it lets through, the address parser of browsers takes for the web, mail or this place', () => {
  const piece = fc.constantFrom(
    'javascript',
    ':',
    '/',
    '\\',
    '//',
    'http',
    'https:',
    '#',
    '?',
    '@',
    'a.b',
    '\t',
    ' ',
    '&',
    '%0a',
    '.',
  )
  const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map(codes => String.fromCharCode(...codes))
  const anyUrl = fc.oneof(
    anyUnits,
    fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join('')),
  )
  fc.assert(
    fc.property(anyUrl, text => {
      const url = safeUrl(text)
      if (url === undefined || !URL.canParse(url, 'https://here.invalid/a/b')) return
      const parsed = new URL(url, 'https://here.invalid/a/b')
      expect(['http:', 'https:', 'mailto:']).toContain(parsed.protocol)
      if (/^(?:https?:\/\/|mailto:)/i.test(url)) return
      expect(parsed.host).toBe('here.invalid')
      const onDisk = new URL(url, 'file:///a/b')
      expect([onDisk.host, onDisk.pathname.startsWith('//')]).toEqual(['', false])
    }),
    { numRuns: 500 },
  )
})

test('opens elsewhere without telling where from; keeps the words where there is no safe address', () => {
  expect(markupOf(externalLink('https://example.com', html`a`))).toBe(
    '<a href="https://example.com" rel="noreferrer noopener" target="_blank">a</a>',
  )
  expect(markupOf(externalLink('javascript:1', html`a`))).toBe('a')
})
